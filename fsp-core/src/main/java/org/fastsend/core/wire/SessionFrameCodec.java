package org.fastsend.core.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;

/// The bytes of {@link SessionFrame}s: u8 type and body (docs/wire.md, "Session"). Stateless.
public final class SessionFrameCodec {
    /// Longest frame behind its length field.
    public static final int MAX_FRAME_BYTES = 320 << 10;
    /// Bytes that the entries of one feed frame may take, each counted by {@link
    /// #encodedLength(FeedEntry)}.
    public static final int MAX_FEED_BYTES = MAX_FRAME_BYTES - 64;

    private static final int MAX_CAPABILITY_BYTES = 16 << 10;
    private static final int MAX_RECEIPT_BYTES = 4 << 10;

    private static final int HELLO = 1;
    private static final int AUTHORIZE = 2;
    private static final int AUTHORIZED = 3;
    private static final int GOODBYE = 4;
    private static final int PING = 5;
    private static final int PONG = 6;
    private static final int STREAMS = 7;
    private static final int UDP_OPEN = 8;
    private static final int UDP_OPENED = 9;
    private static final int APPEND = 20;
    private static final int DONE = 21;
    private static final int FAILED = 22;
    private static final int READ_FEED = 23;
    private static final int FEED = 24;
    private static final int RELEASE = 25;
    private static final int RECEIPT = 26;
    private static final int DROP = 27;
    private static final int CONFIRM = 28;
    private static final int RESERVE = 32;
    private static final int RESERVED = 33;

    private SessionFrameCodec() {}

    /// The frame without the length field that goes in front of it; longer than {@link #MAX_FRAME_BYTES} is
    /// a mistake of the caller.
    public static byte[] encode(SessionFrame frame) {
        ByteWriter out = new ByteWriter();
        write(frame, out);
        if (out.length() > MAX_FRAME_BYTES) {
            throw new IllegalArgumentException("a session frame of " + out.length() + " bytes is too long");
        }
        return out.toBytes();
    }

    /// Reads one whole frame, without its length field, from position to limit.
    public static SessionFrame decode(ByteBuffer from) throws WireException {
        try {
            ByteReader in = new ByteReader(from);
            SessionFrame frame = read(in.u8(), in);
            in.end();
            return frame;
        } catch (MalformedBytesException e) {
            throw new WireException("malformed session frame: " + e.getMessage());
        }
    }

    /// Bytes that an entry takes in a feed frame.
    public static int encodedLength(FeedEntry entry) {
        return Long.BYTES + 1 + VarInt.MAX_LENGTH + entry.bytes().length;
    }

    private static void write(SessionFrame frame, ByteWriter out) {
        switch (frame) {
            case SessionFrame.Hello(int version, SessionId session, long maxBlockBytes) ->
                out.u8(HELLO).u8(version).i64(session.high()).i64(session.low()).varint(maxBlockBytes);
            case SessionFrame.Authorize(TransferId transfer, byte[] capability) ->
                transfer(out.u8(AUTHORIZE), transfer).bytes(capability);
            case SessionFrame.Authorized(TransferId transfer) -> transfer(out.u8(AUTHORIZED), transfer);
            case SessionFrame.Goodbye(int code, String reason) ->
                out.u8(GOODBYE).u8(code).bytes(Reason.bytes(reason));
            case SessionFrame.Ping(long token) -> out.u8(PING).i64(token);
            case SessionFrame.Pong(long token, long arrivedBytes) ->
                out.u8(PONG).i64(token).varint(arrivedBytes);
            case SessionFrame.Streams(int count) -> out.u8(STREAMS).u8(count);
            case SessionFrame.UdpOpen(int stream) -> out.u8(UDP_OPEN).u32(stream);
            case SessionFrame.UdpOpened(int stream, int port, String reason) ->
                out.u8(UDP_OPENED).u32(stream).u16(port).bytes(Reason.bytes(reason));
            case SessionFrame.Append(int request, FeedEntry entry) ->
                entry(out.u8(APPEND).u32(request), entry);
            case SessionFrame.Done(int request) -> out.u8(DONE).u32(request);
            case SessionFrame.Failed(int request, Refusal refusal, String reason) ->
                out.u8(FAILED).u32(request).u8(refusal.code()).bytes(Reason.bytes(reason));
            case SessionFrame.ReadFeed(int request, long fromSequence) ->
                out.u8(READ_FEED).u32(request).i64(fromSequence);
            case SessionFrame.Feed(int request, List<FeedEntry> entries) -> {
                out.u8(FEED).u32(request).varint(entries.size());
                entries.forEach(entry -> entry(out, entry));
            }
            case SessionFrame.Release(int request) -> out.u8(RELEASE).u32(request);
            case SessionFrame.Receipted(int request, byte[] receipt) ->
                out.u8(RECEIPT).u32(request).bytes(receipt);
            case SessionFrame.Drop(int request) -> out.u8(DROP).u32(request);
            case SessionFrame.Confirm(int request, List<Integer> blocks) ->
                blocks(out.u8(CONFIRM).u32(request), blocks);
            case SessionFrame.Reserve(int request, long bytes) ->
                out.u8(RESERVE).u32(request).varint(bytes);
            case SessionFrame.Reserved(int request, long bytes) ->
                out.u8(RESERVED).u32(request).varint(bytes);
        }
    }

