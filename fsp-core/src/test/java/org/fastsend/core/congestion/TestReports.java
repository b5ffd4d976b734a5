package org.fastsend.core.congestion;

/// Reports that say one thing and are plain otherwise.
final class TestReports {
    private static final long INTERVAL_NANOS = 20_000_000;

    private TestReports() {}

    /// So many packets were delivered and lost, up to that number.
    static Report counts(int delivered, int lost, long newestPacketNumber) {
        return counts(delivered, lost, newestPacketNumber, 1_000_000);
    }

    /// So many packets were delivered up to that number, which arrived then by the receiver's clock.
    static Report arrival(int delivered, long newestPacketNumber, long arrivedNanos) {
        return counts(delivered, 0, newestPacketNumber, arrivedNanos);
    }

    /// All sent at 0.
    private static Report counts(int delivered, int lost, long newestPacketNumber, long rttNanos) {
        return new Report(
                1500L * delivered,
                delivered,
                1500L * lost,
                lost,
                0,
                0,
                0,
                newestPacketNumber,
                0,
                0,
                0,
                delivered,
                0,
                rttNanos,
                INTERVAL_NANOS,
                0,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false);
    }

    static Report delays(long forwardNanos, long reverseNanos, long rttNanos) {
        return delays(forwardNanos, reverseNanos, rttNanos, 0);
    }

    /// The delays of one packet, with that number.
    static Report delays(long forwardNanos, long reverseNanos, long rttNanos, long packetNumber) {
        return delays(forwardNanos, reverseNanos, rttNanos, packetNumber, 0, INTERVAL_NANOS);
    }

    /// The same, sent then, in a report so long after the one before.
    static Report delays(
            long forwardNanos,
            long reverseNanos,
            long rttNanos,
            long packetNumber,
            long sentNanos,
            long intervalNanos) {
        return new Report(
                1500,
                1,
                0,
                0,
                0,
                0,
                sentNanos,
                packetNumber,
                forwardNanos,
                forwardNanos,
                forwardNanos,
                1,
                reverseNanos,
                rttNanos,
                intervalNanos,
                0,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false);
    }
}
