package org.fastsend.core.congestion;

/// What one report of the receiver says about the path, after recovery compared it with what was sent. Counts are what
/// is new since the report before: a lost report's content arrives with the next one, and its interval is the longer.
///
/// One-way delays are differences of two clocks: with an unknown offset, possibly drifting and possibly negative. The
/// forward delay is receiver's minus sender's clock, the reverse delay sender's minus receiver's.
///
/// @param deliveredBytes     IP bytes newly known to have arrived (each packet once)
/// @param deliveredPackets   packets newly known to have arrived
/// @param lostBytes          IP bytes newly declared lost
/// @param lostPackets        packets newly declared lost
/// @param spuriousPackets    packets declared lost earlier that did arrive; counted as delivered too
/// @param overtakenPackets packets told to be missing, which may still arrive
/// @param newestSentNanos    when the newest packet known to have arrived was sent; sender's clock
/// @param newestPacketNumber its number; -1 if nothing arrived yet
/// @param minForwardNanos    least forward delay in the report's interval; [#NONE] if no packet arrived in it
/// @param meanForwardNanos   mean forward delay in it; [#NONE] likewise
/// @param maxForwardNanos    greatest forward delay in it; [#NONE] likewise
/// @param measuredPackets    packets that these three are of: fewer than arrived if a report was lost
/// @param reverseNanos       this report's own delay
/// @param latestRttNanos     round trip of the newest arrival without the receiver's waiting; [#NONE] if unknown
/// @param intervalNanos      receiver's time from the report digested before to this one; 0 for the first
/// @param inflightBytes      IP bytes sent and neither delivered nor declared lost
/// @param storageBytesPerSecond what the receiver's storage takes; Long.MAX_VALUE if it sets no limit
/// @param creditBytes        what the receiver has room for beyond what arrived; Long.MAX_VALUE if unlimited
/// @param ceMarks            packets newly reported as marked Congestion Experienced
/// @param appLimited         whether the sender lacked data or credit, not rate, at some time since the report before
public record Report(
        long deliveredBytes,
        int deliveredPackets,
        long lostBytes,
        int lostPackets,
        int spuriousPackets,
        int overtakenPackets,
        long newestSentNanos,
        long newestPacketNumber,
        long minForwardNanos,
        long meanForwardNanos,
        long maxForwardNanos,
        int measuredPackets,
        long reverseNanos,
        long latestRttNanos,
        long intervalNanos,
        long inflightBytes,
        long storageBytesPerSecond,
        long creditBytes,
        int ceMarks,
        boolean appLimited) {
    /// Stands for a delay that was not measured.
    public static final long NONE = Long.MIN_VALUE;

    /// When the newest packet known to have arrived did so; receiver's clock. [#NONE] if that is
    /// unknown.
    long newestArrivedNanos() {
        return latestRttNanos == NONE ? NONE : newestSentNanos + latestRttNanos - reverseNanos;
    }
}
