package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.Refusal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Transfers stay as long as promised and go when their lease has ended.
class LeaseSweepTest {
    private static final long WEEK = TestRelayStore.WEEK_SECONDS;

    private final PowerCutDisk disk = new PowerCutDisk();
    private TestRelayStore relay;

    @BeforeEach
    void openStore() throws Exception {
        relay = TestRelayStore.on(disk);
        put(0);
    }

    @Test
    void transferIsKeptForAWeekAfterTheLastPut() {
        relay.nowSeconds += WEEK - 10;
        put(1);
        relay.nowSeconds += WEEK - 1;
        sweep();
        assertTrue(relay.get(0).block().isPresent());
        relay.nowSeconds += WEEK;
        sweep();
        assertEquals(0, relay.store.transfers());
        assertEquals(0, relay.admission.usedBytes());
    }

    @Test
    void expiredTransferLeavesNothingOnTheDisk() throws Exception {
        relay.nowSeconds += 2 * WEEK;
        sweep();
        assertEquals(List.of(), disk.list(""));
        assertEquals(Optional.of(Refusal.MISSING), relay.get(0).refusal());
    }

    @Test
    void releaseRenewsTheLeaseAndPromisesWhatIsOnTheDisk() throws Exception {
        relay.nowSeconds += WEEK - 10;
        long end = relay.release().lease().orElseThrow().endEpochSeconds();
        assertTrue(end >= relay.nowSeconds + WEEK);
        TestRelayStore again = TestRelayStore.on(disk);
        assertEquals(end, again.transfer().lease().endEpochSeconds());
    }

    @Test
    void leaseIsNotWrittenAgainForEveryPut() {
        int before = disk.forces();
        for (int number = 1; number <= 10; number++) {
            relay.nowSeconds += 60;
            put(number);
        }
        assertEquals(10, disk.forces() - before);
    }

    @Test
    void reopenedStoreSweepsByTheLeaseOnTheDisk() throws Exception {
        TestRelayStore again = TestRelayStore.on(disk);
        again.nowSeconds += 2 * WEEK;
        again.store.sweep();
        again.lanes.runAll();
        assertEquals(0, again.store.transfers());
    }

    @Test
    void segmentThatNobodyWritesToIsClosed() throws Exception {
        int open = disk.size(Samples.TRANSFER + "/blocks-0000.seg");
        sweep();
        sweep();
        assertEquals(open + SegmentFooter.LENGTH, disk.size(Samples.TRANSFER + "/blocks-0000.seg"));
        put(1);
        assertTrue(relay.get(0).block().isPresent());
        assertTrue(relay.get(1).block().isPresent());
    }

    private void put(int number) {
        Answers.OfPut answer = relay.put(Samples.block(number));
        relay.lanes.runAll();
        assertTrue(answer.isStored(), answer.reason());
    }

    private void sweep() {
        relay.store.sweep();
        relay.lanes.runAll();
    }
}
