package org.fastsend.overlay.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OfferTest {
    @Test
    void aFullRelaySaysThatItIsWhichIsNotTheSameAsSayingNothing() {
        assertEquals(OptionalLong.of(0), Offer.of(0, Long.MAX_VALUE).roomBytes());
        assertEquals(OptionalLong.empty(), Offer.UNKNOWN.roomBytes());
    }

    @Test
    void aRelayWithoutABoundSaysNothingOfItsRate() {
        assertEquals(0, Offer.of(1 << 20, Long.MAX_VALUE).bitsPerSecond());
        assertEquals(500_000_000, Offer.of(1 << 20, 62_500_000).bitsPerSecond());
    }
}
