package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// What comes back of a [sounding][Sounding]. A buffer that ends below where the queue was to stand drops the rest, so
/// more is lost than just before. On a path that loses packets anyway nothing else shows that: a sounding is too short
/// for a [suspicion][LossClassifier]. Not thread-safe.
final class Echo {
    /// Of what was sent, what is lost beyond the usual where the buffer ended.
    private static final double LEAST_EXCESS = 0.1;
    /// More is no chance.
    private static final double SIGMAS = 3;

    private static final int CHANCE_PACKETS = 2;
    /// What is missing when so many packets behind it are about was not just overtaken.
    private static final int OVERTAKING_PACKETS = 16;

    private boolean sounds;
    private boolean awaited;
    private long firstPacket;
    private long lastPacket;
    private long sent;
    private long declaredLost;
    private long lostSoFar;
    private long lostBefore;
    private long packets;
    private long highestNanos;

    /// A packet was sent, in a sounding or not.
    void handleSent(long packetNumber, boolean sounding) {
        if (sounding && !sounds) {
            begin(packetNumber);
        }
        sounds = sounding;
        if (sounding) {
            lastPacket = packetNumber;
            sent++;
        }
    }

    private void begin(long packetNumber) {
        awaited = true;
        firstPacket = packetNumber;
        sent = 0;
        packets = 0;
        highestNanos = 0;
        lostBefore = lostSoFar;
    }

    /// A report came. Returns how high the queue stood where the buffer ended, if that shows now.
    ///
    /// @param peakNanos the queue's greatest height in it
    /// @param usualLoss share that the path loses, rather too much than too little
    OptionalDouble handleReport(Report report, long peakNanos, double usualLoss) {
        declaredLost += report.lostPackets();
        lostSoFar = declaredLost + report.overtakenPackets();
        if (!awaited) {
            return OptionalDouble.empty();
        }
        if (report.newestPacketNumber() < firstPacket) {
            lostBefore = lostSoFar;
            return OptionalDouble.empty();
        }
        packets += report.deliveredPackets() + report.lostPackets();
        highestNanos = Math.max(highestNanos, peakNanos);
        if (sounds || report.newestPacketNumber() < lastPacket + OVERTAKING_PACKETS) {
            return OptionalDouble.empty();
        }
        awaited = false;
        return isCut(usualLoss) ? OptionalDouble.of((double) highestNanos) : OptionalDouble.empty();
    }

    private boolean isCut(double usualLoss) {
        double usual = packets * usualLoss;
        double excess = lostSoFar - lostBefore - usual;
        return excess > LEAST_EXCESS * sent && excess > SIGMAS * Math.sqrt(usual) + CHANCE_PACKETS;
    }
}
