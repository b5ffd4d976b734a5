package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Datagrams of 1,500 bytes, a millisecond apart when they arrive; a report on each is wanted.
class SpreadTest {
    private static final long MS = 1_000_000;
    private static final int DATAGRAM = 1500;
    private static final double LINK = 1.5e6;

    private final Spread spread = new Spread();

    private void begin(int datagrams) {
        spread.begin(DATAGRAM, (long) datagrams * DATAGRAM);
        for (int i = 0; i <= datagrams; i++) {
            spread.handleSent(100 + i, DATAGRAM);
        }
    }

    private Spread.Reading report(int delivered, long newest, double arrivedMillis) {
        return spread.handleReport(TestReports.arrival(delivered, newest, (long) (arrivedMillis * MS)));
    }

    @Test
    void eachTellsOfTheTimeToTheOneBeforeAndTheLastOfAll() {
        begin(3);
        assertEquals(Spread.Reading.NONE, report(9, 100, 7), "before the first there is none");
        assertEquals(LINK, report(1, 101, 8).neighbours().orElseThrow());
        assertFalse(spread.isOver());
        assertEquals(LINK / 2, report(1, 102, 10).neighbours().orElseThrow(), 1);
        Spread.Reading last = report(1, 103, 11);
        assertEquals(LINK, last.neighbours().orElseThrow(), 1);
        assertEquals(0.75 * LINK, last.train().orElseThrow(), 1);
        assertTrue(spread.isOver());
    }

    @Test
    void whereAReportWasLostTheTwoAroundItAreNeighbours() {
        begin(3);
        report(1, 100, 7);
        assertEquals(LINK, report(2, 102, 9).neighbours().orElseThrow(), 1);
        assertEquals(LINK, report(1, 103, 10).train().orElseThrow(), 1);
    }

    @Test
    void overAPacketThatWasLostNothingIsTold() {
        begin(3);
        report(1, 100, 7);
        assertTrue(report(1, 102, 8).neighbours().isEmpty());
        Spread.Reading last = report(1, 103, 9);
        assertEquals(LINK, last.neighbours().orElseThrow(), 1, "which spread nothing");
        assertTrue(last.train().isEmpty());
    }

    @Test
    void aTrainWhoseLastIsNotToldOfIsKnownByWhatWas() {
        begin(4);
        report(1, 100, 7);
        report(3, 103, 10);
        assertEquals(LINK, report(9, 112, 20).train().orElseThrow(), 1);
        assertTrue(spread.isOver());
    }

    @Test
    void whatIsOlderOrIsNotKnownTellsNothing() {
        begin(3);
        report(1, 100, 7);
        assertEquals(Double.POSITIVE_INFINITY, report(1, 101, 7).neighbours().orElseThrow(), "handed on at once");
        assertEquals(Spread.Reading.NONE, report(1, 101, 9));
        assertEquals(Spread.Reading.NONE, report(1, 50, 9));
        assertEquals(Spread.Reading.NONE, spread.handleReport(TestReports.delays(Report.NONE, 0, Report.NONE, 103)));
    }

    /// Reports of this end take numbers, too, but nobody tells of them.
    @Test
    void numbersThatWereLeftOutAreNotMissed() {
        spread.begin(DATAGRAM, 3 * DATAGRAM);
        for (int number : new int[] {100, 102, 103, 106}) {
            spread.handleSent(number, DATAGRAM);
        }
        report(1, 100, 7);
        assertEquals(LINK, report(1, 102, 8).neighbours().orElseThrow(), 1);
        assertEquals(LINK, report(1, 103, 9).neighbours().orElseThrow(), 1);
        Spread.Reading last = report(1, 106, 10);
        assertEquals(LINK, last.neighbours().orElseThrow(), 1);
        assertEquals(LINK, last.train().orElseThrow(), 1);
    }

    @Test
    void aWholeTrainIsToldOfOnce() {
        begin(3);
        report(1, 100, 7);
        report(2, 102, 9);
        assertTrue(report(9, 112, 20).train().isPresent());
        assertEquals(Spread.Reading.NONE, report(9, 121, 30));
    }

    @Test
    void whatFindsNoRoomIsNotToldOf() {
        spread.begin(DATAGRAM, Long.MAX_VALUE);
        for (int i = 0; i < 1000; i++) {
            spread.handleSent(100 + i, DATAGRAM);
        }
        report(1, 100, 7);
        assertEquals(LINK, report(1, 101, 8).neighbours().orElseThrow(), 1);
        report(900, 1001, 900);
        assertTrue(spread.isOver());
    }
}
