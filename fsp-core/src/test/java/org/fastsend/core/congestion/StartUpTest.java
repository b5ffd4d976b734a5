package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// The search alone, beside a path of which it is told what a chirp would have met.
class StartUpTest {
    private static final int DATAGRAM_BYTES = 1500;
    private static final long MS = 1_000_000;
    private static final long RTT_NANOS = 100 * MS;
    private static final double ROOM = 12_500_000;
    private static final double FIRST_CHIRP = 6_000_000;

    private final StartUp search = new StartUp(DATAGRAM_BYTES);
    private final ForwardDelay delay = new ForwardDelay();
    private final LossClassifier losses = new LossClassifier();
    private long now;
    private long next;
    private int chirps;
    private int lostInRound;

    private void round(long hostNanos) {
        round(hostNanos, Double.MAX_VALUE);
    }

    /// Sends for a round trip and reports what came of it: packets in number, not in time, so that loss is exact.
    private void round(long hostNanos, double fastestBytesPerSecond) {
        long first = next;
        double peakNanos = hostNanos;
        double emptyAt = 0;
        for (long at = 0;
                at < RTT_NANOS / 2;
                at += (long) (DATAGRAM_BYTES * 1e9 / Math.min(search.rateBytesPerSecond(), fastestBytesPerSecond))) {
            search.handleTimer(now + at);
            search.handleSent(next++, DATAGRAM_BYTES, now + at);
            peakNanos = Math.max(peakNanos, emptyAt - at);
            emptyAt = Math.max(emptyAt, (double) at) + DATAGRAM_BYTES * 1e9 / ROOM;
        }
        now += RTT_NANOS;
        search.handleTimer(now);
        chirps++;
        report((int) (next - first), (long) peakNanos);
        now += 20 * MS;
        search.handleTimer(now);
    }

    /// Goes on over a path that delays nothing but what it has no room for.
    private void assertRoomIsFound() {
        while (!search.done() && chirps < 20) {
            round(0);
        }
        assertEquals(ROOM, search.rateBytesPerSecond(), ROOM / 10);
    }

    private void report(int packets, long peakNanos) {
        report(packets, packets, peakNanos);
    }

    /// @param measured packets whose delays the report tells
    private void report(int packets, int measured, long peakNanos) {
        int lost = lostInRound;
        lostInRound = 0;
        Report report = new Report(
                (long) packets * DATAGRAM_BYTES,
                packets,
                (long) lost * DATAGRAM_BYTES,
                lost,
                0,
                0,
                now,
                next - 1,
                0,
                peakNanos / 2,
                peakNanos,
                measured,
                RTT_NANOS / 2,
                RTT_NANOS,
                10 * MS,
                0,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false);
        delay.handleReport(report, now);
        search.handleReport(report, delay, losses, Double.MAX_VALUE, now);
    }

    @Test
    void aHundredMegabitsAreFoundWithinFiveChirps() {
        assertRoomIsFound();
        assertTrue(chirps <= 5, () -> "took " + chirps);
    }

    @Test
    void aDelayOfTheHostIsNotTakenForAFullPath() {
        round(9 * MS);
        assertRoomIsFound();
        assertTrue(chirps <= 8, () -> "took " + chirps);
    }

    @Test
    void aFineChirpThatDoesNotFillThePathContradictsTheCoarseOne() {
        round(3 * MS);
        round((long) (1.9 * MS));
        assertRoomIsFound();
        assertTrue(chirps <= 8, () -> "took " + chirps);
    }

    @Test
    void aFineChirpContradictsTheCoarseOneEvenIfTheHostSentItTooSlowly() {
        round(3 * MS);
        double taken = FIRST_CHIRP / 1.5;
        round(0, 1.13 * taken);
        assertFalse(search.done(), "it was faster than what the first chirp had room for, and built no queue");
        assertRoomIsFound();
    }

    @Test
    void whatWasLostBeforeAChirpIsNotItsDoing() {
        lostInRound = 12;
        assertRoomIsFound(); // nothing is reported between two chirps
    }

    @Test
    void aHostThatIsSlowerThanThePathDoesNotSearchForEver() {
        double fastest = ROOM / 2;
        while (!search.done() && chirps < 20) {
            round(0, fastest);
        }
        assertTrue(search.done(), "the controller takes over, and climbs");
        assertTrue(search.rateBytesPerSecond() > fastest / 2, () -> "at " + search.rateBytesPerSecond());
    }

    @Test
    void aChirpThatWasNotSentShowsNothing() {
        search.handleSent(next++, DATAGRAM_BYTES, now);
        now += RTT_NANOS;
        search.handleTimer(now);
        report(1, 20 * MS);
        assertRoomIsFound();
    }

    @Test
    void aChirpInWhichTheHostPausedIsSentAgainAtOnce() {
        chirp(3 * MS);
        now = search.nextDeadlineNanos();
        search.handleTimer(now);
        assertEquals(FIRST_CHIRP, search.rateBytesPerSecond(), "the same again, without a report");
        chirp(0);
        now = search.nextDeadlineNanos();
        search.handleTimer(now);
        assertTrue(search.rateBytesPerSecond() < FIRST_CHIRP, "one that was sent evenly is waited for");
    }

