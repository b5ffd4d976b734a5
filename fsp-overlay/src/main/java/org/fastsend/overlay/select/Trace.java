package org.fastsend.overlay.select;

import org.fastsend.core.channel.RelayChoice.Sample;

/// What a target did over the last [#SAMPLES] samples. Not thread-safe.
final class Trace {
    static final int SAMPLES = 128;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] atNanos = new long[SAMPLES];
    private final long[] sentBytes = new long[SAMPLES];
    private final long[] storedBytes = new long[SAMPLES];
    private final boolean[] busy = new boolean[SAMPLES];
    private int count;

    void add(long nowNanos, Sample sample) {
        int at = count++ % SAMPLES;
        atNanos[at] = nowNanos;
        sentBytes[at] = sample.sentBytes();
        storedBytes[at] = sample.storedBytes();
        busy[at] = sample.busy();
    }

    /// How long it has been watched.
    long spanNanos(long nowNanos) {
        return count == 0 ? 0 : nowNanos - atNanos[oldest() % SAMPLES];
    }

    /// Bytes a second that were sent to it between two moments, as far as they are remembered.
    double sentRate(long fromNanos, long toNanos) {
        return rate(sentBytes, fromNanos, toNanos);
    }

    double storedRate(long fromNanos, long toNanos) {
        return rate(storedBytes, fromNanos, toNanos);
    }

    /// Whether it had work at every sample between two moments.
    boolean wasBusy(long fromNanos, long toNanos) {
        boolean any = false;
        for (int i = oldest(); i < count; i++) {
            int at = i % SAMPLES;
            if (atNanos[at] >= fromNanos && atNanos[at] <= toNanos) {
                any = true;
                if (!busy[at]) {
                    return false;
                }
            }
        }
        return any;
    }

    /// Bytes sent within each of the last so many samples, the newest last.
    double[] steps(int steps) {
        int available = Math.min(steps, count - oldest() - 1);
        double[] result = new double[Math.max(0, available)];
        for (int i = 0; i < result.length; i++) {
            int at = count - result.length + i;
            result[i] = sentBytes[at % SAMPLES] - sentBytes[(at - 1) % SAMPLES];
        }
        return result;
    }

    private double rate(long[] bytes, long fromNanos, long toNanos) {
        int first = -1;
        int last = -1;
        for (int i = oldest(); i < count; i++) {
            int at = i % SAMPLES;
            first = atNanos[at] <= fromNanos || first < 0 ? at : first;
            if (last < 0 || atNanos[last] < toNanos) {
                last = at;
            }
        }
        if (first < 0 || atNanos[last] <= atNanos[first]) {
            return 0;
        }
        return (bytes[last] - bytes[first]) * NANOS_PER_SECOND / (atNanos[last] - atNanos[first]);
    }

    private int oldest() {
        return Math.max(0, count - SAMPLES);
    }
}
