package org.fastsend.core.net.rate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.congestion.VirtualLink;
import org.junit.jupiter.api.Test;

/// Bounds and the flows under them, in rounds of virtual time.
class SharedBoundTest {
    private static final long MB = 1_000_000;

    private final SharedBound host = SharedBound.widest();
    private long nanos = 1;

    @Test
    void nothingBoundsAFlowUntilSomethingDoes() {
        SharedBound.Part flow = host.join();
        assertEquals(Long.MAX_VALUE, flow.bytesPerSecond());
        host.set(10 * MB, 1);
        assertEquals(10 * MB, flow.bytesPerSecond());
        host.set(Long.MAX_VALUE, 1);
        assertEquals(Long.MAX_VALUE, flow.bytesPerSecond());
    }

    @Test
    void whatAnIdleFlowLeavesTheOthersHave() {
        host.set(10 * MB, 1);
        SharedBound.Part busy = host.join();
        SharedBound.Part idle = host.join();
        assertEquals(5 * MB, busy.bytesPerSecond());
        rounds(20, busy);
        assertTrue(busy.bytesPerSecond() >= 9 * MB, () -> "has " + busy.bytesPerSecond());
        rounds(20, busy, idle);
        assertAbout(5 * MB, busy);
        idle.leave();
        assertEquals(10 * MB, busy.bytesPerSecond());
    }

    @Test
    void aFlowThatIsHeldBackHasItsPartHoweverLittleItMoves() {
        host.set(10 * MB, 1);
        SharedBound.Part busy = host.join();
        SharedBound.Part idle = host.join();
        rounds(20, busy);
        idle.heldBack();
        rounds(1, busy);
        assertAbout(5 * MB, idle);
        rounds(1, busy);
        assertTrue(busy.bytesPerSecond() >= 9 * MB, () -> "once it is not held back, has " + busy.bytesPerSecond());
    }

    @Test
    void aTransferIsHeldBackWithAnyOfItsFlows() {
        host.set(10 * MB, 1);
        SharedBound transfer = host.within();
        SharedBound.Part climbing = transfer.join();
        SharedBound.Part busy = host.within().join();
        rounds(20, busy);
        climbing.heldBack();
        rounds(1, busy);
        assertAbout(5 * MB, climbing);
        assertEquals(1, transfer.use().waits());
        assertEquals(1, host.use().waits());
    }

    @Test
    void transfersShareAHostsBoundByWeightHoweverManyFlowsTheyHave() {
        host.set(9 * MB, 1);
        SharedBound heavy = host.within();
        heavy.set(Long.MAX_VALUE, 2);
        SharedBound light = host.within();
        SharedBound.Part one = heavy.join();
        SharedBound.Part two = light.join();
        SharedBound.Part three = light.join();
        rounds(20, one, two, three);
        assertAbout(6 * MB, one);
        assertAbout(3 * MB / 2, two);
        assertAbout(3 * MB / 2, three);
    }

    @Test
    void aTransfersOwnBoundLeavesMoreToTheOthers() {
        host.set(10 * MB, 1);
        SharedBound slow = host.within();
        slow.set(MB, 1);
        SharedBound.Part bounded = slow.join();
        SharedBound.Part free = host.within().join();
        rounds(20, bounded, free);
        assertEquals(MB, bounded.bytesPerSecond());
        assertTrue(free.bytesPerSecond() >= 8 * MB, () -> "has " + free.bytesPerSecond());
    }

    @Test
    void aTransferWithoutFlowsHasNoPart() {
        host.set(10 * MB, 1);
        SharedBound over = host.within();
        over.join().leave();
        assertEquals(10 * MB, host.join().bytesPerSecond());
    }

    private static void assertAbout(long expected, SharedBound.Part flow) {
        long off = Math.abs(flow.bytesPerSecond() - expected);
        assertTrue(off <= MB / 10, () -> flow.bytesPerSecond() + " instead of " + expected);
    }

    /// In each round these flows move all they may.
    private void rounds(int count, SharedBound.Part... hungry) {
        for (int i = 0; i < count; i++) {
            for (SharedBound.Part flow : hungry) {
                flow.moved(flow.bytesPerSecond() * VirtualLink.ROUND_NANOS / 1_000_000_000);
            }
            nanos += VirtualLink.ROUND_NANOS;
            hungry[0].tick(nanos);
        }
    }
}
