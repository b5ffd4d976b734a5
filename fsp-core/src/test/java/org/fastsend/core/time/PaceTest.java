package org.fastsend.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BLOCK = 1000;

    private final Pace pace = new Pace(100 * BLOCK, BLOCK);

    private void oneBlock(long fromNanos, long toNanos) {
        pace.begin(fromNanos, BLOCK);
        pace.done(toNanos, BLOCK, fromNanos);
        pace.finish(toNanos, BLOCK);
    }

    @Test
    void theRateIsMeasuredWhileThereIsWorkOnly() {
        oneBlock(0, SECOND);
        oneBlock(100 * SECOND, 101 * SECOND);
        assertEquals(BLOCK, pace.bytesPerSecond(), 1);
        assertEquals(SECOND, pace.idleLatencyNanos(), 1);
    }

    @Test
    void aBlockIsExpectedToTakeAnIdlePeerWhatTheQuickestTookAndNotWhatQueuedOnesDid() {
        assertEquals(0, pace.idleLatencyNanos(), "nothing is known yet");
        for (int i = 0; i < 4; i++) {
            pace.begin(0, BLOCK);
        }
        for (long i = 1; i <= 4; i++) {
            pace.done(i * SECOND, BLOCK, 0);
            pace.finish(i * SECOND, BLOCK);
        }
        assertEquals(SECOND, pace.idleLatencyNanos(), 1);
        oneBlock(10 * SECOND, 18 * SECOND);
        assertTrue(pace.idleLatencyNanos() > SECOND, "but a peer that became slower is expected to be slow");
    }

    @Test
    void theRateFollowsAPeerThatBecomesSlower() {
        oneBlock(0, SECOND);
        for (long i = 1; i <= 10; i++) {
            oneBlock(i * 10 * SECOND, (i + 1) * 10 * SECOND);
        }
        assertEquals(BLOCK / 10.0, pace.bytesPerSecond(), 2);
    }

    @Test
    void theWindowHoldsFourSecondsOfWorkAndAtLeastFourBlocks() {
        oneBlock(0, SECOND / 10);
        pace.begin(SECOND, BLOCK);
        assertEquals(39 * BLOCK, pace.room());
        Pace slow = new Pace(100 * BLOCK, BLOCK);
        slow.begin(0, BLOCK);
        slow.done(100 * SECOND, BLOCK, 0);
        assertEquals(3 * BLOCK, slow.room());
        Pace unknown = new Pace(100 * BLOCK, BLOCK);
        unknown.begin(0, BLOCK);
        assertEquals(3 * BLOCK, unknown.room(), "until it is measured");
    }

    @Test
    void oneThingPassesHoweverLongItIs() {
        assertEquals(Long.MAX_VALUE, pace.room());
        pace.begin(0, 1000 * BLOCK);
        assertTrue(pace.room() < 0);
        pace.finish(1, 1000 * BLOCK);
        assertEquals(Long.MAX_VALUE, pace.room());
    }

    @Test
    void patienceIsAsLongAsEverythingOutstandingMayTakeOverOneSlowLink() {
        oneBlock(0, SECOND);
        Pace other = new Pace(100 * BLOCK, BLOCK);
        assertEquals(30 * SECOND, Pace.patienceNanos(30 * SECOND, List.of(pace, other)));
        other.begin(SECOND, 10 * BLOCK);
        assertEquals((30 + 4 * 10) * SECOND, Pace.patienceNanos(30 * SECOND, List.of(pace, other)));
        Pace unknown = new Pace(Long.MAX_VALUE, BLOCK);
        unknown.begin(0, 1 << 20);
        assertEquals((30 + 8) * SECOND, Pace.patienceNanos(30 * SECOND, List.of(unknown)), "at a megabit a second");
    }

    @Test
    void whatIsSilentNeedsAtLeastAsLongAgain() {
        oneBlock(0, SECOND / 10);
        pace.begin(SECOND, BLOCK);
        assertEquals(SECOND / 10, pace.remainingNanos(SECOND), SECOND / 100.0);
        assertEquals(9 * SECOND, pace.remainingNanos(10 * SECOND), 1);
    }

    @Test
    void whoHasMuchOutstandingAndFallsSilentNeedsManyTimesAsLong() {
        oneBlock(0, SECOND / 10);
        for (int i = 0; i < 12; i++) {
            pace.begin(SECOND, BLOCK);
        }
        assertEquals(3 * 2 * SECOND, pace.remainingNanos(3 * SECOND), 1, "four at once may come any moment");
    }

    @Test
    void whoNeedsFarLongerThanTheOthersIsFarBehindAlsoIfAnotherIsAsSlow() {
        Pace slow = paceOfOneBlockIn(10 * SECOND);
        Pace asSlow = paceOfOneBlockIn(10 * SECOND);
        Pace fast = paceOfOneBlockIn(SECOND / 10);
        long now = 20 * SECOND;
        slow.begin(now, BLOCK);
        asSlow.begin(now, 3 * BLOCK);
        assertTrue(slow.isFarBehind(now, List.of(slow, fast), 1));
        assertTrue(slow.isFarBehind(now, List.of(slow, asSlow, fast), 1));
        assertFalse(slow.isFarBehind(now, List.of(slow, asSlow, fast), 2), "one is not enough");
        assertFalse(slow.isFarBehind(now, List.of(slow, asSlow), 0), "nobody would be sooner");
        assertFalse(fast.isFarBehind(now, List.of(slow, asSlow, fast), 1));
    }

    @Test
    void nobodyIsFarBehindForLessThanASecond() {
        Pace slow = paceOfOneBlockIn(SECOND);
        Pace fast = paceOfOneBlockIn(SECOND / 1000);
        slow.begin(20 * SECOND, BLOCK);
        assertFalse(slow.isFarBehind(20 * SECOND, List.of(slow, fast), 1));
        assertTrue(slow.isFarBehind(22 * SECOND, List.of(slow, fast), 1), "as it has been silent for two");
    }

    @Test
    void whoWasNeverMeasuredIsExpectedToBeAsSlowAsTheSlowest() {
        assertEquals(0, pace.expectedLatencyNanos(List.of(pace)), "nothing is known of anybody");
        List<Pace> all = List.of(pace, paceOfOneBlockIn(SECOND), paceOfOneBlockIn(10 * SECOND));
        assertEquals(10 * SECOND, pace.expectedLatencyNanos(all), 1);
        assertEquals(SECOND, all.get(1).expectedLatencyNanos(all), 1);
    }

    private static Pace paceOfOneBlockIn(long nanos) {
        Pace pace = new Pace(100 * BLOCK, BLOCK);
        pace.begin(0, BLOCK);
        pace.done(nanos, BLOCK, 0);
        pace.finish(nanos, BLOCK);
        return pace;
    }

    @Test
    void aPeerIsLeftAloneForLongerEachTimeItFails() {
        Backoff backoff = new Backoff();
        assertFalse(backoff.holds(0));
        assertEquals(1, backoff.fail(0));
        assertTrue(backoff.holds(Backoff.FIRST_NANOS - 1));
        assertEquals(1, backoff.fail(1), "failures in one go count as one");
        assertFalse(backoff.holds(Backoff.FIRST_NANOS));
        long now = Backoff.FIRST_NANOS;
        for (int i = 2; i < 40; i++) {
            assertEquals(i, backoff.fail(now));
            long longer = Math.min(Backoff.LONGEST_NANOS, Backoff.FIRST_NANOS << Math.min(i - 1, 20));
            assertEquals(longer, backoff.untilNanos() - now);
            now = backoff.untilNanos();
        }
        backoff.reset();
        assertEquals(1, backoff.fail(now));
    }
}
