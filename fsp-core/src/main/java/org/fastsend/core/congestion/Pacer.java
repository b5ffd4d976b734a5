package org.fastsend.core.congestion;

/// Spends a rate in bursts: what a quantum of a millisecond or less holds, but at least two and at most 45 datagrams,
/// the most that one system call with segmentation offload carries. Time slept too long is carried as credit, up to a
/// second burst, or what the controller allows. Not thread-safe.
public final class Pacer {
    public static final int MIN_BURST_DATAGRAMS = 2;
    public static final int MAX_BURST_DATAGRAMS = 45;

    public static final long MAX_QUANTUM_NANOS = 1_000_000;

    private static final double MIN_QUANTUM_NANOS = 50_000;
    /// Of a buffer, what a burst may fill.
    private static final double QUANTA_OF_BUFFER = 8;

    /// Credit kept while nothing is sent, in bursts.
    private static final int MAX_CREDIT_BURSTS = 2;

    private static final double NANOS_PER_SECOND = 1e9;

    private double creditBytes;
    private long accountedNanos;

    public Pacer(long nowNanos) {
        accountedNanos = nowNanos;
    }

    /// The quantum for a bottleneck whose buffer is that high; 0 if that is not known.
    static long quantumNanos(double bufferNanos) {
        return bufferNanos == 0
                ? MAX_QUANTUM_NANOS
                : (long) Math.clamp(bufferNanos / QUANTA_OF_BUFFER, MIN_QUANTUM_NANOS, (double) MAX_QUANTUM_NANOS);
    }

    /// How many datagrams may leave now as one burst; 0 before [#nextBurstNanos].
    ///
    /// @param creditNanos slept too long, of which nothing is lost
    public int burstDatagrams(
            long rateBytesPerSecond, long quantumNanos, long creditNanos, int datagramBytes, long nowNanos) {
        int burst = burst(rateBytesPerSecond, quantumNanos, datagramBytes);
        double credit = rateBytesPerSecond * (creditNanos / NANOS_PER_SECOND);
        accrue(rateBytesPerSecond, Math.max((double) burst * datagramBytes * MAX_CREDIT_BURSTS, credit), nowNanos);
        return creditBytes >= (double) burst * datagramBytes ? burst : 0;
    }

    /// Bytes that left; also a burst shorter than allowed, and datagrams that no burst was asked for.
    public void spend(long bytes) {
        creditBytes -= bytes;
    }

    /// When the next burst may leave, if the rate stays.
    public long nextBurstNanos(long rateBytesPerSecond, long quantumNanos, int datagramBytes, long nowNanos) {
        double missing = (double) burst(rateBytesPerSecond, quantumNanos, datagramBytes) * datagramBytes - creditBytes;
        return missing <= 0
                ? nowNanos
                : accountedNanos + (long) Math.ceil(missing * NANOS_PER_SECOND / rateBytesPerSecond);
    }

    private static int burst(long rateBytesPerSecond, long quantumNanos, int datagramBytes) {
        double quantum = rateBytesPerSecond * (quantumNanos / NANOS_PER_SECOND) / datagramBytes;
        return (int) Math.clamp(quantum, MIN_BURST_DATAGRAMS, MAX_BURST_DATAGRAMS);
    }

    private void accrue(long rateBytesPerSecond, double maxBytes, long nowNanos) {
        long elapsedNanos = nowNanos - accountedNanos;
        if (elapsedNanos > 0) {
            creditBytes = Math.min(maxBytes, creditBytes + rateBytesPerSecond * (elapsedNanos / NANOS_PER_SECOND));
            accountedNanos = nowNanos;
        }
    }
}
