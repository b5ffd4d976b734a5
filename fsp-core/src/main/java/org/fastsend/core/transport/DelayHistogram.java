package org.fastsend.core.transport;

/// Mean and percentiles of delays, in classes a sixteenth of a doubling wide. Not thread-safe.
final class DelayHistogram {
    private static final int CLASSES_PER_DOUBLING = 16;
    private static final long LEAST_NANOS = 1_000;
    private static final int CLASSES = 27 * CLASSES_PER_DOUBLING;

    private final long[] counts = new long[CLASSES];
    private long count;
    private double sumNanos;

    void add(long nanos) {
        counts[classOf(nanos)]++;
        count++;
        sumNanos += nanos;
    }

    /// 0 if there was none.
    long meanNanos() {
        return count == 0 ? 0 : Math.round(sumNanos / count);
    }

    /// What that share of delays did not exceed, to a twentieth; 0 if there was none.
    long percentileNanos(double share) {
        long below = 0;
        for (int i = 0; i < CLASSES; i++) {
            below += counts[i];
            if (below > 0 && below >= share * count) {
                return i == 0 ? 0 : Math.round(LEAST_NANOS * Math.pow(2, (double) i / CLASSES_PER_DOUBLING));
            }
        }
        return 0;
    }

    private static int classOf(long nanos) {
        if (nanos <= LEAST_NANOS) {
            return 0;
        }
        double doublings = Math.log((double) nanos / LEAST_NANOS) / Math.log(2);
        return Math.min(CLASSES - 1, (int) Math.ceil(doublings * CLASSES_PER_DOUBLING));
    }
}
