package org.fastsend.core.congestion;

/// The rate that spends a window in a round trip. It is corrected by what of the window is missing in flight: that is
/// known at once, where the delay tells a round trip later, and keeps long paths stable. Not thread-safe.
final class WindowRate {
    private static final double SECOND = 1e9;
    private static final double LEAST_CORRECTION = 0.5;
    private static final double MOST_CORRECTION = 1.25;
    private static final double MEMORY_SPANS = 2;

    private double usualQueueNanos;
    private long firstPacket;

    /// A search or a drain is over, and that is the first packet sent at the usual rate: until it has arrived, what
    /// is in flight is what was sent before. To make up for a search's pauses would exceed the path. And of what a
    /// drain left out, only what the queue fell by is missing, which is known when the drain has arrived: where
    /// others drained, too, the link had nothing to send for a while, and that is past.
    void begin(long packetNumber) {
        firstPacket = packetNumber;
    }

    /// @param spanNanos round trip of the control loop with that queue
    void handleQueue(double queueNanos, double spanNanos, double elapsedNanos) {
        usualQueueNanos += (queueNanos - usualQueueNanos) * Math.min(1, elapsedNanos / (MEMORY_SPANS * spanNanos));
    }

    /// Without the correction: with the usual queue if that is higher.
    ///
    /// @param emptySpanNanos round trip of the control loop without a queue
    double usual(double window, double queueNanos, double emptySpanNanos) {
        return window * SECOND / (emptySpanNanos + Math.max(queueNanos, usualQueueNanos));
    }

    /// What to multiply with it, if so much is in flight beside what is sent before a report can tell.
    double correction(double window, double inflightBytes, double unreportedBytes, long newestPacket) {
        double missing = (window - inflightBytes - unreportedBytes) / window;
        return Math.clamp(1 + missing, LEAST_CORRECTION, newestPacket < firstPacket ? 1 : MOST_CORRECTION);
    }
}
