package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockChannel.Offer;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.net.linux.LinuxCalls;
import org.fastsend.core.net.udp.Cores;
import org.fastsend.core.net.udp.LoopReading;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Sessions over sockets of this host whose loops are said to be busy, whatever they do. A stream
/// has at most so many puts unanswered: a host that answers none before there are more makes a
/// transfer that ends only by two streams.
class GrowthTest {
    private static final int BLOCK_BYTES = 1000;
    private static final int BLOCKS = TcpLimits.MAX_PUTS_PER_STREAM + 40;
    private static final int OTHERS = 1000;
    private static final Cores BUSY = new Cores(4, _ -> new LoopReading(1, true));
    private static final Cores IDLE = new Cores(4, _ -> new LoopReading(0, true));
    private static final Cores ALONE = new Cores(1, UnaryOperator.identity());

    private final List<AutoCloseable> open = new ArrayList<>();
    private int others;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    /// Answers nothing before so many blocks have come, and those of higher numbers never.
    private final class SlowHost extends MemoryHost {
        private final List<PutReply> waiting = new ArrayList<>();

        SlowHost(Lab lab) {
            super(lab.relay);
        }

        @Override
        public void put(Grant grant, SealedBlock block, PutReply reply) {
            if (block.number() >= OTHERS) {
                count();
                return;
            }
            List<PutReply> due = List.of();
            synchronized (waiting) {
                waiting.add(reply);
                if (waiting.size() >= BLOCKS) {
                    due = List.copyOf(waiting);
                }
            }
            due.forEach(PutReply::stored);
        }
    }

    private synchronized void count() {
        others++;
    }

    private synchronized int others() {
        return others;
    }

    @Test
    void aSessionWhoseLoopIsBusyGetsASecondUnlessANumberWasNamed() throws Exception {
        Lab lab = lab(IDLE, BUSY);
        RelayListener listener = slowListener(lab);
        Heard unheard = lab.heard();
        BlockChannel fixed = channel(lab, listener, StreamWish.exactly(4), unheard);
        put(fixed, OTHERS);
        Heard heard = lab.heard();
        put(channel(lab, listener, StreamWish.AUTO, heard), 0);
        assertEquals(BLOCKS, stored(heard));
        assertTrue(others() <= TcpLimits.MAX_PUTS_PER_STREAM, () -> others() + " of a session that may not grow");
        unheard.assertSilence();
        assertEquals(1, listener.udpLoops(), "a loop that has time takes them all");
    }

    @Test
    void aListenerWhoseLoopIsBusyAsksForASecondAndServesItByAnother() throws Exception {
        assumeTrue(LinuxCalls.areAvailable());
        Lab lab = lab(BUSY, IDLE);
        RelayListener listener = slowListener(lab);
        Heard heard = lab.heard();
        put(channel(lab, listener, StreamWish.AUTO, heard), 0);
        assertEquals(BLOCKS, stored(heard));
        assertTrue(listener.udpLoops() > 2, "each of the two found the first loop busy");
    }

    @Test
    void aListenerThatAsksHasItsInitiatorOpenASecond() throws Exception {
        Lab lab = lab(BUSY, IDLE);
        Heard heard = new Heard(lab.relayBuffers);
        CompletableFuture<BlockChannel> opened = new CompletableFuture<>();
        RelayListener listener = lab.listen(
                lab.relay,
                lab.relayBuffers,
                NetTimings.DEFAULT,
                (peer, transfer, capability) -> new Admission.Asked(channel -> {
                    channel.streams(StreamWish.AUTO);
                    opened.complete(channel);
                    return heard;
                }));
        open.add(listener);
        RelayConnection receiver =
                lab.connector().connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()));
        open.add(receiver);
        Grant grant = new Grant(
                TestBlocks.TRANSFER,
                lab.relay.keyHash(),
                lab.client.keyHash(),
                Set.of(Verb.PUT),
                1L << 40,
                lab.clock.seconds() + 3600);
        receiver.host(grant, new SlowHost(lab), _ -> {});
        put(opened.get(20, TimeUnit.SECONDS), 0);
        assertEquals(BLOCKS, stored(heard));
    }

    @Test
    void whereThereIsOneProcessorNothingGrows() {
        assertEquals(1, ALONE.mostSessions());
        assertEquals(4, new Cores(64, UnaryOperator.identity()).mostSessions());
    }

    private Lab lab(Cores relay, Cores client) {
        Lab lab = new Lab(NetTimings.DEFAULT, ChannelKind.UDP, relay, client);
        open.add(lab);
        return lab;
    }

    private RelayListener slowListener(Lab lab) {
        RelayListener listener = lab.listen(
                lab.relay,
                lab.relayBuffers,
                NetTimings.DEFAULT,
                new CapabilityPolicy(lab.federation, lab.relay.keyHash(), lab.clock, new SlowHost(lab)));
        open.add(listener);
        return listener;
    }

    private BlockChannel channel(Lab lab, RelayListener listener, StreamWish streams, Heard heard) {
        BlockChannel channel = lab.connector()
                .connect(Lab.HOST, listener.port(), new ExpectedPeer.WithKey(lab.relay.keyHash()))
                .open(lab.everything(), heard);
        open.add(channel);
        channel.streams(streams);
        return channel;
    }

    /// All that may wait at once, then the rest as there is room.
    private static void put(BlockChannel channel, int from) {
        for (int number = from; number < from + BLOCKS; ) {
            if (channel.put(TestBlocks.block(number, BLOCK_BYTES)) == Offer.ACCEPTED) {
                number++;
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static int stored(Heard heard) throws InterruptedException {
        int stored = 0;
        for (Heard.Call call : heard.next(BLOCKS)) {
            stored += call instanceof Heard.Call.Stored ? 1 : 0;
        }
        return stored;
    }
}
