package org.fastsend.overlay.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OfferTest {
    @Test
    void aFullRelaySaysThatItIsWhichIsNotTheSameAsSayingNothing() {
        assertTrue(Offer.of(0, Long.MAX_VALUE).tellsRoom());
        assertFalse(Offer.UNKNOWN.tellsRoom());
    }

    @Test
    void aRelayWithoutABoundSaysNothingOfItsRate() {
        assertEquals(0, Offer.of(1 << 20, Long.MAX_VALUE).bitsPerSecond());
        assertEquals(500_000_000, Offer.of(1 << 20, 62_500_000).bitsPerSecond());
    }
}
