package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WindowRateTest {
    private static final double WINDOW = 100;

    private final WindowRate pace = new WindowRate();

    @Test
    void whatIsMissingInFlightIsMadeUpFor() {
        assertEquals(1.1, pace.correction(WINDOW, 85, 5, 0), 1e-9);
        assertEquals(0.9, pace.correction(WINDOW, 105, 5, 0), 1e-9);
    }

    @Test
    void whatASearchDidNotSendIsNotMadeUpFor() {
        pace.begin(10);
        assertEquals(1, pace.correction(WINDOW, 85, 5, 9), 1e-9, "the search's packets are still in flight");
        assertTrue(pace.correction(WINDOW, 105, 5, 9) < 1, "what it sent too much is waited for");
        assertEquals(1.1, pace.correction(WINDOW, 85, 5, 10), 1e-9);
    }
}
