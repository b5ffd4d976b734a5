package org.fastsend.core.congestion;

/// When to search a path for more that shows no queue: after a few round trips without one, and ever more rarely while
/// searches find nothing, because each may cost a few milliseconds of overflow. Not thread-safe.
final class SeekSchedule {
    private static final int QUIET_ROUNDS = 3;
    private static final long LEAST_WAIT_NANOS = 500_000_000;
    /// Growing by a twentieth in each, a sender has back by then what most suspicions took from it.
    private static final int SUSPECTED_SPANS = 10;
    private static final long MOST_WAIT_NANOS = 60_000_000_000L;
    /// A search that raised the rate by that may be repeated at once.
    private static final double FRUITFUL = 1.15;

    private int quietRounds;
    private double begunRate;
    private long waitNanos;
    private long nextNanos = Long.MIN_VALUE;

    /// A round trip went by, with a queue or without.
    void handleRound(boolean quiet) {
        quietRounds = quiet ? quietRounds + 1 : 0;
    }

    boolean isDue(long nowNanos) {
        return quietRounds >= QUIET_ROUNDS && isAllowed(nowNanos);
    }

    /// Whether to ask for more makes sense again.
    boolean isAllowed(long nowNanos) {
        return nowNanos >= nextNanos;
    }

    /// A search begins at that rate.
    void begin(double bytesPerSecond) {
        quietRounds = 0;
        begunRate = bytesPerSecond;
    }

    /// It ended there.
    ///
    /// @param overflowed whether the path lost what it had no room for: no doubt that it was full
    void ended(double bytesPerSecond, boolean overflowed, long nowNanos) {
        if (bytesPerSecond > FRUITFUL * begunRate && !overflowed) {
            waitNanos = 0;
        } else {
            waitNanos = Math.min(2 * Math.max(waitNanos, LEAST_WAIT_NANOS / 2), MOST_WAIT_NANOS);
            postpone(nowNanos);
        }
    }

    /// There is nothing to be found for now.
    private void postpone(long nowNanos) {
        nextNanos = nowNanos + Math.max(waitNanos, LEAST_WAIT_NANOS);
    }

    /// The path may be overflowing: who shares it slows down, too, so that it may seem empty before all are back at
    /// what they had.
    void suspected(double spanNanos, long nowNanos) {
        postpone(nowNanos);
        nextNanos = Math.max(nextNanos, nowNanos + (long) (SUSPECTED_SPANS * spanNanos));
    }
}
