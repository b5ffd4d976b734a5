package org.fastsend.core.wire;

import java.nio.ByteBuffer;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;

/// What stands in the clear in front of a data stream (docs/wire.md, "Stream"): which session it belongs
/// to. It proves nothing; the record behind it does.
///
/// @param number of the stream, never used twice in a session
public record StreamPreamble(SessionId session, int number) {
    public static final int LENGTH = Integer.BYTES + 1 + SessionId.LENGTH + Integer.BYTES;
    public static final int MAGIC = 0x46535053; // "FSPS"
    /// First byte of every data stream.
    public static final int FIRST_BYTE = MAGIC >>> 24;

    private static final int VERSION = 1;

    public byte[] encode() {
        return new ByteWriter()
                .u32(MAGIC)
                .u8(VERSION)
                .i64(session.high())
                .i64(session.low())
                .u32(number)
                .toBytes();
    }

    /// Reads {@link #LENGTH} bytes.
    public static StreamPreamble decode(byte[] bytes) throws WireException {
        try {
            ByteReader in = new ByteReader(bytes);
            if (in.u32() != MAGIC || in.u8() != VERSION) {
                throw new WireException("not a data stream of this version");
            }
            SessionId session = new SessionId(in.i64(), in.i64());
            long number = in.u32();
            if (number > Integer.MAX_VALUE) {
                throw new WireException("stream number " + number + " is out of range");
            }
            in.end();
            return new StreamPreamble(session, (int) number);
        } catch (MalformedBytesException e) {
            throw new WireException("malformed start of a data stream: " + e.getMessage());
        }
    }

    /// What the stream's keys are bound to: session id and number.
    public byte[] keyContext() {
        ByteBuffer context = ByteBuffer.allocate(SessionId.LENGTH + Integer.BYTES);
        session.write(context);
        return context.putInt(number).array();
    }
}