    private static SessionFrame read(int type, ByteReader in) throws MalformedBytesException, WireException {
        return switch (type) {
            case HELLO -> new SessionFrame.Hello(in.u8(), new SessionId(in.i64(), in.i64()), in.varint());
            case AUTHORIZE -> new SessionFrame.Authorize(transfer(in), in.bytes(MAX_CAPABILITY_BYTES));
            case AUTHORIZED -> new SessionFrame.Authorized(transfer(in));
            case GOODBYE -> new SessionFrame.Goodbye(in.u8(), in.text(Reason.MAX_BYTES));
            case PING -> new SessionFrame.Ping(in.i64());
            case PONG -> new SessionFrame.Pong(in.i64(), in.varint());
            case STREAMS -> new SessionFrame.Streams(in.u8());
            case UDP_OPEN -> new SessionFrame.UdpOpen(request(in));
            case UDP_OPENED -> new SessionFrame.UdpOpened(request(in), in.u16(), in.text(Reason.MAX_BYTES));
            case APPEND -> new SessionFrame.Append(request(in), entry(in));
            case DONE -> new SessionFrame.Done(request(in));
            case FAILED -> new SessionFrame.Failed(request(in), Refusal.of(in.u8()), in.text(Reason.MAX_BYTES));
            case READ_FEED -> new SessionFrame.ReadFeed(request(in), in.u64());
            case FEED -> new SessionFrame.Feed(request(in), entries(in));
            case RELEASE -> new SessionFrame.Release(request(in));
            case RECEIPT -> new SessionFrame.Receipted(request(in), in.bytes(MAX_RECEIPT_BYTES));
            case DROP -> new SessionFrame.Drop(request(in));
            case CONFIRM -> new SessionFrame.Confirm(request(in), blocks(in));
            case RESERVE -> new SessionFrame.Reserve(request(in), in.varint());
            case RESERVED -> new SessionFrame.Reserved(request(in), in.varint());
            default -> throw new WireException("unknown session frame " + type);
        };
    }

    private static ByteWriter transfer(ByteWriter out, TransferId transfer) {
        return out.i64(transfer.high()).i64(transfer.low());
    }

    private static TransferId transfer(ByteReader in) throws MalformedBytesException {
        return new TransferId(in.i64(), in.i64());
    }

    private static int request(ByteReader in) throws MalformedBytesException, WireException {
        long request = in.u32();
        if (request > Integer.MAX_VALUE) {
            throw new WireException("request number " + request + " is out of range");
        }
        return (int) request;
    }

    private static ByteWriter entry(ByteWriter out, FeedEntry entry) {
        return out.i64(entry.sequence()).u8(entry.kind().code()).bytes(entry.bytes());
    }

    private static FeedEntry entry(ByteReader in) throws MalformedBytesException, WireException {
        long sequence = in.u64();
        int code = in.u8();
        for (FeedEntry.Kind kind : FeedEntry.Kind.values()) {
            if (kind.code() == code) {
                return new FeedEntry(sequence, kind, in.bytes(FeedEntry.MAX_BYTES));
            }
        }
        throw new WireException("unknown kind " + code + " of feed entry");
    }

    private static void blocks(ByteWriter out, List<Integer> blocks) {
        out.varint(blocks.size());
        int due = 0;
        for (int block : blocks) {
            out.varint(block - due);
            due = block + 1;
        }
    }

    private static List<Integer> blocks(ByteReader in) throws MalformedBytesException, WireException {
        long count = in.varint(SessionFrame.Confirm.MAX_BLOCKS);
        List<Integer> blocks = new ArrayList<>();
        long due = 0;
        for (long i = 0; i < count; i++) {
            long block = due + in.varint(Integer.MAX_VALUE);
            if (block >= Integer.MAX_VALUE) {
                throw new WireException("block number " + block + " is out of range");
            }
            blocks.add((int) block);
            due = block + 1;
        }
        if (blocks.isEmpty()) {
            throw new WireException("no block is to be confirmed");
        }
        return blocks;
    }

    private static List<FeedEntry> entries(ByteReader in) throws MalformedBytesException, WireException {
        long count = in.varint(in.remaining());
        List<FeedEntry> entries = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            entries.add(entry(in));
        }
        return entries;
    }
}
