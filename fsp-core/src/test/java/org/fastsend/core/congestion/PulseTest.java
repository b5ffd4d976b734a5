package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PulseTest {
    private final Pulse pulse = new Pulse();

    @Test
    void afterwardsTheSenderIsSlowerUntilItHasSentNoMoreThanWithout() {
        pulse.begin(1.75, 0.25, 8e6, 0);
        long end = pulse.nextDeadlineNanos(0);
        long pauseEnd = pulse.nextDeadlineNanos(end);
        double sent = pulse.factor(0) * end + pulse.factor(end) * (pauseEnd - end);
        assertEquals(1, sent / pauseEnd, 1e-3);
        assertEquals(1, pulse.factor(pauseEnd));
        assertEquals(Long.MAX_VALUE, pulse.nextDeadlineNanos(pauseEnd));
    }

    @Test
    void oneThatIsOpenEndsWhenEnoughIsSent() {
        pulse.beginOpen(32, 0.25, 3e6, 0);
        assertEquals(32, pulse.factor(999_999));
        pulse.end(7e6, 1_000_000);
        assertEquals(0.25, pulse.factor(1_000_000));
        assertEquals(9_000_000, pulse.nextDeadlineNanos(1_000_000));
        assertEquals(1, pulse.factor(9_000_000));
    }

    @Test
    void whereNothingCouldBeSentNothingIsMadeUpFor() {
        pulse.beginOpen(32, 0.25, 3e6, 0);
        assertEquals(1, pulse.factor(3_000_000));
        pulse.beginOpen(32, 0.25, 3e6, 0);
        pulse.handleSent(2e6);
        assertEquals(1, pulse.factor(3_000_000), "nor where less was sent than without");
        pulse.handleSent(6e6);
        assertEquals(7_000_000, pulse.nextDeadlineNanos(3_000_000));
    }

    @Test
    void beforeTheFirstTheRateIsTheUsualOne() {
        assertEquals(1, pulse.factor(-1));
        assertEquals(Long.MAX_VALUE, pulse.nextDeadlineNanos(-1));
    }
}
