package org.fastsend.core.congestion;

/// The moments at which a bottleneck's queue is low, which all see that share it: the clock that [drains][Drain] go by.
///
/// The deepest dip sets it. BBR empties the queue by itself every five or ten seconds: drains fall between. So may
/// CUBIC where the buffer is short, or so it looks to who has long not seen the path empty, and would wait for ever;
/// so does everybody who comes and finds out by an overflow what the path carries. So a drain is *overdue* after an
/// overflow that emptied the queue. All of this kind see that moment, whenever each drained last, and drain together,
/// where each for itself would take the others for rivals. Not thread-safe.
final class Dips {
    private static final long MS = 1_000_000;
    private static final long PERIOD_NANOS = 7_500 * MS;
    /// Who drain do so more rarely.
    private static final long OFTEN_NANOS = PERIOD_NANOS - 500 * MS;
    /// A dip so soon after an overflow comes of it; so soon after a drain, of that.
    private static final long MEMORY_NANOS = 1_500 * MS;
    /// From a dip, and from the last drain, to one that is overdue: the queue is to stand as usual.
    private static final long APART_NANOS = 2_600 * MS;

    private long drainedNanos;
    private double lowestNanos;
    private long lowestAtNanos;
    private long fullNanos = Long.MIN_VALUE / 2;
    /// When others emptied the queue, and whether they do so more often than by drains.
    private long emptiedNanos = Long.MIN_VALUE / 2;

    private boolean often;
    /// Whether the lowest was empty, often, and just after the buffer was full.
    private boolean overflowed;

    /// A drain begins. The next dip, however shallow, sets the clock.
    void restart(long nowNanos) {
        drainedNanos = nowNanos;
        lowestNanos = Double.MAX_VALUE;
        lowestAtNanos = nowNanos;
    }

    /// A report came.
    ///
    /// @param emptyNanos less than that is no queue
    /// @param full whether it fills the buffer
    void handleReport(double queueNanos, double emptyNanos, boolean full, long nowNanos) {
        if (full) {
            fullNanos = nowNanos;
        }
        boolean empty = queueNanos < emptyNanos;
        boolean others = empty && !isRecent(drainedNanos, nowNanos);
        if (others) {
            if (!isRecent(emptiedNanos, nowNanos)) {
                often = nowNanos - emptiedNanos < OFTEN_NANOS;
            }
            emptiedNanos = nowNanos;
        }
        if (empty || queueNanos < lowestNanos) {
            lowestNanos = Math.min(lowestNanos, queueNanos);
            lowestAtNanos = nowNanos;
            overflowed = others && often && isRecent(fullNanos, nowNanos);
        }
    }

    private static boolean isRecent(long nanos, long nowNanos) {
        return nowNanos - nanos < MEMORY_NANOS;
    }

    /// When the last drain began; where there was none yet, when the sender began to cruise.
    long drainedNanos() {
        return drainedNanos;
    }

    /// Whether it is time to drain.
    ///
    /// @param lagNanos from a dip at the bottleneck until this sender's answer gets there
    boolean isDue(long lagNanos, long nowNanos) {
        return nowNanos - lowestAtNanos > PERIOD_NANOS - lagNanos;
    }

    /// Whether a dip has put off the drain that others made by overflowing the buffer, not by a drain.
    boolean isOverdue(long lagNanos, long nowNanos) {
        return overflowed && nowNanos - drainedNanos > APART_NANOS && nowNanos - lowestAtNanos > APART_NANOS - lagNanos;
    }
}
