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

    /// So many tests of a target are made again because something else stood still meanwhile.
    private static final int MOST_DISTURBED = 2;

    private static final long RETEST_NANOS = 20_000_000_000L;
    /// A test is not worth its time when the stripe is over soon ...
    private static final long LEAST_LEFT_NANOS = PauseTest.LONGEST_HOLD_NANOS;
    /// ... and one of whom nothing is suspected is tested only if that takes at most a tenth of what is left.
    private static final long ROUTINE_LEFT_NANOS = 10 * PauseTest.LONGEST_HOLD_NANOS;

    /// Of what was given up others have to take so much, and give it back, to make it suspicious ...
    private static final double LEAST_PART = 0.25;
    /// ... and so much, for a receiver, for one test to be enough: that relays share a link is rarer than that one of
    /// them recovers just then.
    private static final double PLAIN_PART = 0.4;

    /// [Contention], or slowness, that is suspicious.
    private static final double SUSPICIOUS = 0.35;

    /// How much contention of two relays counts beside that with a receiver: it says who is tested first, never that
    /// somebody has to be tested at once.
    private static final double RELAY_PAIR = 0.3;

    /// Who gets less than this part of what the fastest gets is slow for a reason of its own, or stalls: who shares a
    /// link gets about what the other one gets. And so little given up would not be seen at others.
    static final double LEAST_OF_FASTEST = 0.15;

    /// A receiver that gets less than this part of what the fastest gets may share its link with any of the others:
    /// the one that takes most of it need not look suspicious itself.
    private static final double STARVED = 0.75;

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
    /// Why the receiver gets less is known then: because of that relay ...
    private boolean receiversLinkFound;
    /// ... or of all relays, whose blocks it fetches.
    private boolean receiverCollects;

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

    /// It may go on; if all is plain by now, or the test was disturbed, nobody need be seen to slow down again.
    private List<Step> judgeHeld(long nowNanos, PauseTest test, Collection<Lane> lanes) {
        resumed = true;
        List<Step> steps = new ArrayList<>();
        PauseTest.Finding finding = test.judgeHeld(lanes);
        if (isPlain(finding) || isToBeRepeated(finding) || finding.refuted()) {
            steps.addAll(conclude(nowNanos, finding));
        }
        steps.add(new Step.Resume(test.held()));
        return steps;
    }

    private List<Step> conclude(long nowNanos, PauseTest.Finding finding) {
        running = null;
        Lane held = finding.held();
        if (isToBeRepeated(finding)) {
            held.testDisturbed();
            return List.of();
        }
        held.tested(nowNanos);
        held.suspect(finding.tells(LEAST_PART));
        if (held.suspicions() < NEEDED && !isPlain(finding)) {
            return List.of();
        }
        held.suspect(false);
        receiversLinkFound |= finding.withReceiver();
        return List.of(new Step.Found(finding));
    }

    private static boolean isPlain(PauseTest.Finding finding) {
        return finding.withReceiver() && finding.tells(PLAIN_PART);
    }

    private static boolean isToBeRepeated(PauseTest.Finding finding) {
        return finding.disturbed() && !isPlain(finding) && finding.held().disturbedTests() < MOST_DISTURBED;
    }

    /// From now on the receiver's own link is full whatever is sent to it: what it gets tells nothing of relays.
    void receiverCollects() {
        receiverCollects = true;
    }

    /// A target is gone, or has a rest: nothing can be learnt from it.
    void forget(Lane lane) {
        if (running != null && running.held() == lane) {
            running = null;
        }
    }

    /// Whether the target was tested, without a suspicion that remains, or will not be.
    boolean isDoneWith(long nowNanos, Lane lane, Collection<Lane> lanes) {
        return !possible || lane.isCleared() || !isTestable(nowNanos, lane, working(lanes));
    }

    private static boolean isTestable(long nowNanos, Lane lane, List<Lane> working) {
        return recentRate(nowNanos, lane) >= LEAST_OF_FASTEST * fastest(nowNanos, working);
    }

    private static double fastest(long nowNanos, List<Lane> lanes) {
        return lanes.stream()
                .mapToDouble(lane -> recentRate(nowNanos, lane))
                .max()
                .orElse(0);
    }

    private static double recentRate(long nowNanos, Lane lane) {
        return lane.trace().arrivedRate(nowNanos - RECENTLY_NANOS, nowNanos);
    }

    /// Whether there are targets enough, and time.
    boolean isPossible() {
        return possible;
    }

    /// Whether a target is tested, or should be soon, that may share a link with the receiver.
    boolean suspects(long nowNanos, Collection<Lane> lanes) {
        List<Lane> working = working(lanes);
        return isTesting() || working.stream().anyMatch(lane -> isSuspect(nowNanos, lane, working));
    }

    private boolean isSuspect(long nowNanos, Lane lane, List<Lane> working) {
        if (lane.isReceiver() || lane.tests() >= NEEDED || !isTestable(nowNanos, lane, working)) {
            return false;
        }
        boolean unexplained = !receiversLinkFound && !receiverCollects;
        if (lane.tests() == 0 && unexplained && isReceiverStarved(nowNanos, working)) {
            return true;
        }
        double suspicion = lane.isCleared() ? contention(lane, working) : suspicion(nowNanos, lane, working);
        return suspicion > SUSPICIOUS;
    }

    private static boolean isReceiverStarved(long nowNanos, List<Lane> working) {
        double fastest = fastest(nowNanos, working);
        return working.stream().anyMatch(lane -> lane.isReceiver() && recentRate(nowNanos, lane) < STARVED * fastest);
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
        if (next == null || !isWorthIt(nowNanos, leftNanos, youngestNanos, next, working)) {
            return List.of();
        }
        running = new PauseTest(next, working, nowNanos);
        resumed = false;
        return List.of(new Step.Hold(next));
    }

    private boolean isWorthIt(long nowNanos, long leftNanos, long youngestNanos, Lane lane, List<Lane> working) {
        boolean watched = youngestNanos >= WARM_UP_NANOS + WATCH_NANOS;
        boolean suspicious = lane.suspicions() > 0 || suspicion(nowNanos, lane, working) > SUSPICIOUS;
        return suspicious || (watched && (leftNanos >= ROUTINE_LEFT_NANOS || isSuspect(nowNanos, lane, working)));
    }

    /// 0 for one that need not be tested now. The receiver is never held: its blocks need no second journey.
    private double urgency(long nowNanos, Lane lane, List<Lane> working) {
        boolean due = lane.suspicions() > 0
                || lane.tests() == 0
                || (lane.tests() < NEEDED && suspicion(nowNanos, lane, working) > SUSPICIOUS)
                || nowNanos - lane.lastTestNanos() > RETEST_NANOS * lane.tests();
        boolean busy = lane.trace().wasBusy(nowNanos - PauseTest.BEFORE_NANOS, nowNanos);
        if (lane.isReceiver() || !due || !busy || !isTestable(nowNanos, lane, working)) {
            return 0;
        }
        return 1 + suspicion(nowNanos, lane, working) + 2.0 * lane.suspicions();
    }

    /// How much it looks as if a target shared a link with another: it contends with it, or gets less than others, as
    /// who shares does. The receiver's link is what a stripe can spare best.
    private double suspicion(long nowNanos, Lane lane, List<Lane> working) {
        double fastest = fastest(
                nowNanos, working.stream().filter(other -> other != lane).toList());
        double slowness = fastest == 0 ? 0 : Math.max(0, 1 - recentRate(nowNanos, lane) / fastest);
        return Math.max(contention(lane, working), slowness);
    }

    private double contention(Lane lane, List<Lane> working) {
        return working.stream()
                .filter(other -> other != lane && !(other.isReceiver() && receiverCollects))
                .mapToDouble(
                        other -> (other.isReceiver() ? 1 : RELAY_PAIR) * Trace.contention(lane.trace(), other.trace()))
                .max()
                .orElse(0);
    }
}
