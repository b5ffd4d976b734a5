package org.fastsend.core.congestion;

/// A round trip of the cruise, from a packet's departure to the report of its arrival: the highest queue
/// that it showed, and whether anything but the network held the sender back. Not thread-safe.
final class Round {
    private long lastPacket;
    private double queueNanos;
    private boolean limited;

    /// The next one ends with the arrival of that packet.
    void begin(long packetNumber) {
        lastPacket = packetNumber;
        queueNanos = 0;
        limited = false;
    }

    void handleReport(long nanos, boolean heldBack) {
        queueNanos = Math.max(queueNanos, (double) nanos);
        limited |= heldBack;
    }

    boolean isOver(long newestPacketNumber) {
        return newestPacketNumber >= lastPacket;
    }

    /// Whether no queue as high as that was seen so far.
    boolean isBelow(double nanos) {
        return queueNanos < nanos;
    }

    boolean isLimited() {
        return limited;
    }
}
