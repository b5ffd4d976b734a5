package org.fastsend.core.congestion;

/// A rate that is raised for a moment, and lowered behind that until no more was sent than without. Not thread-safe.
final class Pulse {
    private double faster = 1;
    private double slower = 1;
    private long endNanos = Long.MIN_VALUE;
    private long pauseEndNanos = Long.MIN_VALUE;

    /// Begins one that lasts so long.
    ///
    /// @param times the usual rate, above 1
    /// @param part of the usual rate behind that, below 1
    void begin(double times, double part, double lengthNanos, long nowNanos) {
        begin(times, part, lengthNanos, lengthNanos * (times - 1), nowNanos);
    }

    /// Begins one that is to be [cut][#cut].
    ///
    /// @param lengthNanos after which it ends in any case
    /// @param aheadNanos of the usual rate that it sends too much if it does
    void begin(double times, double part, double lengthNanos, double aheadNanos, long nowNanos) {
        faster = times;
        slower = part;
        cut(aheadNanos, nowNanos + (long) lengthNanos);
    }

    /// It has done its work, and ends then.
    ///
    /// @param aheadNanos of the usual rate that was sent too much
    void cut(double aheadNanos, long nanos) {
        endNanos = nanos;
        pauseEndNanos = nanos + (long) (aheadNanos / (1 - slower));
    }

    /// What to multiply the usual rate with now.
    double factor(long nowNanos) {
        if (nowNanos < endNanos) {
            return faster;
        }
        return nowNanos < pauseEndNanos ? slower : 1;
    }

    /// When the factor changes next; Long.MAX_VALUE if it does not.
    long nextDeadlineNanos(long nowNanos) {
        if (nowNanos < endNanos) {
            return endNanos;
        }
        return nowNanos < pauseEndNanos ? pauseEndNanos : Long.MAX_VALUE;
    }

    /// How many times the usual rate it is, or was.
    double faster() {
        return faster;
    }

    /// When the rate falls below the usual one.
    long endNanos() {
        return endNanos;
    }

    /// When it is back.
    long pauseEndNanos() {
        return pauseEndNanos;
    }
}
