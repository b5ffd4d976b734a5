package org.fastsend.overlay.select;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks for links that targets of a running stripe share: holds one after the other, the most suspicious first, and
/// believes what [#NEEDED] tests in a row agree on. A tenth of the time at most goes into it once every target was
/// tested.
final class LinkSearch {
    /// Tests in a row that have to agree.
    static final int NEEDED = 2;

    private static final long WARM_UP_NANOS = 1_200_000_000;
    private static final long RETEST_NANOS = 20_000_000_000L;
    /// A test is not worth its time when the stripe is over soon.
    private static final long LEAST_LEFT_NANOS = PauseTest.LONGEST_HOLD_NANOS;

    private static final int CORRELATED_STEPS = 20;
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
    Optional<Step> step(long nowNanos, long leftNanos, Collection<Lane> lanes) {
        if (running == null) {
            return begin(nowNanos, leftNanos, lanes);
        }
        if (!resumed) {
            if (nowNanos < running.resumeNanos()) {
                return Optional.empty();
            }
            resumed = true;
            return Optional.of(new Step.Resume(running.held()));
        }
        if (nowNanos < running.endNanos()) {
            return Optional.empty();
        }
        PauseTest.Finding finding = running.judge(lanes);
        running = null;
        Lane held = finding.held();
        held.tested(nowNanos);
        // When everybody is faster it is the sender's own link, and no choice of relays changes that.
        held.suspect(!finding.faster().isEmpty() && !finding.same().isEmpty());
        if (held.suspicions() < NEEDED) {
            return Optional.empty();
        }
        held.suspect(false);
        return Optional.of(new Step.Found(finding));
    }

    /// A target is gone, or has a rest: nothing can be learnt from it.
    void forget(Lane lane) {
        if (running != null && running.held() == lane) {
            running = null;
        }
    }

    /// Whether the target was tested often enough, without a suspicion that remains, or will not be.
    boolean isDoneWith(Lane lane) {
        return !possible || (lane.tests() >= NEEDED && lane.suspicions() == 0);
    }

    /// Whether rates are not what they usually are.
    boolean isTesting() {
        return running != null;
    }

    private Optional<Step> begin(long nowNanos, long leftNanos, Collection<Lane> lanes) {
        List<Lane> working = lanes.stream().filter(lane -> !lane.isResting()).toList();
        boolean warm = working.stream().allMatch(lane -> lane.ageNanos(nowNanos) >= WARM_UP_NANOS);
        possible = leftNanos >= LEAST_LEFT_NANOS && working.size() >= LEAST_LANES;
        if (!possible || !warm) {
            return Optional.empty();
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
        if (next == null) {
            return Optional.empty();
        }
        running = new PauseTest(next, working, nowNanos);
        resumed = false;
        return Optional.of(new Step.Hold(next));
    }

    /// 0 for one that need not be tested now. The receiver is never held: its blocks need no second journey.
    private static double urgency(long nowNanos, Lane lane, List<Lane> working) {
        boolean due = lane.suspicions() > 0
                || lane.tests() < NEEDED
                || nowNanos - lane.lastTestNanos() > RETEST_NANOS * lane.tests();
        if (lane.isReceiver() || !due || !lane.trace().wasBusy(nowNanos - PauseTest.BEFORE_NANOS, nowNanos)) {
            return 0;
        }
        double strongest = 0;
        double[] own = lane.trace().steps(CORRELATED_STEPS);
        for (Lane other : working) {
            if (other != lane) {
                double weight = other.isReceiver() ? 1 : 0.5;
                double together = Correlation.of(own, other.trace().steps(CORRELATED_STEPS));
                strongest = Math.max(strongest, weight * Math.abs(together));
            }
        }
        return 1 + strongest + 2.0 * lane.suspicions() - 0.5 * Math.min(lane.tests(), NEEDED - 1);
    }
}
