package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LullTest {
    private static final double MS = 1e6;

    private final Lull lull = new Lull();

    /// Two reports of it: from the second on nothing of the chirp before is in them.
    private void quieten() {
        lull.handleSent(0);
        lull.end();
        Report report = TestReports.delays(0, 0, 0);
        lull.learn(report, 0, new LossClassifier());
        lull.learn(report, 0, new LossClassifier());
    }

    @Test
    void whatTheChirpItselfDelayedIsNotHeard() {
        lull.listen(9 * MS, 0);
        assertEquals(0, lull.noiseNanos());
    }

    @Test
    void onAShortPathTheEndOfAPauseTellsTheUsualLoss() {
        LossClassifier losses = new LossClassifier();
        lull.begin();
        lull.end();
        lull.handlePaused(10);
        lull.learn(TestReports.counts(10, 9, 14), 9, losses);
        assertEquals(0, losses.baseline(), "some of these the chirp may have lost");
        lull.learn(TestReports.counts(45, 5, 64), 5, losses);
        assertEquals(0, losses.baseline(), "of fewer than a hundred it would be a guess");
        lull.learn(TestReports.counts(45, 5, 114), 5, losses);
        assertEquals(0.1, losses.baseline(), 1e-9);
    }

    @Test
    void oneLongDelayHidesNoQueues() {
        quieten();
        lull.listen(54 * MS, 0);
        assertTrue(lull.noiseNanos() <= 2 * MS, () -> lull.noiseNanos() + " ns");
    }

    @Test
    void delaysThatComeAgainAreNoise() {
        quieten();
        for (int reports = 0; reports < 5; reports++) {
            lull.listen(10 * MS, 0);
        }
        assertEquals(10 * MS, lull.noiseNanos(), MS);
        for (int reports = 0; reports < 30; reports++) {
            lull.listen(0, 0);
        }
        assertTrue(lull.noiseNanos() < MS, "and forgotten when they do not");
    }
}
