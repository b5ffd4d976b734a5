package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What the delays of a chirp's packets say of the path.
class ChirpTest {
    private static final int DATAGRAM_BYTES = 1500;
    private static final double RATE = 6_000_000;
    private static final long MS = 1_000_000;
    private static final int PACKETS = 24;

    private final Chirp chirp = Chirp.coarse(RATE, DATAGRAM_BYTES);

    private void sent(long standingNanos) {
        chirp.handleBefore(standingNanos, 0, 0);
        for (int i = 0; i < PACKETS; i++) {
            chirp.handleSent(i, DATAGRAM_BYTES, (long) (i * DATAGRAM_BYTES * 1e9 / RATE));
        }
    }

    @Test
    void aQueueThatGrowsFromItsFirstPacketToItsLastSaysHowFastThePathIs() {
        sent(0);
        chirp.handleDelays(3 * MS / 2, 3 * MS / 4, PACKETS / 2);
        chirp.handleDelays(3 * MS, 9 * MS / 4, PACKETS / 2);
        assertTrue(chirp.isFull(0));
        assertEquals(RATE / 1.5, chirp.roomBytesPerSecond(0), RATE / 20, "it drains three milliseconds in six");
    }

    @Test
    void whatChanceLosesTakesItsTimeOnThePathToo() {
        sent(0);
        chirp.handleDelays(6 * MS, 3 * MS, PACKETS - 4);
        chirp.handleCounts(PACKETS - 4, PACKETS - 4, 4);
        assertEquals(RATE / 2, chirp.roomBytesPerSecond(0.1), RATE / 40, "two are usual, four are still chance");
    }

    @Test
    void whatFindsNoRoomIsNotLostByChanceAsWell() {
        int packets = 2400;
        Chirp fast = Chirp.coarse(100 * RATE, DATAGRAM_BYTES);
        for (int i = 0; i < packets; i++) {
            fast.handleSent(i, DATAGRAM_BYTES, (long) (i * DATAGRAM_BYTES * 1e7 / RATE));
        }
        fast.handleCounts(1080, 1080, 1320);
        assertEquals(50 * RATE, fast.roomBytesPerSecond(0.1), RATE, "half have room, of which chance takes a tenth");
    }

    @Test
    void onASlowLinkThePacketsBetweenTheFirstAndTheLastAreCounted() {
        Chirp ofPairs = Chirp.coarse(2_400_000, DATAGRAM_BYTES);
        int packets = 14;
        for (int i = 0; i < packets; i++) {
            ofPairs.handleSent(i, DATAGRAM_BYTES, i / 2 * 1_250_000L);
        }
        long linkNanos = 1_200_000;
        long queueNanos = (packets - 1) * linkNanos - (packets - 2) / 2 * 1_250_000L;
        ofPairs.handleDelays(queueNanos, queueNanos / 2, packets);
        assertEquals(DATAGRAM_BYTES * 1e9 / linkNanos, ofPairs.roomBytesPerSecond(0), 1000);
    }

    @Test
    void aMomentInWhichSomebodyPausedIsNoQueue() {
        sent(0);
        chirp.handleDelays(3 * MS, MS / 2, PACKETS);
        assertFalse(chirp.isFull(0));
        assertTrue(chirp.roomBytesPerSecond(0) > 0.8 * RATE);
    }

    @Test
    void aQueueThatIsGoneWhenTheNextPacketComesWasNone() {
        sent(0);
        chirp.handleDelays(3 * MS, 3 * MS / 2, PACKETS);
        long lastNanos = (long) ((PACKETS - 1) * DATAGRAM_BYTES * 1e9 / RATE);
        chirp.handleBehind(0, lastNanos + 10 * MS);
        assertTrue(chirp.isFull(0), "it may have drained meanwhile");
        chirp.handleBehind(MS / 10, lastNanos + MS / 10);
        assertFalse(chirp.isFull(0));
        assertEquals(RATE, chirp.roomBytesPerSecond(0), RATE / 20);
    }

    @Test
    void aQueueThatStoodBeforeIsNotItsDoing() {
        sent(4 * MS);
        chirp.handleDelays(4 * MS, 4 * MS, PACKETS);
        assertFalse(chirp.isFull(0));
        assertEquals(RATE, chirp.roomBytesPerSecond(0), RATE / 20);
    }

    @Test
    void aPathIsFullWhereAPartStandsInTheQueueAndAPartFindsNoRoom() {
        Chirp fast = Chirp.coarse(10 * RATE, DATAGRAM_BYTES);
        for (int i = 0; i < 10 * PACKETS; i++) {
            fast.handleSent(i, DATAGRAM_BYTES, (long) (i * DATAGRAM_BYTES * 1e8 / RATE));
        }
        fast.handleDelays(5 * MS / 4, MS, 9 * PACKETS);
        fast.handleCounts(10 * PACKETS - 20, 10 * PACKETS - 20, 20);
        assertFalse(fast.overflowed(0) || fast.isBuilding(), "neither alone is enough");
        assertTrue(fast.isFull(0));
    }

    @Test
    void aShortBufferThatItKeepsFullShowsAllOfItsHeight() {
        sent(0);
        chirp.handleDelays(2 * MS, 2 * MS, PACKETS);
        assertTrue(chirp.isFull(0));
        assertEquals(RATE * 6 / 8, chirp.roomBytesPerSecond(0), RATE / 20);
    }

    @Test
    void aFineOneIsLongerWhereTheHostsAddMoreAndWhereTheWayIsLong() {
        assertEquals(9 * MS, Chirp.fine(RATE, DATAGRAM_BYTES, true, 0, 20 * MS).nanos());
        assertEquals(
                18 * MS, Chirp.fine(RATE, DATAGRAM_BYTES, true, 3 * MS, 20 * MS).nanos());
        assertEquals(
                18.75 * MS, Chirp.fine(RATE, DATAGRAM_BYTES, true, 0, 300 * MS).nanos());
        assertEquals(
                20 * MS, Chirp.fine(RATE, DATAGRAM_BYTES, true, 0, 3_000 * MS).nanos());
    }
}
