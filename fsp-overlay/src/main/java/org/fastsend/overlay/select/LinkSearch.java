package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks for links that targets of a running stripe share: holds one after the other, the most suspicious first, and
/// believes one plain test, or what [#NEEDED] tests in a row agree on. A tenth of the time at most goes into it once
/// every target was tested.
final class LinkSearch {
    /// Tests in a row that have to agree; a suspicious target is tested as often.
    private static final int NEEDED = 2;

    /// Younger targets are not tested ...
    static final long WARM_UP_NANOS = 1_500_000_000;
    /// ... and for so long it is watched whom to test first.
    static final long WATCH_NANOS = 1_500_000_000;

    private static final long RETEST_NANOS = 20_000_000_000L;
    /// A test is not worth its time when the stripe is over soon.
    private static final long LEAST_LEFT_NANOS = PauseTest.LONGEST_HOLD_NANOS;

    /// Of what was given up others have to take so much, and give it back, to make it suspicious ...
    private static final double LEAST_PART = 0.25;
    /// ... and so much for one test to be enough.
    private static final double PLAIN_PART = 0.4;

    /// [Contention], or slowness, that is suspicious.
    private static final double SUSPICIOUS = 0.35;

    private static final long RECENTLY_NANOS = 800_000_000;

    /// Two targets may share the sender's own link; a third one that is not faster shows that it is another.
    private static final int LEAST_LANES = 3;

    /// What is to happen now.
    sealed interface Step {
        record Hold(Lane lane) implements Step {}

        record Resume(Lane lane) implements Step {}

        /// Tests agree: without this target others are faster.
        record Found(PauseTest.Finding finding) implements Step {}
    }

    private @Nullable PauseTest running;
    private boolean resumed;
    private boolean possible = true;

    /// Called at each sample.
    ///
    /// @param leftNanos what the stripe still needs, as far as can be told
    List<Step> step(long nowNanos, long leftNanos, Collection<Lane> lanes) {
        if (running == null) {
            return begin(nowNanos, leftNanos, lanes);
        }
        if (!resumed) {
            return running.mayResume(nowNanos) ? judgeHeld(nowNanos, running, lanes) : List.of();
        }
        return running.hasEnded(nowNanos) ? conclude(nowNanos, running.judge(lanes)) : List.of();
    }

    /// It may go on; if all is plain by now it need not be seen how the others slow down again.
    private List<Step> judgeHeld(long nowNanos, PauseTest test, Collection<Lane> lanes) {
        resumed = true;
        List<Step> steps = new ArrayList<>();
        PauseTest.Finding finding = test.judgeHeld(lanes);
        if (finding.tells(PLAIN_PART)) {
            steps.addAll(conclude(nowNanos, finding));
        }
        steps.add(new Step.Resume(test.held()));
        return steps;
    }

    private List<Step> conclude(long nowNanos, PauseTest.Finding finding) {
        running = null;
        Lane held = finding.held();
        held.tested(nowNanos);
        held.suspect(finding.tells(LEAST_PART));
        if (held.suspicions() < NEEDED && !finding.tells(PLAIN_PART)) {
            return List.of();
        }
        held.suspect(false);
        return List.of(new Step.Found(finding));
    }

    /// A target is gone, or has a rest: nothing can be learnt from it.
    void forget(Lane lane) {
        if (running != null && running.held() == lane) {
            running = null;
        }
    }

    /// Whether the target was tested, without a suspicion that remains, or will not be.
    boolean isDoneWith(Lane lane) {
        return !possible || lane.isCleared();
    }

    /// Whether there are targets enough, and time.
    boolean isPossible() {
        return possible;
    }

    /// Whether a target is held, or should be soon, that may share a link with the receiver.
    boolean suspects(long nowNanos, Collection<Lane> lanes) {
        boolean holding = running != null && !resumed;
        List<Lane> working = working(lanes);
        return holding || working.stream().anyMatch(lane -> isSuspect(nowNanos, lane, working));
    }

    private static boolean isSuspect(long nowNanos, Lane lane, List<Lane> working) {
        return !lane.isReceiver() && !lane.isCleared() && suspicion(nowNanos, lane, working) > SUSPICIOUS;
    }

    private static List<Lane> working(Collection<Lane> lanes) {
        return lanes.stream().filter(lane -> !lane.isResting()).toList();
    }

    /// Whether rates are not what they usually are.
    boolean isTesting() {
        return running != null;
    }

    private List<Step> begin(long nowNanos, long leftNanos, Collection<Lane> lanes) {
        List<Lane> working = working(lanes);
        long youngestNanos = working.stream()
                .mapToLong(lane -> lane.ageNanos(nowNanos))
                .min()
                .orElse(0);
        possible = leftNanos >= LEAST_LEFT_NANOS && working.size() >= LEAST_LANES;
        if (!possible || youngestNanos < WARM_UP_NANOS) {
            return List.of();
        }
        Lane next = null;
        double highest = 0;
        for (Lane lane : working) {
            double urgency = urgency(nowNanos, lane, working);
            if (urgency > highest) {
                next = lane;
                highest = urgency;
            }
        }
        boolean watched = youngestNanos >= WARM_UP_NANOS + WATCH_NANOS;
        if (next == null || (!watched && suspicion(nowNanos, next, working) <= SUSPICIOUS)) {
            return List.of();
        }
        running = new PauseTest(next, working, nowNanos);
        resumed = false;
        return List.of(new Step.Hold(next));
    }

    /// 0 for one that need not be tested now. The receiver is never held: its blocks need no second journey.
    private static double urgency(long nowNanos, Lane lane, List<Lane> working) {
        boolean due = lane.suspicions() > 0
                || lane.tests() == 0
                || (lane.tests() < NEEDED && suspicion(nowNanos, lane, working) > SUSPICIOUS)
                || nowNanos - lane.lastTestNanos() > RETEST_NANOS * lane.tests();
        if (lane.isReceiver() || !due || !lane.trace().wasBusy(nowNanos - PauseTest.BEFORE_NANOS, nowNanos)) {
            return 0;
        }
        return 1 + suspicion(nowNanos, lane, working) + 2.0 * lane.suspicions();
    }

    /// How much it looks as if a target shared a link with another: it contends with it, or gets less than others, as
    /// who shares does. The receiver's link is what a stripe can spare best.
    private static double suspicion(long nowNanos, Lane lane, List<Lane> working) {
        double fastest = 0;
        double strongest = 0;
        for (Lane other : working) {
            if (other != lane) {
                strongest = Math.max(
                        strongest, (other.isReceiver() ? 1 : 0.5) * Trace.contention(lane.trace(), other.trace()));
                fastest = Math.max(fastest, other.trace().arrivedRate(nowNanos - RECENTLY_NANOS, nowNanos));
            }
        }
        double own = lane.trace().arrivedRate(nowNanos - RECENTLY_NANOS, nowNanos);
        double slowness = fastest == 0 ? 0 : Math.max(0, 1 - own / fastest);
        return Math.max(strongest, slowness);
    }
}
