package org.fastsend.core.congestion;

/// How fast two clocks drift apart, from the minima of forward and reverse delay. Drift moves both by the same in
/// opposite directions, which queues do not; so only what both agree on is believed, and a slow change of one
/// direction's queue is not taken for a drift. Minima per second, slope by least squares over half a minute. Not
/// thread-safe.
final class ClockSkew {
    private static final int SECONDS = 32;
    private static final int LEAST_SECONDS = 8;
    private static final long SECOND = 1_000_000_000;
    /// Clocks worse than that are broken, not skewed.
    private static final double MAX_SKEW = 500e-6;

    private final double[] forward = new double[SECONDS];
    private final double[] reverse = new double[SECONDS];
    private int filled;
    private long secondNanos;
    private boolean started;
    private long minForward;
    private long minReverse;
    private double skew;
    private double drift;
    private long driftNanos;

    void handle(long forwardNanos, long reverseNanos, long nowNanos) {
        if (!started || nowNanos - secondNanos > SECONDS * SECOND) {
            begin(forwardNanos, reverseNanos, nowNanos);
            return;
        }
        advance(nowNanos);
        if (nowNanos - secondNanos >= SECOND) {
            close();
            secondNanos += SECOND * ((nowNanos - secondNanos) / SECOND);
            minForward = forwardNanos;
            minReverse = reverseNanos;
        } else {
            minForward = Math.min(minForward, forwardNanos);
            minReverse = Math.min(minReverse, reverseNanos);
        }
    }

    /// What the receiver's clock ran ahead of the sender's by since the beginning, as far as it is known.
    long driftNanos(long nowNanos) {
        advance(nowNanos);
        return (long) drift;
    }

    double skew() {
        return skew;
    }

    /// Forgets the minima, not the skew: a clock was set.
    void restart() {
        filled = 0;
        started = false;
    }

    private void begin(long forwardNanos, long reverseNanos, long nowNanos) {
        filled = 0;
        started = true;
        secondNanos = nowNanos;
        if (driftNanos == 0) {
            driftNanos = nowNanos;
        }
        minForward = forwardNanos;
        minReverse = reverseNanos;
    }

    private void advance(long nowNanos) {
        if (driftNanos != 0) {
            drift += skew * (nowNanos - driftNanos);
            driftNanos = nowNanos;
        }
    }

    private void close() {
        if (filled == SECONDS) {
            System.arraycopy(forward, 1, forward, 0, SECONDS - 1);
            System.arraycopy(reverse, 1, reverse, 0, SECONDS - 1);
            filled--;
        }
        forward[filled] = minForward;
        reverse[filled] = minReverse;
        filled++;
        if (filled >= LEAST_SECONDS) {
            double ahead = slope(forward);
            double back = -slope(reverse);
            double agreed = ahead * back <= 0 ? 0 : Math.copySign(Math.min(Math.abs(ahead), Math.abs(back)), ahead);
            skew = Math.clamp(agreed, -MAX_SKEW, MAX_SKEW);
        }
    }

    /// Nanoseconds per nanosecond.
    private double slope(double[] minima) {
        double meanX = (filled - 1) / 2.0;
        double meanY = 0;
        for (int i = 0; i < filled; i++) {
            meanY += minima[i] / filled;
        }
        double xy = 0;
        double xx = 0;
        for (int i = 0; i < filled; i++) {
            xy += (i - meanX) * (minima[i] - meanY);
            xx += (i - meanX) * (i - meanX);
        }
        return xy / xx / SECOND;
    }
}
