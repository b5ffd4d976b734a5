package org.fastsend.relay.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.ReceiptRoot;
import org.fastsend.core.trust.Verb;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.fastsend.relay.store.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a relay answers to whom.
@Timeout(60)
class RelayHostTest {
    private static final long NOW = 1_800_000_000;
    private static final Grant OWNERS = grant(Samples.TRANSFER, Samples.OWNER);
    private static final Grant STRANGERS = grant(Samples.TRANSFER, Samples.STRANGER);

    @TempDir
    private Path directory;

    private final Identity identity = Identity.ephemeral();
    private RunningStore running;
    private RelayHost host;

    @BeforeEach
    void start() throws Exception {
        running = RunningStore.start(
                StoreDirectory.open(directory),
                new AdmissionLimits(1 << 20, 0, 10, 1000),
                LeaseTerm.DEFAULT,
                () -> NOW * 1000,
                () -> 0,
                new Buffers(1 << 20));
        host = new RelayHost(running.store(), identity);
    }

    @AfterEach
    void stop() throws Exception {
        running.close();
    }

    @Test
    void releaseIsSignedForWhatIsHeld() throws Exception {
        put(OWNERS, Samples.block(0));
        put(OWNERS, Samples.block(4));
        Receipt receipt = receipt(reply -> host.release(OWNERS, reply));
        assertEquals(2, receipt.blocks());
        assertEquals(Samples.block(0).length() + Samples.block(4).length(), receipt.bytes());
    }

    @Test
    void aConfirmationIsSignedForThoseOfTheBlocksAskedForThatAreHeld() throws Exception {
        put(OWNERS, Samples.block(0));
        put(OWNERS, Samples.block(4));
        put(OWNERS, Samples.block(5));
        ReceiptRoot root = new ReceiptRoot();
        root.add(0, checksum(0));
        root.add(5, checksum(5));

        Receipt receipt = receipt(reply -> host.confirm(OWNERS, List.of(0, 3, 5, 6), reply));

        assertEquals(2, receipt.blocks());
        assertEquals(Samples.block(0).length() + Samples.block(5).length(), receipt.bytes());
        assertArrayEquals(root.finish(), receipt.root());
    }

    private static ByteBuffer checksum(int number) {
        SealedBlock block = Samples.block(number);
        int length = block.header().checksum().length();
        return block.bytes().slice(block.bytes().limit() - length, length);
    }

    private Receipt receipt(Consumer<ReleaseReply> ask) throws Exception {
        CompletableFuture<Receipt> answer = new CompletableFuture<>();
        ask.accept(new ReleaseReply() {
            @Override
            public void receipt(Receipt receipt) {
                answer.complete(receipt);
            }

            @Override
            public void refused(Refusal refusal, String reason) {
                answer.completeExceptionally(new AssertionError(reason));
            }
        });
        Receipt receipt = Receipt.decode(answer.join().encode());
        receipt.verify(identity.verifyingKey());
        return receipt;
    }

    @Test
    void grantsOfAnotherMemberReachNothingOfATransfer() {
        put(OWNERS, Samples.block(0));
        assertEquals("FORBIDDEN", put(STRANGERS, Samples.block(1)));
        assertEquals("FORBIDDEN", get(STRANGERS, 0));
        assertEquals("FORBIDDEN", drop(STRANGERS));
        assertEquals("FORBIDDEN", readFeed(STRANGERS));
        assertEquals("block 0", get(OWNERS, 0));
    }

    @Test
    void blockOfAnotherTransferIsForbidden() {
        assertEquals("FORBIDDEN", put(grant(new TransferId(1, 1), Samples.OWNER), Samples.block(0)));
        assertEquals("MISSING", get(OWNERS, 0));
    }

    @Test
    void whatIsNotHereIsMissingButDroppingItSucceeds() {
        assertEquals("MISSING", get(OWNERS, 0));
        assertEquals("MISSING", readFeed(OWNERS));
        assertEquals("stored", drop(OWNERS));
    }

    @Test
    void droppedTransferIsGone() {
        put(OWNERS, Samples.block(0));
        assertEquals("stored", drop(OWNERS));
        assertEquals("MISSING", get(OWNERS, 0));
        assertEquals(0, running.store().usedBytes());
    }

    @Test
    void roomIsKeptForTheOwnersTransferAlone() {
        long free = running.store().freeBytes();
        assertEquals("room for 1000", reserve(OWNERS, 1000));
        assertEquals(free - 1000, running.store().freeBytes());
        assertEquals("FORBIDDEN", reserve(STRANGERS, 1000));
        assertEquals("FORBIDDEN", reserve(STRANGERS, 0));
        assertEquals("room for 0", reserve(OWNERS, 0));
        assertEquals(free, running.store().freeBytes());
    }

    @Test
    void givingBackWhatIsNotHereOpensNoTransfer() {
        assertEquals("room for 0", reserve(OWNERS, 0));
        assertEquals(0, running.store().transfers());
    }

    private String reserve(Grant grant, long bytes) {
        return answerOf(heard -> host.reserve(grant, bytes, heard));
    }

    private static Grant grant(TransferId transfer, KeyHash issuer) {
        return new Grant(transfer, Samples.STRANGER, issuer, EnumSet.allOf(Verb.class), 1 << 20, NOW + 100);
    }

    private String put(Grant grant, SealedBlock block) {
        return answerOf(heard -> host.put(grant, block, heard));
    }

    private String drop(Grant grant) {
        return answerOf(heard -> host.drop(grant, heard));
    }

    private String get(Grant grant, int number) {
        return answerOf(heard -> host.get(grant, number, heard));
    }

    private String readFeed(Grant grant) {
        return answerOf(heard -> host.readFeed(grant, 0, 1000, heard));
    }

    private static String answerOf(Consumer<Heard> question) {
        Heard heard = new Heard(new CompletableFuture<>());
        question.accept(heard);
        return heard.answer.join();
    }

    private record Heard(CompletableFuture<String> answer) implements PutReply, GetReply, FeedReply, ReserveReply {
        @Override
        public void stored() {
            answer.complete("stored");
        }

        @Override
        public Optional<ByteBuffer> room(int bytes) {
            return Optional.of(ByteBuffer.allocate(bytes));
        }

        @Override
        public void block(SealedBlock block) {
            answer.complete("block " + block.number());
        }

        @Override
        public void entries(List<FeedEntry> entries) {
            answer.complete(entries.size() + " entries");
        }

        @Override
        public void reserved(long bytes) {
            answer.complete("room for " + bytes);
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            answer.complete(refusal.name());
        }
    }
}
