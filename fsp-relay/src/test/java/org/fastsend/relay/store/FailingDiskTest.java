package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.channel.Refusal;
import org.fastsend.relay.admission.AdmissionLimits;
import org.junit.jupiter.api.Test;

/// Disks that fail or fill up: refused, cleaned up, never claimed.
class FailingDiskTest {
    private final PowerCutDisk disk = new PowerCutDisk();

    @Test
    void blocksWhoseForceFailedAreNeverClaimed() throws Exception {
        TestRelayStore relay = TestRelayStore.on(disk);
        relay.put(Samples.block(0));
        relay.lanes.runAll();
        long used = relay.admission.usedBytes();
        disk.failForces(1);
        Answers.OfPut failed = relay.put(Samples.block(1));
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.FAILED), failed.refusal());
        assertEquals(Optional.of(Refusal.MISSING), relay.get(1).refusal());
        assertEquals(used, relay.admission.usedBytes());
        Answers.OfPut next = relay.put(Samples.block(2));
        relay.lanes.runAll();
        assertTrue(next.isStored());
        // Not behind the pages that the system may take for written.
        assertTrue(disk.exists(Samples.TRANSFER + "/blocks-0001.seg"));
        TestRelayStore again = TestRelayStore.on(disk.afterPowerCut(new Random(1)));
        assertTrue(again.get(0).block().isPresent());
        assertEquals(Optional.of(Refusal.MISSING), again.get(1).refusal());
        assertTrue(again.get(2).block().isPresent());
    }

    @Test
    void diskThatFillsUpRefusesAsFullAndLosesTheTornEnd() throws Exception {
        TestRelayStore relay = TestRelayStore.on(disk);
        relay.put(Samples.block(0));
        relay.lanes.runAll();
        int size = disk.size(Samples.TRANSFER + "/blocks-0000.seg");
        disk.leaveFree(1000, false);
        Answers.OfPut answer = relay.put(Samples.block(1, ChecksumAlgorithm.CRC32C, 5000));
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.FULL), answer.refusal());
        assertEquals(size, disk.size(Samples.TRANSFER + "/blocks-0000.seg"));
        Answers.OfPut smaller = relay.put(Samples.block(2, ChecksumAlgorithm.CRC32C, 100));
        relay.lanes.runAll();
        assertTrue(smaller.isStored());
        assertTrue(relay.get(0).block().isPresent());
    }

    @Test
    void whatACrashLeftIsServedThoughTheDiskIsFull() throws Exception {
        TestRelayStore relay = TestRelayStore.on(disk);
        relay.put(Samples.block(0));
        relay.lanes.runAll();
        PowerCutDisk left = disk.afterKill();
        left.leaveFree(0, true);
        assertTrue(TestRelayStore.on(left).get(0).block().isPresent());
    }

    @Test
    void roomThatOthersNeedStaysFree() throws Exception {
        TestRelayStore relay = TestRelayStore.on(disk, new AdmissionLimits(1 << 30, 10_000, 10, 1000));
        disk.leaveFree(10_300, true);
        Answers.OfPut fits = relay.put(Samples.block(0));
        relay.lanes.runAll();
        Answers.OfPut tooMuch = relay.put(Samples.block(7));
        relay.lanes.runAll();
        assertTrue(fits.isStored());
        assertEquals(Optional.of(Refusal.FULL), tooMuch.refusal());
    }
}
