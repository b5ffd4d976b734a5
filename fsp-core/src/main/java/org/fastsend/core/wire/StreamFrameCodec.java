package org.fastsend.core.wire;

import java.nio.ByteBuffer;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.channel.Refusal;

/// The bytes of {@link StreamFrame}s: u8 type and body (docs/wire.md, "Stream"). Stateless.
public final class StreamFrameCodec {
    /// Longest frame; blocks travel behind their frame in records of their own.
    public static final int MAX_FRAME_BYTES = 2048;
    /// Bytes of a block in each record that follows a put or block frame; the last record has what is left.
    public static final int BODY_RECORD_BYTES = (64 << 10) - 64;
    /// Longest sealed block that any frame may announce.
    public static final int MAX_BLOCK_BYTES =
            BlockHeader.LENGTH + BlockHeader.MAX_PAYLOAD + ChecksumAlgorithm.SHA256.length();

    /// Length of a put or block frame.
    public static final int ANNOUNCEMENT_BYTES = 1 + 2 * Integer.BYTES;

    private static final int ATTACH = 10;
    private static final int ATTACHED = 11;
    private static final int PUT = 12;
    private static final int STORED = 13;
    private static final int REFUSED = 14;
    private static final int GET = 15;
    private static final int BLOCK = 16;
    private static final int CANCEL = 17;
    private static final int FINISH = 18;
    private static final int BUFFER_SIZE = 30;
    private static final int BUFFER_ACKNOWLEDGED = 31;

    private StreamFrameCodec() {}

    /// Whether a sealed block follows behind a frame that begins with this byte.
    public static boolean announcesBlock(byte type) {
        return type == PUT || type == BLOCK;
    }

    /// First byte of a put frame.
    public static byte putType() {
        return PUT;
    }

    /// At most {@link #MAX_FRAME_BYTES}.
    public static byte[] encode(StreamFrame frame) {
        ByteWriter out = new ByteWriter();
        switch (frame) {
            case StreamFrame.Attach() -> out.u8(ATTACH);
            case StreamFrame.Attached() -> out.u8(ATTACHED);
            case StreamFrame.Finish() -> out.u8(FINISH);
            case StreamFrame.Put(int number, int length) ->
                out.u8(PUT).u32(number).u32(length);
            case StreamFrame.Stored(int number) -> out.u8(STORED).u32(number);
            case StreamFrame.Refused(int number, Refusal refusal, String reason) ->
                out.u8(REFUSED).u32(number).u8(refusal.code()).bytes(Reason.bytes(reason));
            case StreamFrame.Get(int number) -> out.u8(GET).u32(number);
            case StreamFrame.Block(int number, int length) ->
                out.u8(BLOCK).u32(number).u32(length);
            case StreamFrame.Cancel(int number) -> out.u8(CANCEL).u32(number);
            case StreamFrame.BufferSize(long bytes) -> out.u8(BUFFER_SIZE).i64(bytes);
            case StreamFrame.BufferAcknowledged(long bytes) ->
                out.u8(BUFFER_ACKNOWLEDGED).i64(bytes);
        }
        return out.toBytes();
    }

    /// Reads one whole frame from position to limit.
    public static StreamFrame decode(ByteBuffer from) throws WireException {
        try {
            ByteReader in = new ByteReader(from);
            StreamFrame frame = read(in.u8(), in);
            in.end();
            return frame;
        } catch (MalformedBytesException e) {
            throw new WireException("malformed stream frame: " + e.getMessage());
        }
    }

    private static StreamFrame read(int type, ByteReader in) throws MalformedBytesException, WireException {
        return switch (type) {
            case ATTACH -> new StreamFrame.Attach();
            case ATTACHED -> new StreamFrame.Attached();
            case FINISH -> new StreamFrame.Finish();
            case PUT -> new StreamFrame.Put(block(in), length(in));
            case STORED -> new StreamFrame.Stored(block(in));
            case REFUSED -> new StreamFrame.Refused(block(in), Refusal.of(in.u8()), in.text(Reason.MAX_BYTES));
            case GET -> new StreamFrame.Get(block(in));
            case BLOCK -> new StreamFrame.Block(block(in), length(in));
            case CANCEL -> new StreamFrame.Cancel(block(in));
            case BUFFER_SIZE -> new StreamFrame.BufferSize(in.u64());
            case BUFFER_ACKNOWLEDGED -> new StreamFrame.BufferAcknowledged(in.u64());
            default -> throw new WireException("unknown stream frame " + type);
        };
    }

    private static int block(ByteReader in) throws MalformedBytesException, WireException {
        long number = in.u32();
        if (number > Integer.MAX_VALUE) {
            throw new WireException("block number " + number + " is out of range");
        }
        return (int) number;
    }

    private static int length(ByteReader in) throws MalformedBytesException, WireException {
        long length = in.u32();
        if (length > MAX_BLOCK_BYTES) {
            throw new WireException("a block of " + length + " bytes is longer than " + MAX_BLOCK_BYTES);
        }
        return (int) length;
    }
}
