package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// How far apart the packets of a [train][Train] arrive, as reports on some of them tell by the
/// receiver's clock. What was lost between two spread nothing, so that these tell nothing. Not
/// thread-safe.
final class Spread {
    private static final double SECOND = 1e9;
    /// With what asks for the reports.
    private static final int MOST_PACKETS = 192;
    /// Of what is wanted between two that tell, what has to be there: asking takes bytes, too.
    private static final double ENOUGH = 0.9;
    /// Farther apart they are no neighbours: a report was lost.
    private static final double MOST_GAPS = 2.5;
    /// Of a whole train, what has to be between the first and the last that tell.
    private static final double MOST_OF_TRAIN = 0.5;

    /// What was sent with each packet and those before it, the first left out.
    private final long[] bytesBehindFirst = new long[MOST_PACKETS];

    private long gapBytes;
    private long wantedBytes;
    private long firstPacket;
    private int sent;
    private Mark first = Mark.NONE;
    private Mark last = Mark.NONE;
    private long delivered;
    private boolean over;

    /// A packet that was the newest of a report.
    ///
    /// @param packet counted from the train's first; -1 for none
    /// @param arrivedNanos by the receiver's clock
    /// @param delivered of the train until then
    private record Mark(int packet, long arrivedNanos, long delivered) {
        static final Mark NONE = new Mark(-1, 0, 0);

        boolean isNone() {
            return packet < 0;
        }
    }

    /// What a report tells of the bottleneck, in bytes a second.
    ///
    /// @param neighbours by what is between two packets that were told one after the other
    /// @param train by what is between the first and the last that were told
    record Reading(OptionalDouble neighbours, OptionalDouble train) {
        static final Reading NONE = new Reading(OptionalDouble.empty(), OptionalDouble.empty());

        /// Only what they say.
        Reading ofNeighbours() {
            return new Reading(neighbours, OptionalDouble.empty());
        }
    }

    /// A train begins.
    ///
    /// @param bytesOfGap between two packets for which reports are asked
    /// @param bytesOfTrain from the first of these to the last
    void begin(long bytesOfGap, long bytesOfTrain) {
        gapBytes = bytesOfGap;
        wantedBytes = bytesOfTrain;
        sent = 0;
        first = Mark.NONE;
        last = Mark.NONE;
        delivered = 0;
        over = false;
    }

    /// Whether nothing of it was sent yet.
    boolean isEmpty() {
        return sent == 0;
    }

    /// Whether there is room for one more packet.
    boolean takes() {
        return sent < MOST_PACKETS;
    }

    /// Whether nothing more is to be told of it.
    boolean isOver() {
        return over;
    }

    void handleSent(long packetNumber, int bytes) {
        if (sent == 0) {
            firstPacket = packetNumber;
        }
        bytesBehindFirst[sent] = sent == 0 ? 0 : bytesBehindFirst[sent - 1] + bytes;
        sent++;
    }

    Reading handleReport(Report report) {
        long packet = report.newestPacketNumber() - firstPacket;
        if (packet >= sent) {
            over = true;
            return train();
        }
        if (packet <= last.packet() || report.newestArrivedNanos() == Report.NONE) {
            return Reading.NONE;
        }
        delivered += first.isNone() ? 0 : report.deliveredPackets();
        Mark mark = new Mark((int) packet, report.newestArrivedNanos(), delivered);
        first = first.isNone() ? mark : first;
        OptionalDouble neighbours = OptionalDouble.empty();
        if (last.isNone() || bytes(last, mark) > ENOUGH * gapBytes) {
            neighbours = bytes(last, mark) < MOST_GAPS * gapBytes ? between(last, mark) : neighbours;
            last = mark;
        }
        over = bytes(first, last) >= ENOUGH * wantedBytes;
        return new Reading(neighbours, over ? train().train() : OptionalDouble.empty());
    }

    private Reading train() {
        boolean enough = bytes(first, last) > MOST_OF_TRAIN * wantedBytes;
        return new Reading(OptionalDouble.empty(), enough ? between(first, last) : OptionalDouble.empty());
    }

    private long bytes(Mark from, Mark to) {
        return from.isNone() ? 0 : bytesBehindFirst[to.packet()] - bytesBehindFirst[from.packet()];
    }

    private OptionalDouble between(Mark from, Mark to) {
        long nanos = to.arrivedNanos() - from.arrivedNanos();
        boolean all = to.delivered() - from.delivered() >= to.packet() - from.packet();
        return !from.isNone() && all && nanos > 0
                ? OptionalDouble.of(bytes(from, to) * SECOND / nanos)
                : OptionalDouble.empty();
    }
}
