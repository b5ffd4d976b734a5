package org.fastsend.core.congestion;

import java.util.Arrays;

/// How fast two clocks drift apart, from the minima of forward and reverse delay. Drift moves both by the same in
/// opposite directions, which queues do not; so only what both agree on is believed, and a slow change of one
/// direction's queue is not taken for a drift. Nor is one queue that falls while the other one rises: clocks drift all
/// the time. But a direction that no queue disturbs shows the drift as a straight line. Minima per second, slope by
/// least squares over half a minute. Not thread-safe.
final class ClockSkew {
    private static final int SECONDS = 32;
    /// A slope is to be there in each piece of that time,
    private static final int PIECE_SECONDS = 8;

    private static final int LEAST_PIECES = 2;
    /// and so many times the least of any piece is believed at most.
    private static final double STEADY = 2;
    /// Minima that are off a line by no more than that part of what it rises by are on it.
    private static final double STRAIGHT = 0.05;

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
        if (filled >= PIECE_SECONDS) {
            skew = Math.clamp(estimate(), -MAX_SKEW, MAX_SKEW);
        }
    }

    /// No queue rises or falls along a straight line, and so slowly: where one way has none, it tells all.
    private double estimate() {
        double ahead = slope(forward, 0, filled);
        double back = -slope(reverse, 0, filled);
        if (isStraight(reverse, -back)) {
            return back;
        }
        return isStraight(forward, ahead) ? ahead : agreed(ahead, back);
    }

    private boolean isStraight(double[] minima, double slope) {
        double rise = Math.abs(slope) * filled * SECOND;
        double mean = Arrays.stream(minima, 0, filled).average().orElse(0);
        double squares = 0;
        for (int i = 0; i < filled; i++) {
            double off = minima[i] - mean - slope * (i - (filled - 1) / 2.0) * SECOND;
            squares += off * off;
        }
        return Math.abs(slope) <= MAX_SKEW && Math.sqrt(squares / filled) <= STRAIGHT * rise;
    }

    /// The slope that both directions show, and show all the time.
    private double agreed(double ahead, double back) {
        if (filled < LEAST_PIECES * PIECE_SECONDS) {
            return 0;
        }
        double sign = Math.signum(ahead);
        double least = Double.MAX_VALUE;
        for (int from = filled % PIECE_SECONDS; from < filled; from += PIECE_SECONDS) {
            double pieceAhead = sign * slope(forward, from, from + PIECE_SECONDS);
            double pieceBack = -sign * slope(reverse, from, from + PIECE_SECONDS);
            least = Math.min(least, Math.min(pieceAhead, pieceBack));
        }
        return sign * Math.max(0, Math.min(Math.min(sign * ahead, sign * back), STEADY * least));
    }

    /// Nanoseconds per nanosecond.
    private static double slope(double[] minima, int from, int to) {
        double meanX = (from + to - 1) / 2.0;
        double meanY = 0;
        for (int i = from; i < to; i++) {
            meanY += minima[i] / (to - from);
        }
        double xy = 0;
        double xx = 0;
        for (int i = from; i < to; i++) {
            xy += (i - meanX) * (minima[i] - meanY);
            xx += (i - meanX) * (i - meanX);
        }
        return xy / xx / SECOND;
    }
}
