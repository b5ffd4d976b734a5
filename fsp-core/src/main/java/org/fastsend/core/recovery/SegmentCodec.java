package org.fastsend.core.recovery;

import java.nio.ByteBuffer;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;

/// A stretch of packet numbers and which of them arrived: all, or as runs or a bitmap, whichever is shorter
/// (docs/wire.md, "UDP", segment).
final class SegmentCodec {
    /// So that a bitmap of a whole segment fits the smallest datagram.
    static final int MAX_PACKETS = 8_000;

    private static final int HEAD_BYTES = 2 * VarInt.MAX_LENGTH;
    private static final int RUNS = 0;
    private static final int BITMAP = 1;
    private static final int ALL = 2;
    private static final int FORM_BITS = 2;
    /// At most, in a segment of [#MAX_PACKETS].
    private static final int BYTES_PER_RUN = 2;

    private SegmentCodec() {}

    /// What [#read] tells of.
    interface Arrivals {
        /// All numbers from `from` to before `to` arrived.
        void arrived(long from, long to);

        /// Of these none arrived yet.
        void missing(long from, long to);
    }

    /// Bytes that writing the segment takes at most.
    static int bound(ReceivedPackets packets, long start, long end) {
        return HEAD_BYTES + Math.min(bitmapBytes(end - start), runs(packets, start, end) * BYTES_PER_RUN);
    }

    /// @param reportEnd one more than the newest number that came
    static void write(ReceivedPackets packets, long start, long end, long reportEnd, ByteBuffer out) {
        int form = form(packets, start, end);
        VarInt.write(reportEnd - start, out);
        VarInt.write(((end - start) << FORM_BITS) | form, out);
        if (form == RUNS) {
            writeRuns(packets, start, end, out);
        } else if (form == BITMAP) {
            writeBitmap(packets, start, end, out);
        }
    }

    private static int form(ReceivedPackets packets, long start, long end) {
        if (packets.has(start) && packets.runEnd(start, end) == end) {
            return ALL;
        }
        return runs(packets, start, end) * BYTES_PER_RUN < bitmapBytes(end - start) ? RUNS : BITMAP;
    }

    /// @param reportEnd as the report told it
    static void read(ByteBuffer in, long reportEnd, Arrivals arrivals) throws MalformedBytesException {
        long before = VarInt.read(in);
        long told = VarInt.read(in);
        long count = told >> FORM_BITS;
        if (count == 0 || count > MAX_PACKETS || before > reportEnd || count > before) {
            throw new MalformedBytesException("a report tells of packets that were not sent");
        }
        long start = reportEnd - before;
        switch ((int) (told & ((1 << FORM_BITS) - 1))) {
            case RUNS -> readRuns(in, start, start + count, arrivals);
            case BITMAP -> readBitmap(in, start, start + count, arrivals);
            case ALL -> arrivals.arrived(start, start + count);
            default -> throw new MalformedBytesException("a segment of an unknown kind");
        }
    }

    /// The first run is of arrived packets and may be empty.
    private static void writeRuns(ReceivedPackets packets, long start, long end, ByteBuffer out) {
        long at = start;
        if (at < end && !packets.has(at)) {
            VarInt.write(0, out);
        }
        while (at < end) {
            long runEnd = packets.runEnd(at, end);
            VarInt.write(runEnd - at, out);
            at = runEnd;
        }
    }

    private static void readRuns(ByteBuffer in, long start, long end, Arrivals arrivals)
            throws MalformedBytesException {
        long at = start;
        boolean arrived = true;
        while (at < end) {
            long run = VarInt.read(in);
            if (run > end - at || (run == 0 && at > start)) {
                throw new MalformedBytesException("runs that do not fit their segment");
            }
            if (run > 0 && arrived) {
                arrivals.arrived(at, at + run);
            } else if (run > 0) {
                arrivals.missing(at, at + run);
            }
            at += run;
            arrived = !arrived;
        }
    }

    private static void writeBitmap(ReceivedPackets packets, long start, long end, ByteBuffer out) {
        for (long at = start; at < end; at += Byte.SIZE) {
            int bits = 0;
            for (int bit = 0; bit < Byte.SIZE && at + bit < end; bit++) {
                bits |= packets.has(at + bit) ? 1 << bit : 0;
            }
            out.put((byte) bits);
        }
    }

    private static void readBitmap(ByteBuffer in, long start, long end, Arrivals arrivals)
            throws MalformedBytesException {
        if (in.remaining() < bitmapBytes(end - start)) {
            throw new MalformedBytesException("a bitmap is cut short");
        }
        for (long at = start; at < end; at += Byte.SIZE) {
            int bits = in.get() & 0xff;
            for (int bit = 0; bit < Byte.SIZE && at + bit < end; bit++) {
                if ((bits & 1 << bit) != 0) {
                    arrivals.arrived(at + bit, at + bit + 1);
                } else {
                    arrivals.missing(at + bit, at + bit + 1);
                }
            }
        }
    }

    private static int bitmapBytes(long packets) {
        return (int) ((packets + Byte.SIZE - 1) / Byte.SIZE);
    }

    private static int runs(ReceivedPackets packets, long start, long end) {
        int runs = 1;
        for (long at = start; at < end; runs++) {
            at = packets.runEnd(at, end);
        }
        return runs;
    }
}
