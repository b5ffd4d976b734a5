package org.fastsend.client.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What a path test says of its pace.
class BenchProgressTest {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final long MS = 1_000_000;
    private static final long START_NANOS = 7_000 * MS;

    private final BenchProgress progress = new BenchProgress(BLOCK_BYTES);
    private long now = START_NANOS;

    private void answer(int blocks, long everyNanos) {
        for (int i = 1; i <= blocks; i++) {
            now += everyNanos;
            progress.asked();
            progress.answered(now);
        }
    }

    @Test
    void theEffectiveRateLeavesOutTheQuarterInWhichItGotGoing() {
        progress.begin(now);
        answer(2, 500 * MS);
        answer(30, 100 * MS);
        assertEquals(32 * BLOCK_BYTES, progress.bytes());
        assertEquals(4_000 * MS, progress.nanos(now + 900 * MS), "what comes after the last answer does not count");
        assertEquals(10.0 * BLOCK_BYTES * Byte.SIZE, progress.effectiveBitsPerSecond(now), 1);
    }

    @Test
    void whatIsAnsweredAtOnceHasNoPartThatCouldBeLeftOut() {
        progress.begin(now);
        answer(1, 200 * MS);
        assertEquals(5.0 * BLOCK_BYTES * Byte.SIZE, progress.effectiveBitsPerSecond(now), 1);
    }

    @Test
    void whereNothingIsAnsweredNothingWasBrought() {
        progress.begin(now);
        assertEquals(300 * MS, progress.nanos(now + 300 * MS));
        assertEquals(0, progress.effectiveBitsPerSecond(now + 300 * MS));
    }

    @Test
    void whatIsLostIsWantedAgain() {
        progress.begin(now);
        long all = 2L * BLOCK_BYTES;
        progress.asked();
        assertTrue(progress.wantsMore(all));
        progress.asked();
        assertFalse(progress.wantsMore(all), "the rest is on its way");
        progress.lost();
        assertTrue(progress.wantsMore(all));
        progress.asked();
        progress.answered(now);
        progress.answered(now);
        assertFalse(progress.wantsMore(all) || progress.isAnythingOnTheWay());
        assertEquals(all, progress.bytes());
    }
}
