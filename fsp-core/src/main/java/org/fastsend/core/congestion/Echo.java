package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// What comes back of a [sounding][Sounding]. A buffer that ends below where the queue was to stand drops the rest, so
/// more is lost than just before. On a path that loses packets anyway nothing else shows that: a sounding is too short
/// for a [suspicion][LossClassifier]. Not thread-safe.
final class Echo {
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
        boolean cut = new BurstLoss(sent, packets, lostSoFar - lostBefore).overflowed(usualLoss);
        return cut ? OptionalDouble.of((double) highestNanos) : OptionalDouble.empty();
    }
}
