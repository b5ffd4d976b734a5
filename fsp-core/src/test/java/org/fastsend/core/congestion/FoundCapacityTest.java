package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FoundCapacityTest {
    private static final long SECOND = 1_000_000_000;
    private static final int DATAGRAM_BYTES = 1500;
    private static final double FAST = 12.5e6;

    private final FoundCapacity found = new FoundCapacity();

    @Test
    void nineTenthsOfWhatWasFoundAreBelievedForFiveMinutes() {
        found.found(FAST, SECOND);
        found.age(300 * SECOND);
        assertEquals(0.9 * FAST, found.leastBytesPerSecond(DATAGRAM_BYTES));
        found.age(302 * SECOND);
        assertEquals(0, found.leastBytesPerSecond(DATAGRAM_BYTES));
    }

    @Test
    void ofASlowLinkLess() {
        found.found(500_000, SECOND);
        assertEquals(325_000, found.leastBytesPerSecond(DATAGRAM_BYTES));
    }

    @Test
    void whatDidNotGetThroughIsNotThere() {
        found.found(FAST, SECOND);
        found.exceeded(FAST / 2);
        found.exceeded(FAST);
        assertEquals(0.45 * FAST, found.leastBytesPerSecond(DATAGRAM_BYTES));
    }
}
