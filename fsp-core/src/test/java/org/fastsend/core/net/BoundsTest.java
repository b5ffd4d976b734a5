package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockChannel.Offer;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.wire.StreamFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is held at a time, by a host that takes its time and by a channel that changes its mind.
class BoundsTest {
    private final Lab lab = new Lab();
    private final Heard heard = lab.heard();
    private final SlowHost slow = new SlowHost();
    private RelayListener listener;
    private BlockChannel channel;

    /// Answers nothing by itself.
    private final class SlowHost extends MemoryHost {
        record Put(SealedBlock block, PutReply reply) {}

        record Get(int number, GetReply reply) {}

        final LinkedBlockingQueue<Put> puts = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<Get> gets = new LinkedBlockingQueue<>();

        SlowHost() {
            super(lab.relay);
        }

        @Override
        public void put(Grant grant, SealedBlock block, PutReply reply) {
            puts.add(new Put(block, reply));
        }

        @Override
        public void get(Grant grant, int number, GetReply reply) {
            gets.add(new Get(number, reply));
        }

        void answerOneGet() throws InterruptedException {
            Get get = gets.poll(20, TimeUnit.SECONDS);
            super.get(
                    new Grant(TestBlocks.TRANSFER, lab.client.keyHash(), lab.client.keyHash(), Lab.ALL, 1, 1),
                    get.number,
                    get.reply);
        }
    }

    @BeforeEach
    void open() {
        CapabilityPolicy policy = new CapabilityPolicy(lab.federation, lab.relay.keyHash(), lab.clock, slow);
        listener = lab.listen(lab.relay, lab.relayBuffers, NetTimings.DEFAULT, policy);
        channel = lab.connector()
                .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                .open(lab.everything(), heard);
        channel.streams(1);
    }

    @AfterEach
    void close() {
        channel.close();
        listener.close();
        lab.close();
    }

    @Test
    void aSlowHostSlowsItsPeerDownInsteadOfFillingMemory() throws Exception {
        int blocks = 40;
        int bytes = 4 << 20; // 160 MiB in all, while the relay has 64 MiB
        for (int number = 0; number < blocks; number++) {
            assertEquals(Offer.ACCEPTED, channel.put(TestBlocks.block(number, bytes)));
        }
        for (int number = 0; number < blocks; number++) {
            SlowHost.Put put = slow.puts.poll(20, TimeUnit.SECONDS);
            assertTrue(lab.relayBuffers.lentBytes() <= 64 << 20);
            put.reply.stored();
            heard.next(Heard.Call.Stored.class);
        }
        assertEquals(0, channel.bytesInFlight());
    }

    @Test
    void aNumberIsAskedForOnlyOnceAtATime() throws Exception {
        SealedBlock block = TestBlocks.block(1, 1000);
        assertEquals(Offer.ACCEPTED, channel.put(block));
        assertEquals(Offer.BACKPRESSURED, channel.put(block));
        assertEquals(Offer.BACKPRESSURED, channel.get(1));
        assertEquals(block.length(), channel.bytesInFlight());
        slow.puts.poll(20, TimeUnit.SECONDS).reply.stored();
        heard.next(Heard.Call.Stored.class);
        assertEquals(Offer.ACCEPTED, channel.put(block));
    }

    @Test
    void aHostIsAskedForOnlyAFewBlocksAtATime() throws Exception {
        int blocks = 30;
        for (int number = 0; number < blocks; number++) {
            slow.blocks.put(number, TestBlocks.block(number, 1000).bytes().array());
            channel.get(number);
        }
        for (int number = 0; number < blocks; number++) {
            slow.answerOneGet();
            heard.next(Heard.Call.Came.class);
            assertTrue(slow.gets.size() <= TcpLimits.MAX_GETS_AT_HOST, () -> slow.gets.size() + " at the host");
        }
    }

