package org.fastsend.overlay.select;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Who among the relays in use is too slow, when it is time to try another one, and who of them has to go then. Not
/// thread-safe.
final class Performance {
    /// A test's held relay adds nothing if the others regain so much of its rate.
    static final double NEARLY_ALL = 0.7;
    /// A standby has to promise so many times the slowest one's rate.
    static final double BETTER = 1.5;
    /// How long a newcomer is tried, and the least time between trials.
    static final long TRIAL_NANOS = 3_000_000_000L;

    private static final long PROBATION_NANOS = 3_000_000_000L;
    /// A relay that takes less than this part of what the median of the others takes is far slower.
    private static final double FAR_SLOWER = 0.25;
    /// A relay that takes nothing for so long while others do is taken for dead.
    private static final long SILENT_NANOS = 2_000_000_000L;

    private long trialNanos = Long.MIN_VALUE / 2;
    private boolean trying;

    Optional<Lane> tooSlow(long nowNanos, List<Lane> active) {
        for (Lane lane : active) {
            if (lane.isReceiver() || lane.ageNanos(nowNanos) < PROBATION_NANOS || !isBusy(nowNanos, lane)) {
                continue;
            }
            double[] others = active.stream()
                    .filter(other -> other != lane && isBusy(nowNanos, other))
                    .mapToDouble(other -> recent(nowNanos, other))
                    .sorted()
                    .toArray();
            if (others.length == 0) {
                continue;
            }
            double median = others[others.length / 2];
            boolean silent = median > 0 && lane.trace().storedRate(nowNanos - SILENT_NANOS, nowNanos) == 0;
            if (silent || recent(nowNanos, lane) < FAR_SLOWER * median) {
                return Optional.of(lane);
            }
        }
        return Optional.empty();
    }

    /// The slowest relay, if it is time to try a better one.
    Optional<Lane> slowestForATrial(long nowNanos, List<Lane> active) {
        boolean time = !trying && nowNanos - trialNanos > 2 * TRIAL_NANOS;
        boolean settled = active.stream().allMatch(lane -> lane.ageNanos(nowNanos) > PROBATION_NANOS);
        return time && settled ? slowest(nowNanos, active) : Optional.empty();
    }

    void beginTrial(long nowNanos) {
        trying = true;
        trialNanos = nowNanos;
    }

    /// When a newcomer was tried for long enough: whoever is the slowest now.
    Optional<Lane> endOfTrial(long nowNanos, List<Lane> active) {
        boolean settled = active.stream().allMatch(lane -> lane.ageNanos(nowNanos) > TRIAL_NANOS);
        if (!trying || nowNanos - trialNanos < TRIAL_NANOS || !settled) {
            return Optional.empty();
        }
        trying = false;
        trialNanos = nowNanos;
        return slowest(nowNanos, active);
    }

    private static Optional<Lane> slowest(long nowNanos, List<Lane> active) {
        return active.stream()
                .filter(lane -> !lane.isReceiver() && isBusy(nowNanos, lane))
                .min(Comparator.comparingDouble(lane -> recent(nowNanos, lane)));
    }

    private static double recent(long nowNanos, Lane lane) {
        return lane.trace().storedRate(nowNanos - PROBATION_NANOS, nowNanos);
    }

    private static boolean isBusy(long nowNanos, Lane lane) {
        return lane.trace().wasBusy(nowNanos - PROBATION_NANOS, nowNanos);
    }
}
