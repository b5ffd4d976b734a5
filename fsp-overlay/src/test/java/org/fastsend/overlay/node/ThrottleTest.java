package org.fastsend.overlay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long SECOND = 1_000_000_000;
    private final Throttle throttle = new Throttle(4, 2);

    private int admitted(long who, int asked, long nowNanos) {
        int admitted = 0;
        for (int i = 0; i < asked; i++) {
            admitted += throttle.admit(who, nowNanos) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void oneGetsABurstAndThenTheRate() {
        assertEquals(4, admitted(1, 10, 0));
        assertEquals(2, admitted(1, 10, SECOND));
        assertEquals(4, admitted(2, 10, SECOND), "another is not held back by it");
        assertEquals(4, admitted(1, 10, 10 * SECOND), "no more than a burst is saved up");
    }

    @Test
    void whoeverAsksOnAndOnIsNotForgottenForOthers() {
        assertEquals(4, admitted(1, 10, 0));
        for (int other = 2; other < 1000; other++) {
            assertTrue(throttle.admit(other, SECOND / 4));
        }
        assertFalse(throttle.admit(1, SECOND / 4));
        assertTrue(throttle.admit(1, SECOND / 2));
    }
}
