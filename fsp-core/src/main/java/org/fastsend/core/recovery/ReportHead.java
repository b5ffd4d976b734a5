package org.fastsend.core.recovery;

import java.nio.ByteBuffer;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;

/// What a receiver's report tells beside the packets that came (docs/wire.md, "UDP", report frame). Times are
/// microseconds.
///
/// @param number report's number in this direction, from 1
/// @param echoMicros timestamp of the newest packet that came, as its sender wrote it
/// @param echoDelayMicros since that packet came
/// @param minForwardMicros least difference of arrival and timestamp since the report before, two clocks
/// @param meanForwardMicros mean of it
/// @param maxForwardMicros greatest of it
/// @param arrivals packets that these three are of; 0 if none
/// @param duplicates ranges of messages that came again, ever
/// @param limitBytes message bytes that the sender may have sent for the first time, ever
/// @param storageBytesPerSecond what the storage takes; Long.MAX_VALUE if it sets no limit
/// @param ceMarks packets marked Congestion Experienced, ever
public record ReportHead(
        long number,
        long echoMicros,
        long echoDelayMicros,
        long minForwardMicros,
        long meanForwardMicros,
        long maxForwardMicros,
        long arrivals,
        long duplicates,
        long limitBytes,
        long storageBytesPerSecond,
        long ceMarks) {
    private static final long U32 = 0xffff_ffffL;
    private static final long U48 = 0xffff_ffff_ffffL;
    private static final long UNLIMITED = Long.MAX_VALUE;

    void write(ByteBuffer out) {
        VarInt.write(number, out);
        VarInt.write(echoMicros & U48, out);
        VarInt.write(echoDelayMicros, out);
        VarInt.write(arrivals, out);
        VarInt.write(minForwardMicros & U48, out);
        VarInt.write(meanForwardMicros - minForwardMicros, out);
        VarInt.write(maxForwardMicros - minForwardMicros, out);
        VarInt.write(duplicates, out);
        VarInt.write(limitBytes, out);
        VarInt.write(storageBytesPerSecond == UNLIMITED ? 0 : Math.max(1, storageBytesPerSecond), out);
        VarInt.write(ceMarks, out);
    }

    static ReportHead read(ByteBuffer in) throws MalformedBytesException {
        long number = read(in, U32);
        long echoMicros = read(in, U48);
        long echoDelayMicros = read(in, U48);
        long arrivals = read(in, U32);
        long minForwardMicros = ArrivalDelays.difference(read(in, U48), 0);
        long meanForwardMicros = minForwardMicros + read(in, U48);
        long maxForwardMicros = minForwardMicros + read(in, U48);
        long duplicates = VarInt.read(in);
        long limitBytes = VarInt.read(in);
        long storage = VarInt.read(in);
        return new ReportHead(
                number,
                echoMicros,
                echoDelayMicros,
                minForwardMicros,
                meanForwardMicros,
                maxForwardMicros,
                arrivals,
                duplicates,
                limitBytes,
                storage == 0 ? UNLIMITED : storage,
                VarInt.read(in));
    }

    private static long read(ByteBuffer in, long most) throws MalformedBytesException {
        long value = VarInt.read(in);
        if (value > most) {
            throw new MalformedBytesException("a report tells " + value + " where no more than " + most + " can be");
        }
        return value;
    }
}
