package org.fastsend.core.congestion;

/// A rate that is raised for a moment, and lowered behind that until no more was sent than without. Not thread-safe.
final class Pulse {
    private double faster = 1;
    private double slower = 1;
    private long beginNanos = Long.MIN_VALUE;
    private long endNanos = Long.MIN_VALUE;
    private long pauseEndNanos = Long.MIN_VALUE;

    /// Begins one that lasts so long.
    ///
    /// @param times the usual rate, above 1
    /// @param part of the usual rate behind that, below 1
    void begin(double times, double part, double lengthNanos, long nowNanos) {
        faster = times;
        slower = part;
        beginNanos = nowNanos;
        endNanos = nowNanos + (long) lengthNanos;
        handleSent(lengthNanos * times);
    }

    /// Begins one that ends when enough is [sent][#handleSent].
    ///
    /// @param times the usual rate, above 1
    /// @param part of the usual rate behind that, below 1
    /// @param mostNanos after which it ends in any case
    void beginOpen(double times, double part, double mostNanos, long nowNanos) {
        begin(times, part, mostNanos, nowNanos);
        handleSent(0);
    }

    /// So much was sent in it, as the time that it takes at the usual rate.
    void handleSent(double usualNanos) {
        pauseEndNanos = endNanos + (long) (Math.max(0, usualNanos - (endNanos - beginNanos)) / (1 - slower));
    }

    /// Enough is sent.
    ///
    /// @param usualNanos what it takes at the usual rate
    void end(double usualNanos, long nowNanos) {
        endNanos = nowNanos;
        handleSent(usualNanos);
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
