package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClockSkewTest {
    private static final long MS = 1_000_000;

    private final ClockSkew skew = new ClockSkew();

    @Test
    void driftOfOneClockIsMeasured() {
        for (long ms = 0; ms < 20_000; ms += 20) {
            long drift = (long) (ms * MS * 200e-6);
            skew.handle(50 * MS + drift, 50 * MS - drift, ms * MS);
        }
        assertEquals(200e-6, skew.skew(), 5e-6);
    }

    @Test
    void aGrowingQueueIsNoDrift() {
        for (long ms = 0; ms < 20_000; ms += 20) {
            skew.handle(50 * MS + ms * MS / 1000, 50 * MS, ms * MS);
        }
        assertEquals(0, skew.skew(), 1e-9);
    }

    @Test
    void oneQueueThatFallsOnceWhileTheOtherRisesIsNoDrift() {
        for (long ms = 0; ms < 40_000; ms += 20) {
            long fallen = ms < 10_000 ? 0 : 20;
            long risen = Math.max(0, ms - 6_000) / 1_000;
            skew.handle((50 - fallen) * MS, (50 + risen) * MS, ms * MS);
            assertEquals(0, skew.skew(), 1e-9);
        }
    }

    @Test
    void oneQuietWayTellsTheDriftWhateverTheOtherOnesQueueDoes() {
        for (long ms = 0; ms < 20_000; ms += 20) {
            long drift = (long) (ms * MS * -50e-6);
            long queue = ms < 9_000 ? ms * MS / 300 : 5 * MS;
            skew.handle(50 * MS + drift + queue, 50 * MS - drift, ms * MS);
        }
        assertEquals(-50e-6, skew.skew(), 1e-6);
    }

    @Test
    void driftIsMeasuredWhereTheQueuesRiseAndFallNowAndThen() {
        for (long ms = 0; ms < 60_000; ms += 20) {
            long drift = (long) (ms * MS * 200e-6);
            long noise = ms / 1_000 % 3 * MS / 5;
            skew.handle(50 * MS + drift + noise, 50 * MS - drift + noise, ms * MS);
        }
        assertEquals(200e-6, skew.skew(), 40e-6);
    }

    @Test
    void aQueueThatRisesFastAndFallsSlowlyMakesTheDriftNoGreater() {
        for (long ms = 0; ms < 60_000; ms += 20) {
            long drift = (long) (ms * MS * -50e-6);
            long queue = 20 * MS + ms / 8_000 * 10 * MS - ms % 8_000 * MS / 1_000;
            skew.handle(50 * MS + drift + queue, 50 * MS - drift, ms * MS);
            assertTrue(skew.skew() <= 0 && skew.skew() >= -51e-6, () -> "skew " + skew.skew());
        }
    }
}
