package org.fastsend.core.sim.udp;

/// How long datagrams waited in a queue: mean and 95th percentile, in classes of a hundredth of a
/// doubling.
public final class QueueSamples {
    private static final int CLASSES_PER_DOUBLING = 32;
    private static final double LEAST_NANOS = 1_000;

    private final long[] counts = new long[28 * CLASSES_PER_DOUBLING];
    private long fromNanos;
    private long count;
    private double sumNanos;

    /// Forgets what was, and counts from that moment on.
    public void startAt(long nanos) {
        fromNanos = nanos;
        java.util.Arrays.fill(counts, 0);
        count = 0;
        sumNanos = 0;
    }

    void add(long nowNanos, long nanos) {
        if (nowNanos < fromNanos) {
            return;
        }
        count++;
        sumNanos += nanos;
        counts[classOf(nanos)]++;
    }

    public double meanMillis() {
        return count == 0 ? 0 : sumNanos / count / 1e6;
    }

    public double p95Millis() {
        long below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i];
            if (below > 0 && below >= 0.95 * count) {
                return i == 0 ? 0 : LEAST_NANOS * Math.pow(2, (double) i / CLASSES_PER_DOUBLING) / 1e6;
            }
        }
        return 0;
    }

    /// By the bits of the floating-point form: logarithms would cost more than all the rest of the link.
    private int classOf(long nanos) {
        if (nanos <= LEAST_NANOS) {
            return 0;
        }
        long bits = Double.doubleToRawLongBits(nanos / LEAST_NANOS);
        int doublings = (int) (bits >>> 52) - 1023;
        int within = (int) (bits >>> 47) & 31;
        return Math.min(counts.length - 1, doublings * CLASSES_PER_DOUBLING + within + 1);
    }
}
