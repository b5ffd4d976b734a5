package org.fastsend.core.transport;

import java.nio.ByteBuffer;
import org.fastsend.core.seal.DatagramCipher;

/// The clear part in front of every datagram, authenticated, and the fields that open every body
/// (docs/wire.md, "UDP").
final class DatagramHeader {
    static final int BYTES = 1 + Short.BYTES + Long.BYTES + 6;
    /// Timestamp, newest report heard, interval asked for: where the frames begin in the body.
    static final int PROLOGUE_BYTES = 6 + Integer.BYTES + 1;
    /// Every datagram is at least so long.
    static final int LEAST_BYTES = BYTES + PROLOGUE_BYTES + DatagramCipher.TAG_BYTES;

    /// What opens a connection, the same in all versions to come.
    static final int OPENING_VERSION = 0;

    static final int MAX_VERSION = 31;
    /// Packet numbers are u48.
    static final long MAX_NUMBER = (1L << 48) - 1;

    private static final int MARK_MASK = 0xc0;
    private static final int MARK = 0x40;
    private static final int CLEAR_BODY = 0x20;
    private static final int LENGTH_AT = 1;
    private static final int CONNECTION_AT = LENGTH_AT + Short.BYTES;
    private static final int NUMBER_AT = CONNECTION_AT + Long.BYTES;

    private DatagramHeader() {}

    static void write(
            ByteBuffer out, int at, int version, boolean encrypted, int length, long connection, long number) {
        out.put(at, (byte) (MARK | (encrypted ? 0 : CLEAR_BODY) | version));
        out.putShort(at + LENGTH_AT, (short) length);
        out.putLong(at + CONNECTION_AT, connection);
        putU48(out, at + NUMBER_AT, number);
    }

    static void writePrologue(ByteBuffer out, int at, long micros, long reportHeard, int intervalMillis) {
        putU48(out, at + BYTES, micros);
        out.putInt(at + BYTES + 6, (int) reportHeard);
        out.put(at + BYTES + 6 + Integer.BYTES, (byte) intervalMillis);
    }

    /// Whether this can be a datagram of FSP's, by what is in the clear.
    static boolean isPlausible(ByteBuffer in, int at, int length) {
        return length >= LEAST_BYTES && (in.get(at) & MARK_MASK) == MARK && length(in, at) >= LEAST_BYTES;
    }

    static int version(ByteBuffer in, int at) {
        return in.get(at) & MAX_VERSION;
    }

    static boolean isEncrypted(ByteBuffer in, int at) {
        return (in.get(at) & CLEAR_BODY) == 0;
    }

    static int length(ByteBuffer in, int at) {
        return in.getShort(at + LENGTH_AT) & 0xffff;
    }

    static long connection(ByteBuffer in, int at) {
        return in.getLong(at + CONNECTION_AT);
    }

    static long number(ByteBuffer in, int at) {
        return getU48(in, at + NUMBER_AT);
    }

    static long micros(ByteBuffer in, int at) {
        return getU48(in, at + BYTES);
    }

    static long reportHeard(ByteBuffer in, int at) {
        return in.getInt(at + BYTES + 6) & 0xffff_ffffL;
    }

    static int intervalMillis(ByteBuffer in, int at) {
        return in.get(at + BYTES + 6 + Integer.BYTES) & 0xff;
    }

    private static void putU48(ByteBuffer out, int at, long value) {
        out.putShort(at, (short) (value >>> Integer.SIZE));
        out.putInt(at + Short.BYTES, (int) value);
    }

    private static long getU48(ByteBuffer in, int at) {
        return (in.getShort(at) & 0xffffL) << Integer.SIZE | (in.getInt(at + Short.BYTES) & 0xffff_ffffL);
    }
}
