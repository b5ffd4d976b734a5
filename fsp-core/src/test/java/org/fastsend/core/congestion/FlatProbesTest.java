package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FlatProbesTest {
    private static final double MS = 1e6;

    private final FlatProbes probes = new FlatProbes();

    private void probe(double riseMillis, double fallMillis, double peakMillis) {
        probes.handle(2 * MS, riseMillis * MS, fallMillis * MS, peakMillis * MS);
    }

    @Test
    void aQueueThatNeitherRisesNorFallsIsNone() {
        for (int i = 0; i < 5; i++) {
            assertFalse(probes.showIdleLink());
            probe(0.1, 0.2, 30);
        }
        assertTrue(probes.showIdleLink());
        assertFalse(probes.showFullBuffer());
    }

    @Test
    void aQueueThatOnlyFallsFillsItsBuffer() {
        probe(0, 2, 19.8);
        probe(0.2, 6, 19.7);
        assertFalse(probes.showFullBuffer());
        probe(-0.1, 3, 19.9);
        assertTrue(probes.showFullBuffer());
        assertEquals(19.9 * MS, probes.heightNanos());
        assertFalse(probes.showIdleLink());
    }

    @Test
    void aBumpOrAnotherHeightShowsThatTheBufferGoesOn() {
        probe(0, 2, 19.8);
        probe(0, 2, 19.8);
        probe(1.9, 2, 19.8);
        probe(0, 2, 19.8);
        probe(0, 2, 19.8);
        probe(0, 2, 22);
        assertFalse(probes.showFullBuffer());
    }

    @Test
    void bumpsTooLowToBeSeenProveNothing() {
        for (int i = 0; i < 10; i++) {
            probes.handle(0.9 * MS, 0, 0, 5 * MS);
        }
        assertFalse(probes.showIdleLink());
    }
}
