package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.fastsend.core.congestion.QueueView.Filling;
import org.junit.jupiter.api.Test;

class QueueWatchTest {
    private static final long MS = 1_000_000;
    private static final long RTT_NANOS = 20 * MS;

    private final QueueWatch watch = new QueueWatch();
    private final ForwardDelay delay = new ForwardDelay();
    private final Drain drain = new Drain(new Newcomer());
    private long now;

    private Filling filling(long queueNanos, double highNanos) {
        now += 20 * MS;
        Report report = TestReports.delays(queueNanos, RTT_NANOS / 2, RTT_NANOS + queueNanos);
        delay.handleReport(report, now);
        return watch.view(report, delay, highNanos, MS, 0.3 * MS, drain).filling();
    }

    @Test
    void aQueueIsSeenAgainstTheHeightAtWhichItOverflowedLast() {
        assertEquals(Filling.UNKNOWN, filling(0, 0));
        assertEquals(Filling.UNKNOWN, filling(10 * MS, 0));
        assertEquals(Filling.NEARLY_FULL, filling(9 * MS, 10 * MS));
        assertEquals(Filling.PARTLY, filling(6 * MS, 10 * MS));
        assertEquals(Filling.LOW, filling(4 * MS, 10 * MS));
    }

    @Test
    void whereThereIsNoQueueItsHeightTellsNothing() {
        filling(0, 10 * MS);
        assertEquals(Filling.PARTLY, filling(MS / 2, 10 * MS), "a datagram or two");
        assertEquals(Filling.LOW, filling(MS, 10 * MS));
    }
}
