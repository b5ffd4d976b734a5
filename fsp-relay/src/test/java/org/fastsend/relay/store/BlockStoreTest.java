package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.trust.ReceiptRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a store answers, and what it finds again when it is opened anew.
class BlockStoreTest {
    private final PowerCutDisk disk = new PowerCutDisk();
    private TestRelayStore relay;

    @BeforeEach
    void openStore() throws Exception {
        relay = TestRelayStore.on(disk);
    }

    @Test
    void putIsAnsweredOnlyOnceItIsForced() {
        Answers.OfPut answer = relay.put(Samples.block(0));
        assertTrue(!answer.isAnswered());
        relay.lanes.runAll();
        assertTrue(answer.isStored());
    }

    @Test
    void allThatGatheredBeforeTheCommitSharesOneForce() {
        relay.put(Samples.block(0));
        relay.lanes.runAll();
        int before = disk.forces();
        List<Answers.OfPut> answers = List.of(1, 2, 3, 4, 5, 6, 7, 8).stream()
                .map(number -> relay.put(Samples.block(number, ChecksumAlgorithm.CRC32C, 500)))
                .toList();
        relay.lanes.runAll();
        assertTrue(answers.stream().allMatch(Answers.OfPut::isStored));
        assertEquals(1, disk.forces() - before);
    }

    @Test
    void blocksAreReadBackAsTheyCameWithEveryChecksum() {
        for (ChecksumAlgorithm checksum : ChecksumAlgorithm.values()) {
            TransferId transfer = new TransferId(7, checksum.code());
            SealedBlock block = Samples.block(transfer, 3, checksum, 5000, 1);
            Answers.OfPut put = relay.put(block);
            relay.lanes.runAll();
            assertTrue(put.isStored());
            Answers.OfGet got = new Answers.OfGet(relay.buffers);
            relay.transfer(transfer).get(3, got);
            relay.lanes.runAll();
            assertEquals(block.bytes(), got.block().orElseThrow().bytes());
        }
    }

