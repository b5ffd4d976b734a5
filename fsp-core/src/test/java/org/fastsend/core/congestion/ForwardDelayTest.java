package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ForwardDelayTest {
    private static final long MS = 1_000_000;
    private static final long OFFSET = -3_000_000 * MS;

    private final ForwardDelay delay = new ForwardDelay();
    /// By the receiver's clock.
    private long writtenNanos;

    /// One report over a path of 50 ms each way, of a packet that was answered at once.
    private void report(long queueMillis, long reverseQueueMillis, long offset, long nowNanos) {
        long forward = (50 + queueMillis) * MS + offset;
        long reverse = (50 + reverseQueueMillis) * MS - offset;
        long rtt = (100 + queueMillis + reverseQueueMillis) * MS;
        long interval = Math.max(0, nowNanos - reverse - writtenNanos);
        writtenNanos = nowNanos - reverse;
        delay.handleReport(TestReports.delays(forward, reverse, rtt, 0, nowNanos - rtt, interval), nowNanos);
    }

    @Test
    void theClocksOffsetCancels() {
        report(0, 0, OFFSET, 0);
        report(30, 0, OFFSET, 50 * MS);
        report(30, 0, OFFSET, 100 * MS);
        assertEquals(30 * MS, delay.queueNanos());
        assertEquals(100 * MS, delay.baseRttNanos());
    }

    @Test
    void aReversePathsQueueDoesNotCount() {
        report(0, 0, OFFSET, 0);
        report(2, 80, OFFSET, 50 * MS);
        report(2, 80, OFFSET, 100 * MS);
        assertEquals(2 * MS, delay.queueNanos());
        assertEquals(80 * MS, delay.reverseQueueNanos());
    }

    @Test
    void aClocksStepChangesNothing() {
        for (long step : new long[] {50 * MS, -50 * MS}) {
            report(0, 0, OFFSET, 0);
            report(5, 0, OFFSET, 50 * MS);
            report(5, 0, OFFSET + step, 100 * MS);
            report(5, 0, OFFSET + step, 150 * MS);
            assertEquals(5 * MS, delay.queueNanos());
            report(5, 0, OFFSET, 200 * MS);
        }
    }

    @Test
    void norDoesOneWhileBothWaysHaveHigherQueues() {
        for (long step : new long[] {30 * MS, -30 * MS}) {
            report(0, 0, OFFSET, 0);
            for (int i = 1; i < 10; i++) {
                report(45, 60 - i, OFFSET, i * 20L * MS);
            }
            for (int i = 10; i < 20; i++) {
                report(45, 60 - i, OFFSET + step, i * 20L * MS);
            }
            assertEquals(45 * MS, delay.queueNanos());
            assertEquals(41 * MS, delay.reverseQueueNanos());
            report(0, 0, OFFSET + step, 1000 * MS);
            report(0, 0, OFFSET, 1020 * MS);
        }
    }

    @Test
    void norDoesOneThatTheOldestPacketOfAReportHasNotSeen() {
        report(0, 0, OFFSET, 0);
        report(5, 150, OFFSET, 20 * MS);
        report(5, 150, OFFSET, 40 * MS);
        long forward = 55 * MS + OFFSET;
        long reverse = 200 * MS - OFFSET - 80 * MS;
        delay.handleReport(TestReports.delays(forward, reverse, 255 * MS, 0, -195 * MS, 100 * MS), 60 * MS);
        writtenNanos = 60 * MS - reverse;
        for (int i = 4; i < 12; i++) {
            report(5, 150, OFFSET + 80 * MS, i * 20L * MS);
            assertEquals(5 * MS, delay.queueNanos());
        }
        report(5, 150, OFFSET, 240 * MS);
        assertEquals(5 * MS, delay.queueNanos());
    }

    /// Such as a radio link that changes its station: what waits both ways comes at once.
    @Test
    void aPathThatStandsStillForAWhileIsNoStep() {
        for (long stall : new long[] {60, 100, 200, 300}) {
            report(0, 0, OFFSET, 0);
            report(5, 0, OFFSET, 20 * MS);
            report(5, stall, OFFSET, 40 * MS + stall * MS);
            report(5 + stall, 0, OFFSET, 41 * MS + stall * MS);
            for (int i = 0; i < 5; i++) {
                report(5, 0, OFFSET, (60 + stall + 20L * i) * MS);
                assertEquals(0, delay.baseShiftNanos());
            }
            assertEquals(5 * MS, delay.queueNanos());
            report(0, 0, OFFSET, 1_000 * MS);
            writtenNanos = -50 * MS + OFFSET;
        }
    }

    @Test
    void oneQueueThatFallsWhileTheOtherRisesIsNoStep() {
        report(0, 0, OFFSET, 0);
        report(30, 0, OFFSET, 50 * MS);
        report(10, 20, OFFSET, 100 * MS);
        report(10, 20, OFFSET, 150 * MS);
        assertEquals(10 * MS, delay.queueNanos());
        report(30, 0, OFFSET, 200 * MS);
        report(30, 0, OFFSET, 250 * MS);
        assertEquals(30 * MS, delay.queueNanos());
    }

    @Test
    void aShorterForwardPathThanAnySoFarIsNoStepWhereTheOtherRoseByMore() {
        report(20, 0, OFFSET, 0);
        report(0, 25, OFFSET, 50 * MS);
        report(0, 25, OFFSET, 100 * MS);
        report(15, 25, OFFSET, 150 * MS);
        report(15, 25, OFFSET, 200 * MS);
        assertEquals(15 * MS, delay.queueNanos());
    }

    @Test
    void aFastClockMakesNoQueue() {
        for (long i = 0; i < 6000; i++) {
            report(0, 0, OFFSET + (long) (i * 20 * MS * 200e-6), i * 20 * MS);
        }
        assertTrue(delay.queueNanos() < MS, () -> "queue " + delay.queueNanos());
    }

    @Test
    void aSlowClockHidesNoQueue() {
        for (long i = 0; i < 6000; i++) {
            if (i % 500 == 0) {
                delay.forget();
            }
            report(i % 500 < 5 ? 0 : 20, 0, OFFSET - (long) (i * 20 * MS * 200e-6), i * 20 * MS);
        }
        assertTrue(delay.queueNanos() > 17 * MS, () -> "queue " + delay.queueNanos());
    }

    @Test
    void aBaseThatFellIsToldOnceThoughTheNextReportsAreEmpty() {
        report(20, 0, OFFSET, 0);
        report(0, 0, OFFSET, 50 * MS);
        assertEquals(-20 * MS, delay.baseShiftNanos());
        delay.handleReport(TestReports.delays(Report.NONE, 0, Report.NONE), 100 * MS);
        assertEquals(0, delay.baseShiftNanos());
    }

    @Test
    void aLongerRouteIsBelievedAfterThreeSpans() {
        report(0, 0, OFFSET, 0);
        for (long span = 1; span <= 3; span++) {
            report(25, 25, OFFSET, span * 100 * MS);
            report(25, 25, OFFSET, span * 100 * MS + 50 * MS);
            assertEquals(25 * MS, delay.queueNanos());
            delay.forget();
        }
        report(25, 25, OFFSET, 500 * MS);
        assertEquals(0, delay.queueNanos());
        assertEquals(150 * MS, delay.baseRttNanos());
    }
}
