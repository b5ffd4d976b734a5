package org.fastsend.core.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Takes fields one behind the other from hostile bytes, big-endian. What is cut short, too large or no UTF-8 is
/// refused, and nothing is allocated beyond the bytes that are really there. Not thread-safe.
public final class ByteReader {
    private final ByteBuffer in;

    public ByteReader(byte[] bytes) {
        this(ByteBuffer.wrap(bytes));
    }

    /// Reads from position to limit of a view: the buffer's own position does not move.
    public ByteReader(ByteBuffer bytes) {
        this.in = bytes.slice();
    }

    /// Bytes read so far.
    public int position() {
        return in.position();
    }

    public int remaining() {
        return in.remaining();
    }

    public int u8() throws MalformedBytesException {
        return need(Byte.BYTES).get() & 0xff;
    }

    public int u16() throws MalformedBytesException {
        return need(Short.BYTES).getShort() & 0xffff;
    }

    public long u32() throws MalformedBytesException {
        return need(Integer.BYTES).getInt() & 0xffff_ffffL;
    }

    /// 0 to `Long.MAX_VALUE`; more is refused.
    public long u64() throws MalformedBytesException {
        long value = i64();
        if (value < 0) {
            throw new MalformedBytesException("number is too large" + here());
        }
        return value;
    }

    public long i64() throws MalformedBytesException {
        return need(Long.BYTES).getLong();
    }

    public long varint() throws MalformedBytesException {
        return VarInt.read(in);
    }

    /// A varint from 0 to `max`.
    public long varint(long max) throws MalformedBytesException {
        long value = varint();
        if (value > max) {
            throw new MalformedBytesException(value + " is more than " + max + here());
        }
        return value;
    }

    /// A varint that counts or numbers things: 0 to `Integer.MAX_VALUE`.
    public int count() throws MalformedBytesException {
        return (int) varint(Integer.MAX_VALUE);
    }

    /// As many bytes as both ends know.
    public byte[] raw(int length) throws MalformedBytesException {
        need(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /// A varint length, at most `maxLength`, and that many bytes.
    public byte[] bytes(int maxLength) throws MalformedBytesException {
        return raw((int) varint(maxLength));
    }

    /// `bytes` that are UTF-8.
    public String text(int maxLength) throws MalformedBytesException {
        byte[] bytes = bytes(maxLength);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new MalformedBytesException("text is no UTF-8" + here());
        }
    }

    /// Everything that is left.
    public byte[] rest() {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    /// Refuses bytes behind the last field.
    public void end() throws MalformedBytesException {
        if (in.hasRemaining()) {
            throw new MalformedBytesException(in.remaining() + " bytes too many" + here());
        }
    }

    private ByteBuffer need(int bytes) throws MalformedBytesException {
        if (in.remaining() < bytes) {
            throw new MalformedBytesException("cut short" + here());
        }
        return in;
    }

    private String here() {
        return " at byte " + in.position();
    }
}