    @Test
    void aBlockThatItsAskerHasNoMemoryForIsRefusedAsBusyAndKeepsNoThread() {
        store(0, 1);
        Answers.OfGet got = new Answers.OfGet();
        relay.transfer().get(0, got);
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.BUSY), got.refusal());
        assertEquals(0, relay.buffers.lentBytes());
    }

    @Test
    void closedStoreIsFoundAgainWithoutVerifyingEveryBlock() throws Exception {
        store(0, 100);
        relay.append(Samples.entry(0));
        close();
        TestRelayStore again = TestRelayStore.on(disk);
        assertEquals(100, again.transfer().blocks());
        assertEquals(relay.transfer().blockBytes(), again.transfer().blockBytes());
        assertEquals(relay.admission.usedBytes(), again.admission.usedBytes());
        assertEquals(relay.transfer().lease(), again.transfer().lease());
        assertEquals(0, disk.forces() - forcesAfterClose);
        for (int number = 0; number < 100; number++) {
            assertEquals(
                    Samples.block(number).bytes(),
                    again.get(number).block().orElseThrow().bytes());
        }
    }

    private int forcesAfterClose;

    private void close() throws Exception {
        Thread closing = new Thread(() -> {
            try {
                relay.store.close();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        closing.start();
        while (closing.isAlive()) {
            relay.lanes.runAll();
            closing.join(1);
        }
        forcesAfterClose = disk.forces();
    }

    @Test
    void closedStoreRefusesButAnswersWhatCameBefore() throws Exception {
        Answers.OfPut before = relay.put(Samples.block(0));
        StoredTransfer transfer = relay.transfer();
        close();
        assertTrue(before.isStored());
        Answers.OfPut after = new Answers.OfPut();
        transfer.put(Samples.block(1), Samples.NO_QUOTA, after);
        assertEquals(Optional.of(Refusal.BUSY), after.refusal());
        assertInstanceOf(BlockStore.Access.Denied.class, relay.store.open(new TransferId(5, 5), Samples.OWNER));
    }

    @Test
    void sameBlockAgainIsStoredAndTakesNoRoom() throws Exception {
        store(0, 3);
        long used = relay.admission.usedBytes();
        Answers.OfPut again = relay.put(Samples.block(1));
        Answers.OfPut twin = relay.put(Samples.block(5));
        Answers.OfPut twinAgain = relay.put(Samples.block(5));
        relay.lanes.runAll();
        assertTrue(again.isStored() && twin.isStored() && twinAgain.isStored());
        assertEquals(used + Samples.block(5).length(), relay.admission.usedBytes());
        assertEquals(4, relay.transfer().blocks());
    }

    @Test
    void otherBlockOfAHeldNumberIsRefused() {
        store(0, 1);
        SealedBlock other = Samples.block(Samples.TRANSFER, 0, ChecksumAlgorithm.CRC32C, 200, 99);
        Answers.OfPut answer = relay.put(other);
        Answers.OfPut longer = relay.put(Samples.block(0, ChecksumAlgorithm.CRC32C, 201));
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.BAD_BLOCK), answer.refusal());
        assertEquals(Optional.of(Refusal.BAD_BLOCK), longer.refusal());
        assertEquals(
                Samples.block(0).bytes(), relay.get(0).block().orElseThrow().bytes());
    }

    @Test
    void blocksOfATransferHaveOneKindOfChecksum() {
        store(0, 1);
        Answers.OfPut answer = relay.put(Samples.block(1, ChecksumAlgorithm.SHA256, 100));
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.BAD_BLOCK), answer.refusal());
    }

    @Test
    void missingBlockIsRefusedAsMissing() {
        store(0, 1);
        assertEquals(Optional.of(Refusal.MISSING), relay.get(1).refusal());
    }

    @Test
    void blockThatRotsOnTheDiskIsNotServed() throws Exception {
        store(0, 2);
        disk.flipByte(Samples.TRANSFER + "/blocks-0000.seg", 100);
        assertEquals(Optional.of(Refusal.FAILED), relay.get(0).refusal());
        assertTrue(relay.get(1).block().isPresent());
    }

    @Test
    void segmentsAreRolled() throws Exception {
        store(0, 100);
        assertTrue(disk.list(Samples.TRANSFER.toString()).stream()
                        .filter(name -> name.endsWith(".seg"))
                        .count()
                > 4);
    }

    @Test
    void othersGetNothingOfATransferThatAMemberOpened() {
        store(0, 1);
        BlockStore.Access.Denied put =
                assertInstanceOf(BlockStore.Access.Denied.class, relay.store.open(Samples.TRANSFER, Samples.STRANGER));
        assertEquals(Refusal.FORBIDDEN, put.refusal());
        assertInstanceOf(BlockStore.Access.Denied.class, relay.store.find(Samples.TRANSFER, Samples.STRANGER));
        assertInstanceOf(BlockStore.Access.Granted.class, relay.store.find(Samples.TRANSFER, Samples.OWNER));
    }

    @Test
    void droppedTransferFreesItsRoomAndMayComeBack() throws Exception {
        store(0, 50);
        StoredTransfer old = relay.transfer();
        Answers.OfPut dropped = relay.drop();
        assertTrue(dropped.isStored());
        assertEquals(0, relay.admission.usedBytes());
        assertEquals(List.of(), disk.list(""));
        Answers.OfPut late = new Answers.OfPut();
        old.put(Samples.block(70), Samples.NO_QUOTA, late);
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.EXPIRED), late.refusal());
        assertEquals(0, relay.admission.usedBytes());
        store(0, 2);
        assertEquals(Optional.of(Refusal.MISSING), relay.get(7).refusal());
        assertTrue(relay.get(1).block().isPresent());
    }

    @Test
    void deletionThatACrashInterruptedIsFinished() throws Exception {
        store(0, 20);
        disk.rename(Samples.TRANSFER.toString(), Samples.TRANSFER + ".dropped");
        TestRelayStore again = TestRelayStore.on(disk);
        assertEquals(0, again.store.transfers());
        assertEquals(List.of(), disk.list(""));
    }

    @Test
    void releaseCoversExactlyWhatIsHeld() {
        List<Integer> numbers = List.of(9, 4, 11, 0);
        numbers.forEach(number -> relay.put(Samples.block(number)));
        ReceiptRoot root = new ReceiptRoot();
        long bytes = 0;
        for (int number : numbers.stream().sorted().toList()) {
            SealedBlock block = Samples.block(number);
            root.add(number, block.bytes().slice(block.length() - 4, 4));
            bytes += block.length();
        }
        Holdings holdings = relay.release().holdings().orElseThrow();
        assertEquals(4, holdings.blocks());
        assertEquals(bytes, holdings.bytes());
        assertArrayEquals(root.finish(), holdings.root());
    }

    @Test
    void releaseOfNothingHoldsNothingAndLeavesNothing() throws Exception {
        assertEquals(0, relay.release().holdings().orElseThrow().blocks());
        assertEquals(List.of(), disk.list(""));
        relay.store.sweep();
        relay.lanes.runAll();
        relay.store.sweep();
        relay.lanes.runAll();
        assertEquals(0, relay.store.transfers());
    }

    @Test
    void blocksWithoutALeaseAreLeftForPeopleToLookAt() throws Exception {
        store(0, 3);
        disk.flipByte(Samples.TRANSFER + "/lease", 10);
        TestRelayStore again = TestRelayStore.on(disk);
        assertEquals(0, again.store.transfers());
        assertTrue(disk.exists(Samples.TRANSFER + "/blocks-0000.seg"));
        assertInstanceOf(BlockStore.Access.Denied.class, again.store.open(Samples.TRANSFER, Samples.STRANGER));
    }

    @Test
    void transferOnABadSectorIsLeftAloneAndTheOthersAreServed() throws Exception {
        store(0, 3);
        TransferId other = new TransferId(5, 5);
        relay.put(Samples.block(other, 7, ChecksumAlgorithm.CRC32C, 100, 1));
        relay.lanes.runAll();
        disk.spoil(Samples.TRANSFER + "/blocks-0000.seg");

        TestRelayStore again = TestRelayStore.on(disk);

        assertEquals(1, again.transfer(other).blocks());
        assertInstanceOf(BlockStore.Access.Denied.class, again.store.open(Samples.TRANSFER, Samples.OWNER));
    }

    private void store(int from, int to) {
        for (int number = from; number < to; number++) {
            Answers.OfPut answer = relay.put(Samples.block(number));
            if (number % 3 == 0) {
                relay.lanes.runAll();
                assertTrue(answer.isStored(), answer.reason());
            }
        }
        relay.lanes.runAll();
    }
}
