package org.fastsend.client.bench;

import java.util.ArrayList;
import java.util.List;

/// How far a path test has come: the blocks that are on their way, and how many bytes had been answered when, some ten
/// times a second. Not thread-safe.
final class BenchProgress {
    private static final long SAMPLE_NANOS = 100_000_000;
    /// By then a path test has got going.
    private static final double STARTING_PART = 0.25;
    private static final double BITS_PER_SECOND = Byte.SIZE * 1e9;

    private final List<Sample> samples = new ArrayList<>();
    private final int blockBytes;
    private long startNanos;
    private long bytes;
    private int onTheWay;
    private long answeredNanos;

    private record Sample(long nanos, long bytes) {}

    BenchProgress(int blockBytes) {
        this.blockBytes = blockBytes;
    }

    void begin(long nowNanos) {
        startNanos = nowNanos;
        answeredNanos = nowNanos;
    }

    /// A block is on its way.
    void asked() {
        onTheWay++;
    }

    /// A block was answered.
    void answered(long nowNanos) {
        onTheWay--;
        bytes += blockBytes;
        answeredNanos = nowNanos;
        if (onTheWay == 0 || samples.isEmpty() || nowNanos - samples.getLast().nanos >= SAMPLE_NANOS) {
            samples.add(new Sample(nowNanos, bytes));
        }
    }

    /// A block went no way, or will not be answered: it is to be asked again.
    void lost() {
        onTheWay--;
    }

    /// Whether what was answered and what is on its way is less than so many bytes.
    boolean wantsMore(long allBytes) {
        return bytes + (long) onTheWay * blockBytes < allBytes;
    }

    boolean isAnythingOnTheWay() {
        return onTheWay > 0;
    }

    /// All that was answered.
    long bytes() {
        return bytes;
    }

    /// From the first block asked to the last one answered; until now if none was.
    long nanos(long nowNanos) {
        return Math.max(1, (bytes == 0 ? nowNanos : answeredNanos) - startNanos);
    }

    /// What was answered a second without the first quarter of the time.
    double effectiveBitsPerSecond(long nowNanos) {
        long from = startNanos + (long) (STARTING_PART * nanos(nowNanos));
        return samples.stream()
                .filter(sample -> sample.nanos >= from && sample.nanos < answeredNanos)
                .findFirst()
                .map(first -> (bytes - first.bytes) * BITS_PER_SECOND / (answeredNanos - first.nanos))
                .orElseGet(() -> bytes * BITS_PER_SECOND / nanos(nowNanos));
    }
}
