package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SeekScheduleTest {
    private static final long SECOND = 1_000_000_000;
    private static final double SPAN = 0.3 * SECOND;

    private final SeekSchedule seeks = new SeekSchedule();

    private void pass(int quietRounds) {
        for (int i = 0; i < quietRounds; i++) {
            seeks.handleRound(true);
        }
    }

    @Test
    void aPathWithoutAQueueForThreeRoundTripsIsSearched() {
        pass(2);
        assertFalse(seeks.isDue(SECOND));
        pass(1);
        assertTrue(seeks.isDue(SECOND));
    }

    @Test
    void aPathThatSeemsEmptyAfterASuspicionIsNotSearchedBeforeAllAreBackAtWhatTheyHad() {
        seeks.suspected(SPAN, SECOND);
        pass(3);
        assertFalse(seeks.isDue(SECOND + 9 * (long) SPAN), "others slow down, too");
        assertTrue(seeks.isDue(SECOND + 10 * (long) SPAN));
    }

    @Test
    void searchesThatFindNothingAreEverRarer() {
        seeks.begin(100);
        seeks.ended(100, false, SECOND);
        pass(3);
        assertTrue(seeks.isDue(SECOND + SECOND / 2));
        seeks.begin(100);
        seeks.ended(100, false, 2 * SECOND);
        pass(3);
        assertFalse(seeks.isDue(2 * SECOND + SECOND / 2));
        assertTrue(seeks.isDue(3 * SECOND));
    }
}
