package org.fastsend.core.congestion;

import java.util.Arrays;

/// A capacity in bytes a second as the median of what the last probes said, approached step by step. Not thread-safe.
final class MedianCapacity {
    private static final int SAMPLES = 15;
    /// From one probe to the next.
    private static final double MOST_CHANGE = 1.3;
    /// Of the sender's own rate, no sample counts for more.
    private static final double MOST_OF_RATE = 200;

    private final double[] samples = new double[SAMPLES];
    private int sampled;
    private double bytesPerSecond;

    /// A probe said so, of a link that carries no less than the sender's rate.
    void count(double sampleBytesPerSecond, double rateBytesPerSecond) {
        double most = MOST_OF_RATE * rateBytesPerSecond;
        samples[sampled % SAMPLES] = Math.clamp(sampleBytesPerSecond, rateBytesPerSecond, most);
        sampled++;
        double[] sorted = Arrays.copyOf(samples, Math.min(sampled, SAMPLES));
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        bytesPerSecond =
                isNone() ? median : Math.clamp(median, bytesPerSecond / MOST_CHANGE, bytesPerSecond * MOST_CHANGE);
    }

    /// What it may be until the first probe.
    void guess(double guessBytesPerSecond) {
        if (sampled == 0) {
            bytesPerSecond = guessBytesPerSecond;
        }
    }

    /// Whether it is not even guessed.
    private boolean isNone() {
        return bytesPerSecond == 0;
    }

    /// 0 if it is not known.
    double bytesPerSecond() {
        return bytesPerSecond;
    }
}
