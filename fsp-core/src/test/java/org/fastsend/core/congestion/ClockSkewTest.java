package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        assertEquals(0, skew.skew());
    }
}
