package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HostWaitTest {
    private static final long MS = 1_000_000;

    private final HostWait wait = new HostWait();

    @Test
    void aPauseOfTheProcessIsNoQueue() {
        wait.passingNanos(0, 1000 * MS);
        for (long left = 15; left >= 0; left--) {
            assertEquals(left * MS, wait.passingNanos(left * MS, 1015 * MS));
        }
    }

    @Test
    void whatEveryDatagramWaitsIsAQueue() {
        for (long begin : new long[] {0, -3_600_000 * MS}) { // a clock may show what it likes
            HostWait wait = new HostWait();
            for (long now = begin; now < begin + 200 * MS; now += MS) {
                wait.passingNanos(5 * MS, now);
            }
            assertEquals(0, wait.passingNanos(5 * MS, begin + 200 * MS));
            assertEquals(2 * MS, wait.passingNanos(7 * MS, begin + 201 * MS));
        }
    }

    @Test
    void whereNothingCameForAWhileNothingIsQueued() {
        wait.passingNanos(5 * MS, 0);
        assertEquals(8 * MS, wait.passingNanos(8 * MS, 500 * MS));
    }
}
