package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LossResponseTest {
    private static final long MS = 1_000_000;
    /// A hundred packets of 1,500 bytes in 20 ms.
    private static final double RATE = 7_500_000;

    private final LossResponse response = new LossResponse();

    private void report(int packets, boolean drained, long now) {
        response.handleReport(TestReports.counts(packets, 0, now), RATE, 1500, 40 * MS, drained, now);
    }

    @Test
    void whatArrivesOfADrainIsNotAllThatThePathCarries() {
        report(100, false, 20 * MS);
        report(100, false, 40 * MS);
        report(50, true, 60 * MS);
        report(50, true, 80 * MS);
        assertEquals(RATE, response.tryFrom(1000, false, 1), 1);
    }
}
