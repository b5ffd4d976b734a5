package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ControlLoopTest {
    private static final long MS = 1_000_000;
    private static final double STEP_NANOS = 20.0 * MS;

    private final ForwardDelay delay = new ForwardDelay();
    private final ControlLoop loop = new ControlLoop(delay);
    private long now;

    /// One report over a path of 10 ms each way.
    private double report(long reverseQueueMillis) {
        now += (long) STEP_NANOS;
        delay.handleReport(
                TestReports.delays(10 * MS, (10 + reverseQueueMillis) * MS, (20 + reverseQueueMillis) * MS), now);
        return loop.handleReport(STEP_NANOS);
    }

    @Test
    void withoutAQueueOnTheWayBackItIsThePathAndTheReportsClock() {
        report(0);
        assertEquals(20 * MS + ControlLoop.LAG_NANOS, loop.spanNanos(0));
        assertEquals(25 * MS + ControlLoop.LAG_NANOS, loop.spanNanos(5 * MS));
        assertEquals(ControlLoop.LAG_NANOS, loop.unreportedNanos());
    }

    @Test
    void aQueueThatStandsOnTheWayBackMakesItLonger() {
        report(0);
        for (int i = 0; i < 200; i++) {
            report(100);
        }
        assertEquals(120.0 * MS + ControlLoop.LAG_NANOS, loop.spanNanos(0), 0.1 * MS);
        assertEquals(ControlLoop.LAG_NANOS, loop.unreportedNanos(), 0.1 * MS);
    }

    @Test
    void aWindowThatGrowsAlongMeansTheSameRate() {
        double window = 1e6;
        report(0);
        double rate = window / loop.spanNanos(0);
        for (int i = 0; i < 200; i++) {
            window *= report(i < 100 ? 100 : 30);
            assertEquals(rate, window / loop.spanNanos(0), 1e-9 * rate);
        }
        assertTrue(window > 1.5e6, "it did grow");
    }

    @Test
    void oneLateReportMakesItLittleLonger() {
        report(0);
        report(100);
        assertTrue(loop.spanNanos(0) < 25 * MS + ControlLoop.LAG_NANOS);
    }
}
