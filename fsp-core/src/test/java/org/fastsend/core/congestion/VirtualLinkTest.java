package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.fastsend.core.congestion.VirtualLink.Membership;
import org.junit.jupiter.api.Test;

class VirtualLinkTest {
    private final long[] allotted = new long[3];

    @Test
    void whoWantsLittleGetsItAndTheRestIsSharedByWeight() {
        double[] parts = VirtualLink.fill(100, new double[] {10, 1000, 1000}, new double[] {1, 1, 2});
        assertArrayEquals(new double[] {10, 30, 60}, parts, 1e-9);
    }

    @Test
    void nothingIsGivenThatNobodyWants() {
        assertArrayEquals(new double[] {1, 2}, VirtualLink.fill(100, new double[] {1, 2}, new double[] {1, 1}), 1e-9);
    }

    @Test
    void aNewcomerHasItsPartAtOnceAndLeavesItToTheOthers() {
        VirtualLink link = new VirtualLink(1000);
        link.join(1, rate -> allotted[0] = rate);
        assertEquals(1000, allotted[0]);
        Membership second = link.join(3, rate -> allotted[1] = rate);
        assertEquals(250, allotted[0]);
        assertEquals(750, allotted[1]);
        second.weigh(1);
        assertEquals(500, allotted[1]);
        second.close();
        assertEquals(1000, allotted[0]);
    }

    @Test
    void whatOneCannotUseGoesToTheOthersAtTheNextRound() {
        VirtualLink link = new VirtualLink(1000);
        link.join(1, rate -> allotted[0] = rate);
        Membership slow = link.join(1, rate -> allotted[1] = rate);
        slow.demand(80);
        link.round();
        assertEquals(100, allotted[1]);
        assertEquals(900, allotted[0]);
    }

    @Test
    void theCapMayChangeAndEnd() {
        VirtualLink link = new VirtualLink(1000);
        link.join(1, rate -> allotted[0] = rate);
        link.resize(10);
        assertEquals(10, allotted[0]);
        link.resize(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, allotted[0]);
    }
}
