package org.fastsend.client.bench;

import java.util.ArrayList;
import java.util.List;

/// How far a path test has come: how many bytes had been answered when, some ten times a second. Thread-safe.
final class BenchProgress {
    private static final long SAMPLE_NANOS = 100_000_000;
    /// By then a path test has got going.
    private static final double STARTING_PART = 0.25;
    private static final double BITS_PER_SECOND = Byte.SIZE * 1e9;

    private final List<Sample> samples = new ArrayList<>();
    private long startNanos;
    private long bytes;
    private long answeredNanos;

    private record Sample(long nanos, long bytes) {}

    synchronized void begin(long nowNanos) {
        startNanos = nowNanos;
        answeredNanos = nowNanos;
    }

    /// @param last whether nothing is on its way any more
    synchronized void answered(int moreBytes, boolean last, long nowNanos) {
        bytes += moreBytes;
        answeredNanos = nowNanos;
        if (last || samples.isEmpty() || nowNanos - samples.getLast().nanos >= SAMPLE_NANOS) {
            samples.add(new Sample(nowNanos, bytes));
        }
    }

    /// All that was answered.
    synchronized long bytes() {
        return bytes;
    }

    /// From the first block asked to the last one answered; until now if none was.
    synchronized long nanos(long nowNanos) {
        return Math.max(1, (bytes == 0 ? nowNanos : answeredNanos) - startNanos);
    }

    /// What was answered a second without the first quarter of the time.
    synchronized double effectiveBitsPerSecond(long nowNanos) {
        long from = startNanos + (long) (STARTING_PART * nanos(nowNanos));
        return samples.stream()
                .filter(sample -> sample.nanos >= from && sample.nanos < answeredNanos)
                .findFirst()
                .map(first -> (bytes - first.bytes) * BITS_PER_SECOND / (answeredNanos - first.nanos))
                .orElseGet(() -> bytes * BITS_PER_SECOND / nanos(nowNanos));
    }
}
