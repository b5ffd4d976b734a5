package org.fastsend.overlay.diversity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MaxMinTest {
    private static final float[] LINE = {0, 1, 1.5f, 50, 51, 100};

    private static float apart(int one, int other) {
        return Math.abs(LINE[one] - LINE[other]);
    }

    @Test
    void ofNeighboursOneStays() {
        List<Integer> kept = MaxMin.keep(LINE.length, 3, MaxMinTest::apart);
        assertEquals(3, kept.size());
        assertTrue(kept.contains(5));
        assertEquals(1, kept.stream().filter(i -> i < 3).count());
    }

    @Test
    void whatWasNeverMeasuredCountsAsFar() {
        List<Integer> kept = MaxMin.keep(3, 2, (a, b) -> a + b == 1 ? 1 : Float.NaN);
        assertTrue(kept.contains(2));
    }

    @Test
    void spreadPicksTheFarthestEachTime() {
        assertEquals(List.of(0, 5, 3), MaxMin.spread(LINE.length, 3, MaxMinTest::apart));
        assertEquals(List.of(0), MaxMin.spread(1, 3, MaxMinTest::apart));
        assertEquals(List.of(), MaxMin.spread(0, 3, MaxMinTest::apart));
    }
}
