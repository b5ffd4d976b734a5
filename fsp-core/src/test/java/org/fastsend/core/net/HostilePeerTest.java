package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionFrameCodec;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamPreamble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Peers that know the protocol, hold a key and a capability, and lie.
class HostilePeerTest {
    private final Lab lab = new Lab();
    private final Heard heard = lab.heard();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void randomBytesToThePortAreTheirOwnEnd() throws IOException, InterruptedException {
        long seed = 7;
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            byte[] bytes = new byte[1 + random.nextInt(2000)];
            random.nextBytes(bytes);
            if (round % 3 == 1) {
                bytes[0] = 0x16;
            } else if (round % 3 == 2) {
                bytes = Arrays.copyOf(new StreamPreamble(new SessionId(1, 2), 3).encode(), 500);
            }
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lab.listener.port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (SocketException e) {
                assertTrue(e.getMessage().contains("reset") || e.getMessage().contains("Broken"), e.getMessage());
            }
        }
        assertStillServes();
    }

    @Test
    void connectionsThatSayNothingDoNotKeepOthersOut() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < TcpLimits.MAX_HALF_OPEN + 20; i++) {
                idle.add(new Socket(InetAddress.getLoopbackAddress(), lab.listener.port()));
            }
            assertStillServes();
            idle.getFirst().setSoTimeout(10_000);
            assertEquals(-1, idle.getFirst().getInputStream().read(), "the oldest was dropped");
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void mutatedFramesEndTheirSessionAndNoOther() throws Exception {
        long seed = 11;
        Random random = new Random(seed);
        List<SessionFrame> frames = List.of(
                new SessionFrame.Ping(1),
                new SessionFrame.Streams(200),
                new SessionFrame.Append(1, new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[100])),
                new SessionFrame.ReadFeed(2, 0),
                new SessionFrame.Done(9),
                new SessionFrame.Authorized(TestBlocks.TRANSFER),
                new SessionFrame.Release(3));
        for (int round = 0; round < 40; round++) {
            try (RawPeer peer = new RawPeer(lab)) {
                peer.authorize();
                for (int i = 0; i < 20; i++) {
                    byte[] bytes = SessionFrameCodec.encode(frames.get(random.nextInt(frames.size())));
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                    peer.send(bytes, random.nextInt(8) == 0 ? random.nextInt() : bytes.length);
                }
            } catch (IOException e) {
                assertTrue(round >= 0, () -> "the listener hung up, as it should; seed " + seed);
            }
        }
        assertStillServes();
    }

    @Test
    void answersThatNobodyAskedForEndTheStream() throws Exception {
        try (RawPeer peer = new RawPeer(lab)) {
            peer.authorize();
            TcpStreamConnection stream = peer.attach(0);
            stream.out().frame(new StreamFrame.Stored(1));
            stream.out().flush();
            assertTrue(stream.in().frame().isEmpty(), "the listener closed the stream");
        }
    }

    @Test
    void whoAsksAgainForAStreamOverUdpThatItWasDeniedIsHungUpOn() throws Exception {
        try (Lab tcpOnly = new Lab(NetTimings.DEFAULT, ChannelKind.TCP);
                RawPeer peer = new RawPeer(tcpOnly)) {
            peer.authorize();
            peer.send(new SessionFrame.UdpOpen(1));
            assertInstanceOf(SessionFrame.UdpOpened.class, peer.read());
            peer.send(new SessionFrame.UdpOpen(1));
            assertInstanceOf(SessionFrame.Goodbye.class, peer.read());
        }
    }

    @Test
    void aBlockThatIsNotWhatItClaimsIsRefusedAndTheStreamGoesOn() throws Exception {
        try (RawPeer peer = new RawPeer(lab)) {
            peer.authorize();
            TcpStreamConnection stream = peer.attach(0);
            SealedBlock good = TestBlocks.block(5, 1000);

            byte[] flipped = good.bytes().array().clone();
            flipped[500] ^= 1;
            assertEquals(Refusal.BAD_BLOCK, put(stream, 5, flipped));
            assertEquals(Refusal.BAD_BLOCK, put(stream, 6, good.bytes().array()));
            assertEquals(Refusal.BAD_BLOCK, put(stream, 5, new byte[10]));
            assertEquals(Refusal.BAD_BLOCK, put(stream, 5, new byte[0]));
            SealedBlock foreign = TestBlocks.block(new TransferId(9, 9), 5, 1000);
            assertEquals(Refusal.FORBIDDEN, put(stream, 5, foreign.bytes().array()));
            assertEquals(Refusal.BAD_BLOCK, put(stream, 5, new byte[9 << 20]), "larger than the relay takes");
            assertTrue(lab.host.blocks.isEmpty());

            stream.out().frame(new StreamFrame.Put(5, good.length()));
            stream.out().body(good.bytes(), () -> {});
            stream.out().flush();
            assertEquals(new StreamFrame.Stored(5), stream.in().frame().orElseThrow());
            assertEquals(0, lab.relayBuffers.lentBytes());
        }
    }

    @Test
    void aRecordLongerThanAnyFrameEndsTheStreamBeforeItIsWaitedFor() throws Exception {
        try (RawPeer peer = new RawPeer(lab)) {
            peer.authorize();
            TcpStreamConnection stream = peer.attach(0);
            stream.socket()
                    .getOutputStream()
                    .write(ByteBuffer.allocate(4).putInt(60_000).array());
            assertTrue(stream.in().frame().isEmpty(), "the listener closed the stream");
        }
    }

    @Test
    void aHostThatAnswersWithSomethingElseIsFoundOutByName() throws Exception {
        AtomicReference<byte[]> answer = new AtomicReference<>(new byte[0]);
        MemoryHost liar = new MemoryHost(lab.relay) {
            @Override
            public void get(Grant grant, int number, GetReply reply) {
                reply.block(pretend(number, answer.get()));
            }
        };
        try (RelayListener listener = lab.listen(
                        lab.relay,
                        lab.relayBuffers,
                        NetTimings.DEFAULT,
                        new CapabilityPolicy(lab.federation, lab.relay.keyHash(), lab.clock, liar));
                BlockChannel channel = lab.connector()
                        .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                        .open(lab.everything(), heard)) {
            byte[] good = TestBlocks.block(3, 1000).bytes().array();
            byte[] flipped = good.clone();
            flipped[600] ^= 4;
            byte[] badHeader = good.clone();
            badHeader[10] ^= 4;
            for (byte[] lie : List.of(
                    flipped,
                    badHeader,
                    Arrays.copyOf(good, good.length - 1),
                    Arrays.copyOf(good, 7),
                    TestBlocks.block(4, 1000).bytes().array(),
                    TestBlocks.block(new TransferId(1, 1), 3, 1000).bytes().array())) {
                answer.set(lie);
                channel.get(3);
                Heard.Call.Bad bad = heard.next(Heard.Call.Bad.class);
                assertEquals(3, bad.number());
                assertTrue(bad.reason().startsWith("r1 ("), bad.reason());
            }
            answer.set(good);
            channel.get(3);
            heard.next(Heard.Call.Came.class);
            assertEquals(0, lab.clientBuffers.lentBytes());
        }
    }

    @Test
    void aHostThatThrowsIsReportedAsFailedAndTheSessionGoesOn() throws Exception {
        MemoryHost broken = new MemoryHost(lab.relay) {
            @Override
            public void get(Grant grant, int number, GetReply reply) {
                throw new IllegalStateException("a mistake in the host, made on purpose");
            }
        };
        try (RelayListener listener = lab.listen(
                        lab.relay,
                        lab.relayBuffers,
                        NetTimings.DEFAULT,
                        new CapabilityPolicy(lab.federation, lab.relay.keyHash(), lab.clock, broken));
                BlockChannel channel = lab.connector()
                        .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                        .open(lab.everything(), heard)) {
            channel.get(3);
            assertEquals(Refusal.FAILED, heard.next(Heard.Call.Refused.class).refusal());
            channel.put(TestBlocks.block(1, 10));
            heard.next(Heard.Call.Stored.class);
        }
    }

    /// A host's answer whatever its bytes are; the header is what the host believes.
    private SealedBlock pretend(int number, byte[] bytes) {
        try {
            ByteBuffer buffer = lab.relayBuffers.take(bytes.length).put(bytes).flip();
            return new SealedBlock(new BlockHeader(TestBlocks.TRANSFER, number, ChecksumAlgorithm.CRC32C, 0), buffer);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Refusal put(TcpStreamConnection stream, int number, byte[] bytes) throws Exception {
        stream.out().frame(new StreamFrame.Put(number, bytes.length));
        stream.out().body(ByteBuffer.wrap(bytes), () -> {});
        stream.out().flush();
        StreamFrame.Refused refused = (StreamFrame.Refused) stream.in().frame().orElseThrow();
        assertEquals(number, refused.number());
        return refused.refusal();
    }

    private void assertStillServes() throws InterruptedException {
        try (BlockChannel channel = lab.open(heard)) {
            channel.put(TestBlocks.block(0, 100));
            heard.next(Heard.Call.Stored.class);
        }
        heard.next(Heard.Call.Down.class);
    }
}
