package org.fastsend.overlay.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContentionTest {
    private static final int STEPS = 8;

    private final Random random = new Random(11);

    private double[] wandering(double mean, double by) {
        return random.doubles(STEPS, mean - by, mean + by).toArray();
    }

    @Test
    void whoGainsJustWhatTheOtherLosesSharesAFullLinkWithIt() {
        double[] one = wandering(50, 20);
        double[] other = Arrays.stream(one).map(rate -> 96 - rate).toArray();

        assertEquals(1, Contention.of(one, other), 1e-9);
    }

    @Test
    void whoGoesItsOwnWayDoesNot() {
        for (int i = 0; i < 100; i++) {
            double contention = Contention.of(wandering(50, 20), wandering(95, 2));
            assertTrue(contention < 0.2, "seed 11, round " + i + ": " + contention);
        }
    }

    @Test
    void growingTogetherAtTheStartMeansNothing() {
        double[] growing = {0, 10, 30, 60, 80, 90, 95, 95};

        assertEquals(0, Contention.of(growing, growing));
    }

    @Test
    void nothingIsSaidOfTooLittleOrOfWhatNeverChanges() {
        assertEquals(0, Contention.of(new double[] {1, 2, 3}, new double[] {3, 2, 1}));
        assertEquals(0, Contention.of(new double[STEPS], new double[STEPS]));
    }
}
