package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.Refusal;
import org.fastsend.relay.admission.AdmissionLimits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a store takes in, and what it says when that would be too much.
class RoomTest {
    private final PowerCutDisk disk = new PowerCutDisk();
    private TestRelayStore relay;

    @BeforeEach
    void openStore() throws Exception {
        relay = TestRelayStore.on(disk);
    }

    @Test
    void capabilityBoundsWhatATransferMayHave() {
        SealedBlock block = Samples.block(0);
        long quota = 2L * block.length() + 10;
        Answers.OfPut first = relay.put(block, quota);
        Answers.OfPut second = relay.put(Samples.block(7), quota);
        Answers.OfPut third = relay.put(Samples.block(14), quota);
        relay.lanes.runAll();
        assertTrue(first.isStored() && second.isStored());
        assertEquals(Optional.of(Refusal.FULL), third.refusal());
        Answers.OfPut again = relay.put(block, quota);
        relay.lanes.runAll();
        assertTrue(again.isStored());
    }

    @Test
    void relayIsFullAtItsCapacityUntilSomethingGoes() throws Exception {
        int length = Samples.block(0).length();
        relay = TestRelayStore.on(disk, new AdmissionLimits(3L * length, 0, 10, 1000));
        Answers.OfPut last = new Answers.OfPut();
        for (int number = 0; number < 4; number++) {
            last = relay.put(Samples.block(number * 7, ChecksumAlgorithm.CRC32C, 200));
        }
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.FULL), last.refusal());
        assertEquals(3, relay.transfer().blocks());
        relay.drop();
        Answers.OfPut afterwards = relay.put(Samples.block(0));
        relay.lanes.runAll();
        assertTrue(afterwards.isStored());
    }

    @Test
    void transfersAreBounded() throws Exception {
        relay = TestRelayStore.on(disk, new AdmissionLimits(1 << 20, 0, 2, 1000));
        relay.transfer(new TransferId(1, 1));
        relay.transfer(new TransferId(2, 2));
        BlockStore.Access.Denied denied =
                assertInstanceOf(BlockStore.Access.Denied.class, relay.store.open(new TransferId(3, 3), Samples.OWNER));
        assertEquals(Refusal.FULL, denied.refusal());
    }

    @Test
    void noMoreIsReservedThanTheCapabilityAllows() {
        int length = Samples.block(0).length();
        relay.put(Samples.block(0), 5L * length);
        relay.lanes.runAll();

        assertEquals(4L * length, relay.reserve(1 << 20, 5L * length));
        assertEquals(0, relay.reserve(1 << 20, length / 2));
    }

    @Test
    void aTransferThatIsReleasedDroppedOrForgottenKeepsNoRoom() throws Exception {
        long free = relay.admission.freeBytes();
        relay.reserve(4000, Samples.NO_QUOTA);
        assertEquals(free - 4000, relay.store.freeBytes());
        relay.release();
        assertEquals(free, relay.store.freeBytes());

        relay.reserve(4000, Samples.NO_QUOTA);
        relay.drop();
        assertEquals(free, relay.store.freeBytes());

        relay.reserve(4000, Samples.NO_QUOTA);
        assertEquals(free, TestRelayStore.on(disk).store.freeBytes());
    }

    @Test
    void aTransferIsNotForgottenWhileRoomIsKeptForIt() {
        relay.reserve(4000, Samples.NO_QUOTA);
        for (int sweep = 0; sweep < 3; sweep++) {
            relay.store.sweep();
            relay.lanes.runAll();
            assertEquals(1, relay.store.transfers());
        }
        relay.nowNanos += BlockChannel.RESERVED_NANOS;
        relay.store.sweep();
        relay.lanes.runAll();
        assertEquals(0, relay.store.transfers());
    }

    @Test
    void aFullRelayStillTakesWhatItKeepsRoomFor() throws Exception {
        int length = Samples.block(0).length();
        relay = TestRelayStore.on(disk, new AdmissionLimits(4L * length, 0, 10, 1000));
        relay.reserve(2L * length, Samples.NO_QUOTA);
        TransferId greedy = new TransferId(9, 9);
        for (int number = 0; number < 3; number++) {
            relay.admission.take(greedy, length);
        }
        Answers.OfPut first = relay.put(Samples.block(0));
        Answers.OfPut second = relay.put(Samples.block(7));
        Answers.OfPut third = relay.put(Samples.block(14));
        relay.lanes.runAll();

        assertTrue(first.isStored() && second.isStored());
        assertEquals(Optional.of(Refusal.FULL), third.refusal());
    }

    @Test
    void putsAreRefusedAsBusyWhenTheDiskDoesNotKeepUp() {
        Answers.OfPut last = new Answers.OfPut();
        for (int number = 0; number < 9; number++) {
            last = relay.put(Samples.block(number, ChecksumAlgorithm.CRC32C, 8000));
        }
        assertEquals(Optional.of(Refusal.BUSY), last.refusal());
        relay.lanes.runAll();
        Answers.OfPut again = relay.put(Samples.block(8, ChecksumAlgorithm.CRC32C, 8000));
        relay.lanes.runAll();
        assertTrue(again.isStored());
    }
}
