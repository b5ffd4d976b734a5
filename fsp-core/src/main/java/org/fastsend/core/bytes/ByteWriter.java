package org.fastsend.core.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Puts fields one behind the other into a growing array, big-endian. Not thread-safe.
public final class ByteWriter {
    private static final int FIRST_CAPACITY = 256;

    private ByteBuffer out = ByteBuffer.allocate(FIRST_CAPACITY);

    /// Bytes written so far.
    public int length() {
        return out.position();
    }

    public ByteWriter u8(int value) {
        return number(value, 1);
    }

    public ByteWriter u16(int value) {
        return number(value, 2);
    }

    public ByteWriter u32(long value) {
        return number(value, 4);
    }

    /// A u64 or an i64; what is negative here is a u64 that no reader here takes.
    public ByteWriter i64(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    public ByteWriter varint(long value) {
        VarInt.write(value, room(VarInt.MAX_LENGTH));
        return this;
    }

    /// Bytes of a length that both ends know.
    public ByteWriter raw(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    /// A varint length and the bytes.
    public ByteWriter bytes(byte[] bytes) {
        return varint(bytes.length).raw(bytes);
    }

    /// `bytes` in UTF-8; half a surrogate pair is refused, since it would come out as another text.
    public ByteWriter text(String text) {
        return bytes(utf8(text));
    }

    /// A copy of what was written.
    public byte[] toBytes() {
        byte[] bytes = new byte[out.position()];
        out.get(0, bytes);
        return bytes;
    }

    /// The bytes of a text as [#text] writes them.
    public static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text holds half a surrogate pair", e);
        }
    }

    private ByteWriter number(long value, int length) {
        if (value < 0 || value >>> (length * Byte.SIZE) != 0) {
            throw new IllegalArgumentException(value + " does not fit " + length + " bytes");
        }
        room(length);
        for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.put((byte) (value >>> shift));
        }
        return this;
    }

    private ByteBuffer room(int bytes) {
        if (out.remaining() < bytes) {
            int wanted = Math.addExact(out.position(), bytes);
            int doubled = (int) Math.min(Integer.MAX_VALUE - Long.BYTES, 2L * out.capacity());
            out = ByteBuffer.allocate(Math.max(wanted, doubled)).put(out.flip());
        }
        return out;
    }
}
