package org.fastsend.core.recovery;

/// Round-trip time of a path, without the receiver's waiting: smoothed and variation as in RFC 9002
/// section 5.3. Not thread-safe.
public final class RttEstimator {
    /// What is assumed before the first sample.
    static final long INITIAL_NANOS = 300_000_000;

    private long latestNanos;
    private long minNanos;
    private long smoothedNanos = INITIAL_NANOS;
    private long variationNanos = INITIAL_NANOS / 2;

    public void sample(long nanos) {
        if (nanos <= 0) {
            return;
        }
        boolean first = latestNanos == 0;
        latestNanos = nanos;
        minNanos = first ? nanos : Math.min(minNanos, nanos);
        variationNanos = first ? nanos / 2 : (3 * variationNanos + Math.abs(smoothedNanos - nanos)) / 4;
        smoothedNanos = first ? nanos : (7 * smoothedNanos + nanos) / 8;
    }

    /// The path is another one: what was learned does not hold.
    public void reset() {
        latestNanos = 0;
        minNanos = 0;
        smoothedNanos = INITIAL_NANOS;
        variationNanos = INITIAL_NANOS / 2;
    }

    public boolean isMeasured() {
        return latestNanos != 0;
    }

    /// 0 if not measured.
    public long latestNanos() {
        return latestNanos;
    }

    /// Least sample ever; 0 if not measured.
    public long minNanos() {
        return minNanos;
    }

    /// The initial assumption if not measured.
    public long smoothedNanos() {
        return smoothedNanos;
    }

    public long variationNanos() {
        return variationNanos;
    }
}
