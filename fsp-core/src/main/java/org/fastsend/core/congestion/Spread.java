package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// How far apart the packets of a [train][Train] arrive, as reports on some of them tell by the
/// receiver's clock. What was lost between two spread nothing, so that these tell nothing. Not
/// thread-safe.
final class Spread {
    private static final double SECOND = 1e9;
    /// With what asks for the reports, and what else leaves meanwhile.
    private static final int MOST_PACKETS = 192;
    /// Of what is wanted between two that tell, what has to be there.
    private static final double ENOUGH = 0.9;
    /// So many times that apart they are no neighbours: more than one report was lost.
    private static final double NEAR = 2.5;
    /// Of a whole train, what has to be between the first and the last that tell.
    private static final double MOST_OF_TRAIN = 0.5;

    /// What was sent with each packet and those before it, the first left out; and how many that were
    /// told of.
    private final long[] bytesBehindFirst = new long[MOST_PACKETS];

    private final int[] packetsBehindFirst = new int[MOST_PACKETS];
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

    /// What a report tells of the bottleneck, in bytes a second; infinite where two came at once.
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

    /// Whether nothing more is to be told of it.
    boolean isOver() {
        return over;
    }

    /// Numbers that were left out are of packets that no report tells of, such as reports; as good as
    /// nothing. What does not find room here is not told of.
    void handleSent(long packetNumber, int bytes) {
        if (sent == 0) {
            firstPacket = packetNumber;
            bytesBehindFirst[0] = 0;
            packetsBehindFirst[0] = 0;
            sent = 1;
            return;
        }
        long place = packetNumber - firstPacket;
        if (place < sent || place >= MOST_PACKETS) {
            return;
        }
        long bytesBefore = bytesBehindFirst[sent - 1];
        int packetsBefore = packetsBehindFirst[sent - 1];
        for (; sent < place; sent++) {
            bytesBehindFirst[sent] = bytesBefore;
            packetsBehindFirst[sent] = packetsBefore;
        }
        bytesBehindFirst[sent] = bytesBefore + bytes;
        packetsBehindFirst[sent] = packetsBefore + 1;
        sent++;
    }

    Reading handleReport(Report report) {
        long packet = report.newestPacketNumber() - firstPacket;
        if (over) {
            return Reading.NONE;
        }
        if (packet >= sent) {
            over = true;
            return new Reading(OptionalDouble.empty(), train());
        }
        if (packet <= last.packet() || report.newestArrivedNanos() == Report.NONE) {
            return Reading.NONE;
        }
        delivered += first.isNone() ? 0 : report.deliveredPackets();
        return read(new Mark((int) packet, report.newestArrivedNanos(), delivered));
    }

    private Reading read(Mark mark) {
        if (first.isNone()) {
            first = mark;
            last = mark;
            return Reading.NONE;
        }
        if (bytes(last, mark) < ENOUGH * gapBytes) {
            return Reading.NONE;
        }
        boolean near = bytes(last, mark) < NEAR * gapBytes;
        OptionalDouble neighbours = near ? between(last, mark) : OptionalDouble.empty();
        last = mark;
        over = bytes(first, last) >= ENOUGH * wantedBytes;
        return new Reading(neighbours, over ? train() : OptionalDouble.empty());
    }

    private OptionalDouble train() {
        boolean enough = !first.isNone() && bytes(first, last) > MOST_OF_TRAIN * wantedBytes;
        return enough ? between(first, last).stream().filter(Double::isFinite).findAny() : OptionalDouble.empty();
    }

    private long bytes(Mark from, Mark to) {
        return bytesBehindFirst[to.packet()] - bytesBehindFirst[from.packet()];
    }

    private OptionalDouble between(Mark from, Mark to) {
        int packets = packetsBehindFirst[to.packet()] - packetsBehindFirst[from.packet()];
        if (to.delivered() - from.delivered() < packets) {
            return OptionalDouble.empty();
        }
        long nanos = to.arrivedNanos() - from.arrivedNanos();
        return OptionalDouble.of(nanos > 0 ? bytes(from, to) * SECOND / nanos : Double.POSITIVE_INFINITY);
    }
}
