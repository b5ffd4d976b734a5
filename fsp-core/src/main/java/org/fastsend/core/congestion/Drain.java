package org.fastsend.core.congestion;

/// When to look for the empty path: it was not seen for a while, so the sender lets the queue drain, and what it sees
/// then is not its usual work until the queue is back. Not thread-safe.
final class Drain {
    private static final long MS = 1_000_000;
    private static final long AGE_NANOS = 10_000 * MS;
    private static final double QUEUES = 2.5;
    private static final double SETTLING_SPANS = 2;

    private long seenNanos;
    private long untilNanos = Long.MIN_VALUE;
    private long settledNanos = Long.MIN_VALUE;

    /// The path was seen empty.
    void seen(long nowNanos) {
        seenNanos = nowNanos;
    }

    /// Begins to drain if it is time; returns whether it did.
    ///
    /// @param spanNanos a round trip of the control loop
    boolean begins(double queueNanos, double spanNanos, long nowNanos) {
        if (nowNanos - seenNanos <= AGE_NANOS || isOn(nowNanos)) {
            return false;
        }
        untilNanos = nowNanos + (long) (QUEUES * queueNanos) + 2 * MS;
        settledNanos = untilNanos + (long) (SETTLING_SPANS * spanNanos);
        seenNanos = nowNanos;
        return true;
    }

    /// Whether the queue drains now.
    boolean isOn(long nowNanos) {
        return nowNanos < untilNanos;
    }

    /// Whether it drains or comes back.
    boolean disturbs(long nowNanos) {
        return nowNanos < settledNanos;
    }
}
