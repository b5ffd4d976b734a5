package org.fastsend.core.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.Test;

class FrameCodecTest {
    private static final TransferId TRANSFER = new TransferId(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
    private static final FeedEntry ENTRY = new FeedEntry(7, FeedEntry.Kind.PLACEMENTS, new byte[] {1, 2, 3});

    private static final List<SessionFrame> SESSION_FRAMES = List.of(
            new SessionFrame.Hello(1, new SessionId(5, -6), 1L << 26),
            new SessionFrame.Authorize(TRANSFER, new byte[] {9, 8, 7}),
            new SessionFrame.Authorize(TRANSFER, new byte[0]),
            new SessionFrame.Authorized(TRANSFER),
            new SessionFrame.Goodbye(Refusal.FORBIDDEN, "no capability"),
            new SessionFrame.Goodbye(SessionFrame.Goodbye.IN_PEACE, ""),
            new SessionFrame.Ping(-1),
            new SessionFrame.Pong(42, 1L << 40),
            new SessionFrame.Streams(64),
            new SessionFrame.Append(3, ENTRY),
            new SessionFrame.Done(1),
            new SessionFrame.Failed(2, Refusal.FULL, "voll: ää"),
            new SessionFrame.ReadFeed(3, Long.MAX_VALUE),
            new SessionFrame.Feed(4, List.of()),
            new SessionFrame.Feed(4, List.of(ENTRY, new FeedEntry(8, FeedEntry.Kind.SEALED, new byte[300]))),
            new SessionFrame.Release(5),
            new SessionFrame.Receipted(6, new byte[] {4, 4}),
            new SessionFrame.Drop(7),
            new SessionFrame.Reserve(9, 0),
            new SessionFrame.Reserve(9, Long.MAX_VALUE),
            new SessionFrame.Reserved(9, 1L << 40),
            new SessionFrame.Confirm(8, List.of(0)),
            new SessionFrame.Confirm(8, List.of(3, 4, 900, Integer.MAX_VALUE - 1)));

    private static final List<StreamFrame> STREAM_FRAMES = List.of(
            new StreamFrame.Attach(),
            new StreamFrame.Attached(),
            new StreamFrame.Finish(),
            new StreamFrame.Put(0, 1 << 20),
            new StreamFrame.Stored(Integer.MAX_VALUE),
            new StreamFrame.Refused(3, Refusal.BAD_BLOCK, "its checksum fails"),
            new StreamFrame.Get(4),
            new StreamFrame.Block(5, StreamFrameCodec.MAX_BLOCK_BYTES),
            new StreamFrame.Cancel(6),
            new StreamFrame.BufferSize(1L << 40),
            new StreamFrame.BufferAcknowledged(0));

    @Test
    void everySessionFrameComesBackAsItWas() throws WireException {
        for (SessionFrame frame : SESSION_FRAMES) {
            assertEquals(frame, SessionFrameCodec.decode(body(frame)));
        }
    }

    @Test
    void everyStreamFrameComesBackAsItWas() throws WireException {
        for (StreamFrame frame : STREAM_FRAMES) {
            assertEquals(frame, StreamFrameCodec.decode(bytes(frame)));
        }
    }

    @Test
    void framesHaveTheBytesOfTheSpecification() {
        assertEquals(
                "02" + "0102030405060708090a0b0c0d0e0f10" + "01aa",
                HexFormat.of()
                        .formatHex(SessionFrameCodec.encode(new SessionFrame.Authorize(TRANSFER, new byte[] {-86}))));
        assertEquals(
                "14" + "00000001" + "0000000000000007" + "02" + "020102",
                HexFormat.of()
                        .formatHex(SessionFrameCodec.encode(new SessionFrame.Append(
                                1, new FeedEntry(7, FeedEntry.Kind.PLACEMENTS, new byte[] {1, 2})))));
        assertEquals(
                "20" + "00000003" + "8002",
                HexFormat.of().formatHex(SessionFrameCodec.encode(new SessionFrame.Reserve(3, 256))));
        ByteBuffer put = bytes(new StreamFrame.Put(3, 258));
        byte[] raw = new byte[put.remaining()];
        put.get(raw);
        assertArrayEquals(new byte[] {12, 0, 0, 0, 3, 0, 0, 1, 2}, raw);
    }

    @Test
    void aFeedFrameOfTheLongestEntryFits() throws WireException {
        FeedEntry longest = new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[FeedEntry.MAX_BYTES]);
        SessionFrame frame = new SessionFrame.Feed(1, List.of(longest));
        ByteBuffer body = body(frame);
        assertTrue(body.remaining() <= SessionFrameCodec.MAX_FRAME_BYTES, "it has " + body.remaining() + " bytes");
        assertEquals(frame, SessionFrameCodec.decode(body));
    }

