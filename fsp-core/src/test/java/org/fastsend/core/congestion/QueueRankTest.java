package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QueueRankTest {
    private static final double SAME = 2;

    private final QueueRank ranks = new QueueRank();

    private double rank(long peakNanos) {
        return ranks.handle(peakNanos, SAME);
    }

    @Test
    void theHighestQueueRanksHighestAndTheLowestLowest() {
        rank(10);
        rank(10);
        assertEquals(1, rank(20));
        rank(5);
        assertEquals(0, rank(5));
        assertEquals(1, rank(30));
    }

    @Test
    void whereTheQueueAlwaysStandsAtTheSameHeightAllRankHighest() {
        for (int i = 0; i < 100; i++) {
            assertEquals(1, rank(100 + i % 2));
        }
    }

    @Test
    void whatIsMissedAReportLateIsRankedWhereItWasLost() {
        rank(10);
        rank(20);
        rank(50);
        assertEquals(1, rank(10));
        assertEquals(0.25, rank(10));
    }

    @Test
    void whatWasLongAgoIsForgotten() {
        rank(1000);
        for (int i = 0; i < 100; i++) {
            rank(10);
        }
        assertEquals(1, rank(20));
    }
}