    @Test
    void aHostThatKeepsPausingDoesNotChirpForEver() {
        for (int sent = 0; sent < 4; sent++) {
            assertEquals(FIRST_CHIRP, search.rateBytesPerSecond());
            chirp(3 * MS);
            now = search.nextDeadlineNanos();
            search.handleTimer(now);
        }
        assertTrue(search.rateBytesPerSecond() < FIRST_CHIRP);
    }

    @Test
    void aShortQueueThatASpoiltChirpMetIsNotBelieved() {
        spoiltChirpMeets(4 * MS);
        assertEquals(
                FIRST_CHIRP, search.rateBytesPerSecond(), FIRST_CHIRP / 10, "the next one is as fast as the first");
        assertRoomIsFound();
    }

    @Test
    void aLongQueueIsBelievedThoughTheChirpWasSpoilt() {
        spoiltChirpMeets(60 * MS);
        assertTrue(search.rateBytesPerSecond() < FIRST_CHIRP / 2, () -> "at " + search.rateBytesPerSecond());
    }

    /// Sends the first chirp with a pause, as often as it is repeated, and reports what the last one met.
    private void spoiltChirpMeets(long peakNanos) {
        for (int sent = 0; sent < 4; sent++) {
            chirp(3 * MS);
            now = search.nextDeadlineNanos();
            search.handleTimer(now);
        }
        now += RTT_NANOS;
        search.handleTimer(now);
        report((int) next, peakNanos);
        now += 20 * MS + peakNanos;
        search.handleTimer(now);
    }

    @Test
    void aChirpOfALaterSearchIsSentAgainIfTheReportThatToldItsDelaysWasLost() {
        assertRoomIsFound();
        search.resume(ROOM, 0, now);
        for (int sent = 0; sent < 2; sent++) {
            search.handleTimer(now);
            assertEquals(2 * ROOM, search.rateBytesPerSecond());
            long first = next;
            chirp(0);
            now += RTT_NANOS;
            search.handleTimer(now);
            int packets = (int) (next - first);
            report(packets, sent == 0 ? packets / 4 : packets, sent == 0 ? MS / 2 : 6 * MS);
            now = search.nextDeadlineNanos();
        }
        search.handleTimer(now);
        assertTrue(search.rateBytesPerSecond() < 2 * ROOM, "that one was seen to fill the path");
    }

    @Test
    void aSearchThatAStandingQueueEndsHasNotHeardTheChirpThatIsOnItsWay() {
        assertRoomIsFound();
        for (boolean sent : new boolean[] {true, false}) {
            search.resume(ROOM, 0, now);
            search.handleTimer(now);
            long before = next - 1;
            if (sent) {
                chirp(0);
            }
            Report standing = TestReports.delays(20 * MS, RTT_NANOS / 2, RTT_NANOS + 20 * MS, before);
            delay.handleReport(standing, now);
            search.handleReport(standing, delay, losses, Double.MAX_VALUE, now);
            assertTrue(search.done());
            assertEquals(sent, search.end().unheard());
        }
    }

    @Test
    void whereOnlyLossesTellAChirpIsAsLongAsItsDatagramsMustBeMany() {
        assertEquals(24 * MS, longestChirp(ROOM), MS, "at a hundred megabits four times as long as usual");
    }

    @Test
    void aFastPathsChirpsHaveDatagramsEnoughEvenIfOnlyLossesTell() {
        assertEquals(9 * MS, longestChirp(100 * ROOM), MS);
    }

    /// Searches a path that drops what it has no room for.
    private double longestChirp(double room) {
        double longest = 0;
        while (!search.done()) {
            double rate = search.rateBytesPerSecond();
            double from = now;
            double at = now;
            long first = next;
            while (search.rateBytesPerSecond() == rate) {
                search.handleSent(next++, DATAGRAM_BYTES, (long) at);
                at += DATAGRAM_BYTES * 1e9 / rate;
                search.handleTimer((long) at);
            }
            longest = Math.max(longest, at - from);
            now += RTT_NANOS;
            search.handleTimer(now);
            lostInRound = (int) (Math.max(0, 1 - room / rate) * (next - first));
            report((int) (next - first) - lostInRound, 0);
            now += 20 * MS;
            search.handleTimer(now);
        }
        return longest;
    }

    /// Sends the chirp that is due, with a pause of the host in the middle, to its end.
    private void chirp(long hostPauseNanos) {
        long first = now;
        boolean paused = false;
        double rate = search.rateBytesPerSecond();
        while (search.rateBytesPerSecond() == rate) {
            search.handleSent(next++, DATAGRAM_BYTES, now);
            now += (long) (DATAGRAM_BYTES * 1e9 / rate);
            if (!paused && now - first >= 2 * MS) {
                now += hostPauseNanos;
                paused = true;
            }
            search.handleTimer(now);
        }
    }
}