    @Test
    void aReasonThatIsTooLongIsCutBetweenCharacters() throws WireException {
        StreamFrame.Refused refused = new StreamFrame.Refused(1, Refusal.FAILED, "ä".repeat(5000));
        StreamFrame.Refused read = (StreamFrame.Refused) StreamFrameCodec.decode(bytes(refused));
        assertEquals("ä".repeat(512), read.reason());
    }

    @Test
    void everyPrefixAndEveryAddedByteIsRefused() {
        for (SessionFrame frame : SESSION_FRAMES) {
            ByteBuffer body = body(frame);
            for (int length = 0; length < body.remaining(); length++) {
                ByteBuffer prefix = body.slice(0, length);
                assertThrows(WireException.class, () -> SessionFrameCodec.decode(prefix), frame::toString);
            }
            ByteBuffer longer = ByteBuffer.allocate(body.remaining() + 1)
                    .put(body.duplicate())
                    .rewind();
            assertThrows(WireException.class, () -> SessionFrameCodec.decode(longer), frame::toString);
        }
        for (StreamFrame frame : STREAM_FRAMES) {
            ByteBuffer body = bytes(frame);
            for (int length = 0; length < body.remaining(); length++) {
                ByteBuffer prefix = body.slice(0, length);
                assertThrows(WireException.class, () -> StreamFrameCodec.decode(prefix), frame::toString);
            }
        }
    }

    @Test
    void lengthsThatPromiseMoreThanIsThereAllocateNothing() {
        ByteBuffer feed = ByteBuffer.allocate(32).put((byte) 24).putInt(1);
        feed.put(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 127}).flip();
        assertThrows(WireException.class, () -> SessionFrameCodec.decode(feed));
        ByteBuffer put = ByteBuffer.allocate(9)
                .put((byte) 12)
                .putInt(1)
                .putInt(Integer.MAX_VALUE)
                .flip();
        assertThrows(WireException.class, () -> StreamFrameCodec.decode(put));
    }

    @Test
    void mutatedAndRandomBytesEndInATypedErrorOrAFrame() {
        long seed = 20260801;
        Random random = new Random(seed);
        List<byte[]> seeds = new ArrayList<>();
        SESSION_FRAMES.forEach(frame -> seeds.add(toArray(body(frame))));
        STREAM_FRAMES.forEach(frame -> seeds.add(toArray(bytes(frame))));
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                SessionFrameCodec.decode(ByteBuffer.wrap(bytes));
            } catch (WireException expected) {
                assertTrue(!expected.getMessage().isEmpty());
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", round " + i + ": " + HexFormat.of().formatHex(bytes), e);
            }
            try {
                StreamFrameCodec.decode(ByteBuffer.wrap(bytes));
            } catch (WireException expected) {
                assertTrue(!expected.getMessage().isEmpty());
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ", round " + i + ": " + HexFormat.of().formatHex(bytes), e);
            }
        }
    }

    private static ByteBuffer body(SessionFrame frame) {
        return ByteBuffer.wrap(SessionFrameCodec.encode(frame));
    }

    private static ByteBuffer bytes(StreamFrame frame) {
        return ByteBuffer.wrap(StreamFrameCodec.encode(frame));
    }

    private static byte[] toArray(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
