package org.fastsend.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void thePauseDoublesWithEachFailure() {
        Backoff backoff = new Backoff();
        long now = 0;
        for (int failures = 1; failures <= 3; failures++) {
            assertEquals(failures, backoff.fail(now));
            now += Backoff.FIRST_NANOS << (failures - 1);
            assertTrue(backoff.holds(now - 1));
            assertFalse(backoff.holds(now));
        }
    }

    @Test
    void theClockMayPassItsLargestReading() {
        Backoff backoff = new Backoff();
        backoff.fail(Long.MAX_VALUE - 10);
        assertTrue(backoff.holds(Long.MAX_VALUE));
        assertTrue(backoff.holds(Long.MIN_VALUE));
        assertFalse(backoff.holds(Long.MIN_VALUE + Backoff.FIRST_NANOS));
    }

    @Test
    void aReasonThatThereNeverWasDelaysNothingThoughTheClockReadsLessThanZero() {
        Backoff failed = new Backoff();
        failed.fail(-10 * Backoff.LONGEST_NANOS);
        long until = -10 * Backoff.LONGEST_NANOS + Backoff.FIRST_NANOS;
        assertEquals(until, Backoff.untilNanos(failed, new Backoff()));
        assertEquals(until, Backoff.untilNanos(new Backoff(), failed));
    }
}
