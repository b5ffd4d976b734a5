package org.fastsend.core.congestion;

/// When the next [probe][CapacityProbe] is due: about once a second, at no time that another sender would choose as
/// well. Not thread-safe.
final class ProbeSchedule {
    private static final double PERIOD_NANOS = 1e9;
    private static final double PERIOD_ROUND_TRIPS = 3;

    private long nextNanos = Long.MIN_VALUE;

    boolean isDue(long nowNanos) {
        return nowNanos >= nextNanos;
    }

    /// A probe begins.
    ///
    /// @param seed a delay just measured, whose last digits no two senders share: their probes must not keep step
    void begun(long rttNanos, long seed, long nowNanos) {
        double spread = 0.5 + chance(seed ^ nowNanos);
        nextNanos = nowNanos + (long) (Math.max(PERIOD_NANOS, PERIOD_ROUND_TRIPS * rttNanos) * spread);
    }

    /// There is to be none before.
    void notBefore(long nanos) {
        nextNanos = Math.max(nextNanos, nanos);
    }

    /// From 0 to 1.
    private static double chance(long seed) {
        long mixed = (seed ^ seed >>> 32) * 0x9E3779B97F4A7C15L;
        return (mixed >>> 11) * 0x1p-53;
    }
}
