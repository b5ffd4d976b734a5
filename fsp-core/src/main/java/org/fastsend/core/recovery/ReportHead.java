package org.fastsend.core.recovery;

import java.nio.ByteBuffer;

/// The fixed part of a receiver's report (docs/wire.md, "UDP", report frame). Times are microseconds.
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
    static final int BYTES = 4 * Integer.BYTES + 7 * Long.BYTES;
    private static final long U32 = 0xffff_ffffL;

    void write(ByteBuffer out) {
        out.putInt((int) number)
                .putLong(echoMicros)
                .putInt((int) Math.min(U32, echoDelayMicros))
                .putLong(minForwardMicros)
                .putLong(meanForwardMicros)
                .putLong(maxForwardMicros)
                .putInt((int) Math.min(U32, arrivals))
                .putInt((int) duplicates)
                .putLong(limitBytes)
                .putLong(storageBytesPerSecond)
                .putLong(ceMarks);
    }

    static ReportHead read(ByteBuffer in) {
        return new ReportHead(
                in.getInt() & U32,
                in.getLong(),
                in.getInt() & U32,
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt() & U32,
                in.getInt() & U32,
                in.getLong(),
                in.getLong(),
                in.getLong());
    }
}
