package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FlatProbesTest {
    private static final double MS = 1e6;

    private final FlatProbes probes = new FlatProbes();

    private void probe(double riseMillis, double fallMillis, double peakMillis) {
        probe(riseMillis, fallMillis, peakMillis, true);
    }

    private void probe(double riseMillis, double fallMillis, double peakMillis, boolean alone) {
        probes.handle(2 * MS, riseMillis * MS, fallMillis * MS, peakMillis * MS, alone);
    }

    @Test
    void aQueueThatNeitherRisesNorFallsIsNone() {
        for (int i = 0; i < 5; i++) {
            assertFalse(probes.showIdleLink());
            probe(0.1, 0.2, 30);
        }
        assertTrue(probes.showIdleLink());
        assertEquals(OptionalDouble.empty(), probes.fullNanos());
    }

    @Test
    void aQueueThatOnlyFallsFillsItsBuffer() {
        probe(0, 2, 19.8);
        probe(0.2, 6, 19.7);
        assertEquals(OptionalDouble.empty(), probes.fullNanos());
        probe(-0.1, 3, 19.9);
        assertEquals(OptionalDouble.of(19.9 * MS), probes.fullNanos());
        assertFalse(probes.showIdleLink());
    }

    @Test
    void bumpsThatEndAtOneHeightFillTheirBufferWhateverTheyShowBelowIt() {
        probe(1.2, 2, 19.8);
        probe(2, 2, 15);
        probe(0.8, 2, 19.9);
        probe(1.9, 2, 18);
        assertEquals(OptionalDouble.empty(), probes.fullNanos());
        probe(1, 2, 19.8);
        assertEquals(OptionalDouble.of(19.8 * MS), probes.fullNanos());
    }

    @Test
    void lowBumpsProveNothingWhereOthersMayHaveMadeThemLow() {
        for (int i = 0; i < 5; i++) {
            probe(1, 2, 19.8, false);
        }
        assertEquals(OptionalDouble.empty(), probes.fullNanos());
    }

    @Test
    void aHigherQueueShowsThatTheBufferGoesOn() {
        probe(0, 2, 19.8);
        probe(0, 2, 19.8);
        probe(1.9, 2, 22);
        probe(0, 2, 22);
        probe(0, 2, 22);
        assertEquals(OptionalDouble.empty(), probes.fullNanos());
    }

    @Test
    void bumpsTooLowToBeSeenProveNothing() {
        for (int i = 0; i < 10; i++) {
            probes.handle(0.9 * MS, 0, 0, 5 * MS, true);
        }
        assertFalse(probes.showIdleLink());
    }
}
