package org.fastsend.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TimersTest {
    private enum Kind {
        FIRST,
        SECOND
    }

    private final Timers<Kind> timers = new Timers<>(Kind.class);

    @Test
    void theNextDeadlineIsTheEarliestOfAllOwners() {
        assertEquals(OptionalLong.empty(), timers.nextDeadlineNanos());
        timers.set(Kind.SECOND, 7, 30);
        timers.set(Kind.FIRST, 8, 20);
        assertEquals(OptionalLong.of(20), timers.nextDeadlineNanos());
    }

    @Test
    void timersFallDueByDeadlineThenKindThenOwner() {
        timers.set(Kind.SECOND, 1, 10);
        timers.set(Kind.FIRST, 2, 10);
        timers.set(Kind.FIRST, 1, 10);
        timers.set(Kind.SECOND, 0, 9);
        assertEquals(Optional.empty(), timers.takeDue(8));
        assertEquals(Optional.of(new Timers.Due<>(Kind.SECOND, 0)), timers.takeDue(10));
        assertEquals(Optional.of(new Timers.Due<>(Kind.FIRST, 1)), timers.takeDue(10));
        assertEquals(Optional.of(new Timers.Due<>(Kind.FIRST, 2)), timers.takeDue(10));
        assertEquals(Optional.of(new Timers.Due<>(Kind.SECOND, 1)), timers.takeDue(10));
        assertEquals(Optional.empty(), timers.takeDue(10));
    }

    @Test
    void settingATimerAgainMovesIt() {
        timers.set(Kind.FIRST, 0, 10);
        timers.set(Kind.FIRST, 0, 50);
        assertEquals(Optional.empty(), timers.takeDue(49));
        assertEquals(Optional.of(new Timers.Due<>(Kind.FIRST, 0)), timers.takeDue(50));
        assertFalse(timers.isSet(Kind.FIRST, 0));
    }

    @Test
    void aClearedTimerNeverFallsDue() {
        timers.set(Kind.FIRST, 0, 10);
        timers.set(Kind.SECOND, 0, 10);
        timers.clear(Kind.FIRST, 0);
        timers.clear(Kind.FIRST, 99);
        assertTrue(timers.isSet(Kind.SECOND, 0));
        timers.clearAll();
        assertEquals(Optional.empty(), timers.takeDue(Long.MAX_VALUE));
    }

    @Test
    void theClockMayPassItsLargestReading() {
        timers.set(Kind.FIRST, 2, Long.MAX_VALUE + 10);
        timers.set(Kind.FIRST, 1, Long.MAX_VALUE - 10);
        assertEquals(OptionalLong.of(Long.MAX_VALUE - 10), timers.nextDeadlineNanos());
        assertEquals(Optional.of(new Timers.Due<>(Kind.FIRST, 1)), timers.takeDue(Long.MAX_VALUE));
        assertEquals(Optional.empty(), timers.takeDue(Long.MAX_VALUE));
        assertEquals(Optional.of(new Timers.Due<>(Kind.FIRST, 2)), timers.takeDue(Long.MIN_VALUE + 9));
    }
}
