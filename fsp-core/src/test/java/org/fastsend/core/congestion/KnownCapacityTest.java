package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KnownCapacityTest {
    private static final int DATAGRAM = 1500;
    private static final double LINK = 12.5e6;
    private static final double RATE = LINK / 4;
    private static final int ENOUGH = 200;

    private final KnownCapacity known = new KnownCapacity();

    private void probed(double bytesPerSecond) {
        for (int i = 0; i < ENOUGH; i++) {
            known.probed(bytesPerSecond, RATE);
        }
    }

    private void neighbours(double bytesPerSecond) {
        OptionalDouble told = OptionalDouble.of(bytesPerSecond);
        known.handleTrain(new Spread.Reading(told, OptionalDouble.empty()), RATE, 0);
    }

    private Bottleneck bottleneck() {
        return known.bottleneck(RATE, DATAGRAM);
    }

    @Test
    void threeFullLinksInARowAnswerABumpLikeOneOfAThird() {
        probed(LINK / 3);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(i % 2 == 0 ? LINK : LINK / 2);
        }
        assertEquals(LINK, bottleneck().bytesPerSecond());
        assertTrue(bottleneck().several());
        assertEquals(LINK / 3, known.answering(RATE, DATAGRAM).bytesPerSecond());
    }

    @Test
    void onASingleLinkNeighboursCorrectBumpsThatOthersMade() {
        probed(LINK / 2);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(LINK);
        }
        assertEquals(LINK, bottleneck().bytesPerSecond());
        assertFalse(bottleneck().several());
    }

    @Test
    void neighboursThatAreNearerThanAnyLinkWouldHaveThemSayNothing() {
        probed(LINK);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(10 * LINK);
        }
        assertEquals(LINK, bottleneck().bytesPerSecond());
    }

    @Test
    void neighboursThatAreFartherApartSayNothing() {
        probed(LINK);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(LINK / 2);
        }
        assertEquals(LINK, bottleneck().bytesPerSecond());
    }

    @Test
    void whoHasAllThatProbesTellOfIsAlone() {
        probed(LINK / 3);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(LINK);
        }
        assertEquals(LINK / 3, known.bottleneck(LINK / 3, DATAGRAM).bytesPerSecond());
    }

    @Test
    void whatNeighboursToldIsForgotten() {
        probed(LINK / 3);
        for (int i = 0; i < ENOUGH; i++) {
            neighbours(LINK);
        }
        known.age(310_000_000_000L);
        assertEquals(LINK / 3, bottleneck().bytesPerSecond());
    }

    @Test
    void whatASearchFoundFreeIsTheLeast() {
        known.found(LINK, 0);
        probed(LINK / 3);
        assertEquals(0.9 * LINK, bottleneck().bytesPerSecond(), 1);
        known.exceeded(LINK / 2);
        assertEquals(0.45 * LINK, bottleneck().bytesPerSecond(), 1);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertEquals(0, known.probedBytesPerSecond());
        assertEquals(RATE, bottleneck().bytesPerSecond(), "but it carries what is sent");
    }
}
