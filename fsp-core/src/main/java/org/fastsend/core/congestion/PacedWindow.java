package org.fastsend.core.congestion;

/// The window of a law that counts in datagrams and round trips, spread over the round trip: what CUBIC and FAST have
/// in common. Not thread-safe.
final class PacedWindow {
    private static final double SECOND = 1e9;
    private static final double UNKNOWN_RTT_NANOS = 100e6;
    private static final int INITIAL_DATAGRAMS = 10;

    private final double newestWeight;
    private int datagramBytes;
    private double datagrams = INITIAL_DATAGRAMS;
    private double smoothedRttNanos;
    private long baseRttNanos = Long.MAX_VALUE;
    private long nextPacket;
    private long roundPacket;

    /// @param newestWeight of the newest round trip in their mean, above 0, at most 1
    PacedWindow(int datagramBytes, double newestWeight) {
        this.datagramBytes = datagramBytes;
        this.newestWeight = newestWeight;
    }

    void handleSent(long packetNumber) {
        nextPacket = packetNumber + 1;
    }

    /// It is of so many bytes as before.
    void handleDatagramBytes(int bytes) {
        datagrams *= (double) datagramBytes / bytes;
        datagramBytes = bytes;
    }

    void handleRtt(long rttNanos) {
        smoothedRttNanos += baseRttNanos == Long.MAX_VALUE ? rttNanos : (rttNanos - smoothedRttNanos) * newestWeight;
        baseRttNanos = Math.min(baseRttNanos, rttNanos);
    }

    /// Whether a round trip ends with that packet's arrival; the next one begins then.
    boolean endsRound(long newestPacketNumber) {
        boolean ends = newestPacketNumber >= roundPacket;
        if (ends) {
            roundPacket = nextPacket;
        }
        return ends;
    }

    /// The number that the next packet gets.
    long nextPacket() {
        return nextPacket;
    }

    double datagrams() {
        return datagrams;
    }

    void set(double wanted) {
        datagrams = wanted;
    }

    /// The least round trip ever seen; Long.MAX_VALUE before the first.
    long baseRttNanos() {
        return baseRttNanos;
    }

    double smoothedRttNanos() {
        return baseRttNanos == Long.MAX_VALUE ? UNKNOWN_RTT_NANOS : smoothedRttNanos;
    }

    long bytes() {
        return (long) (datagrams * datagramBytes);
    }

    /// A window a round trip.
    double bytesPerSecond() {
        return datagrams * datagramBytes * SECOND / smoothedRttNanos();
    }

    Insight insight(RateRules rules, String phase, long rateBytesPerSecond) {
        long base = baseRttNanos == Long.MAX_VALUE ? 0 : baseRttNanos;
        return new Insight(
                rules.rule(bytesPerSecond()),
                phase,
                rateBytesPerSecond,
                (long) bytesPerSecond(),
                base,
                base == 0 ? 0 : (long) smoothedRttNanos - base,
                0);
    }
}
