package org.fastsend.core.congestion;

/// What a search of the path found free, as the least that the bottleneck may be taken for. Where several bottlenecks
/// lie in a row, each makes a bump of its own of a [probe][CapacityProbe], which looks like less capacity: but it is no
/// less than most of that, for a while. Not thread-safe.
final class FoundCapacity {
    private static final double SECOND = 1e9;
    private static final double PART = 0.9;
    /// A chirp of a dozen packets, all that there is room for on a link that takes so long for one, may find half too
    /// much.
    private static final double COARSE_PART = 0.65;

    private static final double COARSE_NANOS = 2e6;
    /// How long it counts.
    static final long MEMORY_NANOS = 300_000_000_000L;

    private double bytesPerSecond;
    private long foundNanos;

    void found(double foundBytesPerSecond, long nowNanos) {
        bytesPerSecond = foundBytesPerSecond;
        foundNanos = nowNanos;
    }

    /// No more gets through.
    void exceeded(double mostBytesPerSecond) {
        bytesPerSecond = Math.min(bytesPerSecond, mostBytesPerSecond);
    }

    void age(long nowNanos) {
        if (nowNanos - foundNanos > MEMORY_NANOS) {
            bytesPerSecond = 0;
        }
    }

    /// Bytes a second that the bottleneck carries at least; 0 if nothing is known.
    double leastBytesPerSecond(int datagramBytes) {
        boolean coarse = datagramBytes * SECOND > COARSE_NANOS * bytesPerSecond;
        return (coarse ? COARSE_PART : PART) * bytesPerSecond;
    }
}
