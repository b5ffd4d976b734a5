package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SteadyLossTest {
    private final SteadyLoss steady = new SteadyLoss();

    @Test
    void aBadPathIsNoFlood() {
        steady.handle(80, 20);
        assertFalse(steady.floods());
    }

    @Test
    void muchMoreThanAnyPathLosesIsOne() {
        steady.handle(50, 50);
        assertTrue(steady.floods());
        assertEquals(0.5, steady.flood());
    }

    @Test
    void soIsMoreThanAtLowerRates() {
        steady.expect(0.01);
        steady.handle(800, 200);
        assertTrue(steady.floods());
    }

    @Test
    void aFewPacketsTellNothing() {
        steady.handle(10, 20);
        assertFalse(steady.floods());
    }

    @Test
    void whatTurnsUpAfterAllWasNotLost() {
        steady.handle(50, 50);
        steady.handle(50, -50);
        assertFalse(steady.floods());
        assertEquals(0, steady.flood());
    }
}
