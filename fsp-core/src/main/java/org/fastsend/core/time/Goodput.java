package org.fastsend.core.time;

/// How many bytes a second a peer gets done, measured only while it has work: waiting for a slow disk at this end does
/// not make a peer look slow. A mean over quarters of a second of work, in which older ones weigh ever less; before the
/// first quarter is over, the mean since the start. Not thread-safe.
public final class Goodput {
    private static final long SAMPLE_NANOS = 250_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private boolean working;
    private long accountedNanos;
    private long sampleNanos;
    private long sampleBytes;
    private double settledBytesPerSecond;

    /// The peer has work from now on.
    public void start(long nowNanos) {
        account(nowNanos);
        working = true;
    }

    /// The peer has nothing to do any more.
    public void stop(long nowNanos) {
        account(nowNanos);
        working = false;
    }

    public void add(long nowNanos, long bytes) {
        account(nowNanos);
        sampleBytes += bytes;
        if (sampleNanos >= SAMPLE_NANOS) {
            double sample = sampleBytes * NANOS_PER_SECOND / sampleNanos;
            settledBytesPerSecond = settledBytesPerSecond == 0 ? sample : (settledBytesPerSecond + sample) / 2;
            sampleNanos = 0;
            sampleBytes = 0;
        }
    }

    /// 0 until the first bytes were done.
    public double bytesPerSecond() {
        if (settledBytesPerSecond > 0 || sampleBytes == 0) {
            return settledBytesPerSecond;
        }
        return sampleBytes * NANOS_PER_SECOND / Math.max(1, sampleNanos);
    }

    private void account(long nowNanos) {
        if (working) {
            sampleNanos += nowNanos - accountedNanos;
        }
        accountedNanos = nowNanos;
    }
}
