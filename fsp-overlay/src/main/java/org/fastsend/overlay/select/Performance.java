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

    private static final long PROBATION_NANOS = 4_000_000_000L;
    /// A relay that takes less than this part of what the median of the others takes is far slower.
    private static final double FAR_SLOWER = 0.25;
    /// How long one that was too slow has its rest before it is given another chance; longer each time.
    private static final long REST_NANOS = 10_000_000_000L;

    private long trialNanos = Long.MIN_VALUE / 2;
    private boolean trying;

    Optional<Lane> tooSlow(long nowNanos, List<Lane> active, LinkSearch search) {
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
            // What shares a link may be slow for that reason alone: the tests come first.
            boolean silent = median > 0 && recent(nowNanos, lane) == 0;
            if (silent || (search.isDoneWith(nowNanos, lane, active) && recent(nowNanos, lane) < FAR_SLOWER * median)) {
                return Optional.of(lane);
            }
        }
        return Optional.empty();
    }

    /// Whether one that was too slow has had its rest.
    static boolean isRested(long nowNanos, Lane lane) {
        return nowNanos - lane.restedNanos() > REST_NANOS * lane.rests();
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

    /// By what it was sent: a few slow streams store their blocks all at once, and nothing for seconds.
    private static double recent(long nowNanos, Lane lane) {
        return lane.trace().sentRate(nowNanos - PROBATION_NANOS, nowNanos);
    }

    private static boolean isBusy(long nowNanos, Lane lane) {
        return lane.trace().wasBusy(nowNanos - PROBATION_NANOS, nowNanos);
    }
}
