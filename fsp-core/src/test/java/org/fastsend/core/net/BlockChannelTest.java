package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockChannel.Offer;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RequestRefusedException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Receipt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a channel does when nothing goes wrong.
@ParameterizedClass
@EnumSource(
        value = ChannelKind.class,
        names = {"TCP", "UDP"})
class BlockChannelTest {
    private final Lab lab;
    private final Heard heard;

    BlockChannelTest(ChannelKind kind) {
        lab = new Lab(NetTimings.DEFAULT, kind);
        heard = lab.heard();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void whatIsPutComesBackByteForByte(int streams) throws InterruptedException {
        BlockChannel channel = lab.open(heard);
        channel.streams(streams);
        int[] sizes = {0, 1, 1000, 65_472, 65_473, 1 << 20, 3_000_001};
        for (int number = 0; number < sizes.length; number++) {
            assertEquals(Offer.ACCEPTED, channel.put(TestBlocks.block(number, sizes[number])));
        }
        Set<Integer> stored = new HashSet<>();
        for (int i = 0; i < sizes.length; i++) {
            stored.add(heard.next(Heard.Call.Stored.class).number());
        }
        assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6), stored);
        assertEquals(0, channel.bytesInFlight());
        for (int number = 0; number < sizes.length; number++) {
            assertEquals(Offer.ACCEPTED, channel.get(number));
        }
        for (int i = 0; i < sizes.length; i++) {
            Heard.Call.Came came = heard.next(Heard.Call.Came.class);
            assertArrayEquals(
                    TestBlocks.block(came.number(), sizes[came.number()])
                            .bytes()
                            .array(),
                    came.bytes());
        }
        channel.close();
        heard.next(Heard.Call.Down.class);
        assertEquals(0, lab.clientBuffers.lentBytes());
        assertEquals(0, lab.relayBuffers.lentBytes());
    }

    @Test
    void aBlockThatIsNotThereIsRefused() throws InterruptedException {
        try (BlockChannel channel = lab.open(heard)) {
            channel.get(7);
            assertEquals(
                    new Heard.Call.Refused(7, Refusal.MISSING, "block 7 is not here"),
                    heard.next(Heard.Call.Refused.class));
        }
    }

    @Test
    void aBlockOfAnotherTransferIsNotAccepted() {
        try (BlockChannel channel = lab.open(heard)) {
            SealedBlock foreign = TestBlocks.block(new TransferId(1, 2), 0, 10);
            assertThrows(IllegalArgumentException.class, () -> channel.put(foreign));
        }
    }

    @Test
    void theQueueIsBoundedAndEveryAcceptedPutIsAnsweredOnce() throws InterruptedException {
        BlockChannel channel = lab.open(heard);
        int accepted = 0;
        SealedBlock[] blocks = new SealedBlock[2000];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = TestBlocks.block(i, 100);
        }
        for (int next = 0; next < blocks.length; ) {
            if (channel.put(blocks[next]) == Offer.ACCEPTED) {
                next++;
            } else {
                accepted++;
                heard.next(Heard.Call.Stored.class);
            }
        }
        heard.next(blocks.length - accepted).forEach(call -> assertInstanceOf(Heard.Call.Stored.class, call));
        assertEquals(blocks.length, lab.host.blocks.size());
        channel.close();
        heard.next(Heard.Call.Down.class);
        heard.assertSilence();
    }

    @Test
    void theFeedIsKeptInOrderAndReadFromAnySequence() throws Exception {
        try (BlockChannel channel = lab.open(heard)) {
            List<FeedEntry> entries = List.of(
                    new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[FeedEntry.MAX_BYTES]),
                    new FeedEntry(1, FeedEntry.Kind.PLACEMENTS, new byte[] {1}),
                    new FeedEntry(2, FeedEntry.Kind.SEALED, new byte[FeedEntry.MAX_BYTES]));
            for (FeedEntry entry : entries) {
                channel.appendFeed(entry).get();
            }
            assertEquals(entries.subList(0, 2), channel.readFeed(0).get(), "as many as fit a frame");
            assertEquals(entries.subList(2, 3), channel.readFeed(2).get());
            assertEquals(List.of(), channel.readFeed(3).get());
            FeedEntry behindAGap = new FeedEntry(5, FeedEntry.Kind.SEALED, new byte[1]);
            ExecutionException refused = assertThrows(
                    ExecutionException.class,
                    () -> channel.appendFeed(behindAGap).get());
            assertEquals(
                    Refusal.FAILED,
                    assertInstanceOf(RequestRefusedException.class, refused.getCause())
                            .refusal());
        }
    }

    @Test
    void theReceiptIsTheRelaysOwn() throws Exception {
        try (BlockChannel channel = lab.open(heard)) {
            channel.put(TestBlocks.block(0, 5000));
            heard.next(Heard.Call.Stored.class);
            Receipt receipt = channel.release().get();
            assertEquals(1, receipt.blocks());
            assertEquals(lab.relay.keyHash(), receipt.relay());
            channel.drop().get();
            channel.get(0);
            assertEquals(Refusal.MISSING, heard.next(Heard.Call.Refused.class).refusal());
        }
    }

    @Test
    void closingReportsWhatWasUnansweredThenOneDown() throws InterruptedException {
        BlockChannel channel = lab.open(heard);
        for (int i = 0; i < 50; i++) {
            channel.put(TestBlocks.block(i, 200_000));
        }
        channel.close();
        List<Heard.Call> calls = heard.next(51);
        for (Heard.Call call : calls.subList(0, 50)) {
            assertTrue(call instanceof Heard.Call.Stored || call instanceof Heard.Call.Lost, call::toString);
        }
        Heard.Call.Down down = assertInstanceOf(Heard.Call.Down.class, calls.getLast());
        assertEquals(ErrorCode.CONNECTION_LOST, down.cause().code());
        assertEquals(Offer.CLOSED, channel.get(1));
        assertThrows(ExecutionException.class, () -> channel.readFeed(0).get());
        heard.assertSilence();
    }

    @Test
    void aRelayThatStopsSaysSo() throws InterruptedException {
        BlockChannel channel = lab.open(heard);
        channel.put(TestBlocks.block(0, 10));
        heard.next(Heard.Call.Stored.class);
        lab.listener.close();
        FspException down = heard.next(Heard.Call.Down.class).cause();
        assertTrue(down.getMessage().matches("r1 \\(.*\\) ended the session"), down.getMessage());
    }

    @Test
    void nothingIsLostWhileStreamsComeAndGo() throws Exception {
        int[] counts = {1, 8, 2, 16, 1, 4};
        int perStep = 40;
        try (BlockChannel channel = lab.open(heard)) {
            int number = 0;
            for (int count : counts) {
                channel.streams(count);
                for (int i = 0; i < perStep; i++) {
                    channel.put(TestBlocks.block(number++, 50_000));
                    if (number % 3 == 0) {
                        heard.next(Heard.Call.Stored.class);
                    }
                }
            }
            for (int left = number - number / 3; left > 0; left--) {
                heard.next(Heard.Call.Stored.class);
            }
            assertEquals(number, lab.host.blocks.size());
            for (int i = 0; i < number; i++) {
                channel.streams(1 + i % 7);
                channel.get(i);
                if (i >= 20) {
                    heard.next(Heard.Call.Came.class);
                }
            }
            for (int left = 20; left > 0; left--) {
                heard.next(Heard.Call.Came.class);
            }
            heard.assertSilence();
        }
    }
}