    @Test
    void whatIsCancelledIsReportedLostAndMayBeAskedForAgain() throws Exception {
        int blocks = 12;
        for (int number = 0; number < blocks; number++) {
            slow.blocks.put(number, TestBlocks.block(number, 1000).bytes().array());
            assertEquals(Offer.ACCEPTED, channel.get(number));
        }
        List<SlowHost.Get> atHost = new ArrayList<>();
        for (int i = 0; i < TcpLimits.MAX_GETS_AT_HOST; i++) {
            atHost.add(slow.gets.poll(20, TimeUnit.SECONDS));
        }
        channel.cancel(10); // still waits for the host's turn
        assertEquals(new Heard.Call.Lost(10, "cancelled"), heard.next());
        channel.cancel(0); // is at the host: the block itself is not sent any more
        assertEquals(Offer.BACKPRESSURED, channel.get(0));
        assertEquals(Offer.ACCEPTED, channel.get(10));
        atHost.forEach(slow.gets::add);
        List<Integer> came = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            slow.answerOneGet();
            switch (heard.next()) {
                case Heard.Call.Came(int number, byte[] bytes) -> came.add(number);
                case Heard.Call.Lost(int number, String reason) -> assertEquals(0, number);
                case Heard.Call other -> throw new AssertionError("heard " + other);
            }
        }
        assertTrue(came.contains(10));
        heard.assertSilence();
        channel.cancel(99); // never asked for: nothing happens
    }

    @Test
    void aPutThatNoStreamHasTakenYetIsCancelledAtOnce() throws Exception {
        channel.close();
        heard.next(Heard.Call.Down.class);
        Proxy.Tamper sessionOnly = (connection, up, offset, bytes, length) -> connection == 0 ? length : Proxy.STOP;
        try (Proxy proxy = new Proxy(lab.listener.port(), sessionOnly);
                BlockChannel streamless = lab.open(proxy, NetTimings.DEFAULT, heard)) {
            SealedBlock block = TestBlocks.block(1, 1000);
            streamless.put(block);
            streamless.cancel(1);
            assertEquals(new Heard.Call.Lost(1, "cancelled"), heard.next());
            assertEquals(0, streamless.bytesInFlight());
            assertEquals(Offer.ACCEPTED, streamless.put(block));
        }
    }

    @Test
    void aChannelClosesWhileItWaitsForMemory() throws Exception {
        slow.blocks.put(1, TestBlocks.block(1, 1 << 20).bytes().array());
        ByteBuffer everything = lab.clientBuffers.take(64 << 20);
        channel.get(1);
        slow.answerOneGet();
        channel.close();
        heard.next(Heard.Call.Lost.class);
        heard.next(Heard.Call.Down.class);
        lab.clientBuffers.give(everything);
        assertEquals(0, lab.clientBuffers.lentBytes());
    }

    @Test
    void aHostThatAnswersAfterTheSessionEndedGivesTheBuffersBack() throws Exception {
        channel.put(TestBlocks.block(1, 1 << 20));
        slow.blocks.put(2, TestBlocks.block(2, 1 << 20).bytes().array());
        channel.get(2);
        SlowHost.Put put = slow.puts.poll(20, TimeUnit.SECONDS);
        SlowHost.Get get = slow.gets.poll(20, TimeUnit.SECONDS);
        channel.close();
        heard.next(2);
        heard.next(Heard.Call.Down.class);
        slow.gets.add(get);
        slow.answerOneGet();
        put.reply.stored();
        for (int i = 0; i < 2000 && lab.relayBuffers.lentBytes() > 0; i++) {
            assertEquals(null, slow.gets.poll(10, TimeUnit.MILLISECONDS));
        }
        assertEquals(0, lab.relayBuffers.lentBytes());
    }

    @Test
    void onePeersPutsThatTheHostKeepsLeaveMemoryForAnothers() throws Exception {
        int bytes = 4 << 20;
        for (int number = 0; number < 40; number++) {
            assertEquals(Offer.ACCEPTED, channel.put(TestBlocks.block(number, bytes))); // 160 MiB; the relay has 64
        }
        SlowHost.Put first = slow.puts.poll(20, TimeUnit.SECONDS);
        try (BlockChannel another = lab.connector()
                .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                .open(lab.everything(), lab.heard())) {
            another.put(TestBlocks.block(100, bytes));
            SlowHost.Put next = first;
            while (next.block.number() != 100) {
                next = slow.puts.poll(20, TimeUnit.SECONDS);
                assertNotNull(next, "the other peer's block never came");
            }
        }
    }

    @Test
    void onePeerThatTakesNothingOfWhatItAskedForLeavesMemoryForAnother() throws Exception {
        int blocks = 64;
        for (int number = 0; number < blocks; number++) {
            lab.host.blocks.put(
                    number, TestBlocks.block(number, 4 << 20).bytes().array());
        }
        List<TcpStreamConnection> streams = new ArrayList<>();
        try (RawPeer deaf = new RawPeer(lab)) {
            deaf.authorize();
            for (int number = 0; number < blocks; number++) {
                if (number % 8 == 0) {
                    streams.add(deaf.attach(streams.size() + 1));
                }
                streams.getLast().out().frame(new StreamFrame.Get(number));
                streams.getLast().out().flush();
            }
            long many = 24 << 20;
            for (int i = 0; i < 2000 && lab.relayBuffers.lentBytes() < many; i++) {
                assertEquals(null, slow.gets.poll(10, TimeUnit.MILLISECONDS));
            }
            assertTrue(lab.relayBuffers.lentBytes() >= many, "the blocks wait to be sent");
            Heard listening = lab.heard();
            try (BlockChannel another = lab.open(listening)) {
                another.get(0);
                listening.next(Heard.Call.Came.class);
                another.put(TestBlocks.block(100, 4 << 20));
                listening.next(Heard.Call.Stored.class);
            }
        } finally {
            streams.forEach(TcpStreamConnection::close);
        }
    }

    @Test
    void oneConnectorOpensManySessions() throws Exception {
        RelayConnector connector = lab.connector();
        for (int round = 0; round < 5; round++) {
            Heard listening = lab.heard();
            try (BlockChannel another = connector
                    .connect(Lab.HOST, lab.listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                    .open(lab.everything(), listening)) {
                another.put(TestBlocks.block(round, 100));
                listening.next(Heard.Call.Stored.class);
            }
        }
        assertEquals(5, lab.host.blocks.size());
    }
}
