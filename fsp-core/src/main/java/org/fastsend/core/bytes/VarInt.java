package org.fastsend.core.bytes;

import java.nio.ByteBuffer;

/// Unsigned LEB128 of at most 9 bytes, so 0 to `Long.MAX_VALUE`, always in its shortest form (docs/wire.md).
public final class VarInt {
    public static final int MAX_LENGTH = 9;

    private static final int GROUP_BITS = 7;
    private static final int MORE = 0x80;

    private VarInt() {}

    /// Bytes that the value takes.
    public static int length(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(checked(value));
        return Math.max(1, (bits + GROUP_BITS - 1) / GROUP_BITS);
    }

    public static void write(long value, ByteBuffer into) {
        long rest = checked(value);
        while (rest >= MORE) {
            into.put((byte) (rest | MORE));
            rest >>>= GROUP_BITS;
        }
        into.put((byte) rest);
    }

    /// Reads one and moves the position behind it; after a failure the position means nothing.
    public static long read(ByteBuffer from) throws MalformedBytesException {
        long value = 0;
        for (int i = 0; i < MAX_LENGTH; i++) {
            if (!from.hasRemaining()) {
                throw new MalformedBytesException("varint is cut short");
            }
            int b = from.get();
            value |= (long) (b & (MORE - 1)) << (i * GROUP_BITS);
            if ((b & MORE) == 0) {
                if (b == 0 && i > 0) {
                    throw new MalformedBytesException("varint is longer than it need be");
                }
                return value;
            }
        }
        throw new MalformedBytesException("varint is longer than " + MAX_LENGTH + " bytes");
    }

    /// Maps small differences of either sign to small values: 0, -1, 1, -2, 2...
    public static long zigZag(int difference) {
        return Integer.toUnsignedLong((difference << 1) ^ (difference >> (Integer.SIZE - 1)));
    }

    /// The inverse of [#zigZag]; only the low 32 bits count.
    public static int unZigZag(long value) {
        int low = (int) value;
        return (low >>> 1) ^ -(low & 1);
    }

    private static long checked(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("no varint holds " + value);
        }
        return value;
    }
}
