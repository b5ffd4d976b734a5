package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PolicedRateTest {
    private static final double RATE = 1e6;

    private final PolicedRate policed = new PolicedRate();

    @Test
    void foundOnceItMayBeChance() {
        policed.found(RATE);
        assertFalse(policed.isKnown());
    }

    @Test
    void foundTwiceAlikeItIsKnown() {
        policed.found(RATE);
        policed.found(1.1 * RATE);
        assertTrue(policed.isKnown());
    }

    @Test
    void twoDifferentRatesAreNone() {
        policed.found(RATE);
        policed.found(2 * RATE);
        assertFalse(policed.isKnown());
    }

    @Test
    void aQueueEndsIt() {
        policed.found(RATE);
        policed.found(RATE);
        policed.handleRound(false, RATE);
        assertFalse(policed.isKnown());
    }

    @Test
    void aRateWellBeyondItEndsIt() {
        policed.found(RATE);
        policed.found(RATE);
        policed.handleRound(true, 1.1 * RATE);
        assertTrue(policed.isKnown());
        policed.handleRound(true, 1.3 * RATE);
        assertFalse(policed.isKnown());
    }
}
