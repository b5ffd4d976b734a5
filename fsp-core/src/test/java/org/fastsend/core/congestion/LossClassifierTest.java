package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.fastsend.core.congestion.LossClassifier.Finding;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

class LossClassifierTest {
    private static final int PER_REPORT = 100;
    private static final int ROUND = 1000;

    private static final class Path {
        private final LossClassifier classifier = new LossClassifier();
        private final Random random;
        private long packet;

        private Path(long seed) {
            random = new Random(seed);
        }

        private Finding report(double loss, boolean queued) {
            int lost = 0;
            for (int i = 0; i < PER_REPORT; i++) {
                lost += random.nextDouble() < loss ? 1 : 0;
            }
            packet += PER_REPORT;
            return classifier.handle(PER_REPORT - lost, lost, queued, !queued, packet, ROUND);
        }

        private int reportsUntil(Finding wanted, double loss, boolean queued) {
            for (int i = 1; i < 1000; i++) {
                if (report(loss, queued) == wanted) {
                    return i;
                }
            }
            throw new AssertionError("never " + wanted);
        }
    }

    @Test
    void steadyRandomLossIsHardlyEverSuspected() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            int suspicions = 0;
            for (int i = 0; i < 5000; i++) {
                if (path.report(0.05, false) == Finding.SUSPICION) {
                    suspicions++;
                    path.classifier.tryFrom(path.packet, false);
                }
            }
            assertTrue(suspicions <= 3, "suspicions " + suspicions);
            assertEquals(0.05, path.classifier.baseline(), 0.015);
        });
    }

    @Test
    void lossThatGoesAwayWithTheRateWasOverflow() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            for (int i = 0; i < 100; i++) {
                path.report(0.02, false);
            }
            assertTrue(path.reportsUntil(Finding.SUSPICION, 0.15, true) < 10);
            path.classifier.tryFrom(path.packet, false);
            path.reportsUntil(Finding.OVERFLOW, 0.02, false);
            assertEquals(0.02, path.classifier.baseline(), 0.015);
        });
    }

    @Test
    void lossThatStaysIsThePaths() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            for (int i = 0; i < 100; i++) {
                path.report(0, false);
            }
            path.reportsUntil(Finding.SUSPICION, 0.1, true);
            path.classifier.tryFrom(path.packet, false);
            path.reportsUntil(Finding.RANDOM, 0.1, false);
            assertEquals(0.1, path.classifier.baseline(), 0.07);
        });
    }

    @Test
    void lossThatStaysWhileTheQueueStandsIsSomebodysOverflow() {
        Path path = new Path(1);
        path.reportsUntil(Finding.SUSPICION, 0.1, true);
        path.classifier.tryFrom(path.packet, false);
        path.reportsUntil(Finding.OVERFLOW, 0.1, true);
        assertTrue(path.classifier.baseline() < 0.05);
    }

    @Test
    void lossThatFallsWithTheRateIsOverflowWhereNoQueueWasSeen() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            path.classifier.learnDirectly(1000, 200);
            path.classifier.trySearched(path.packet, 0.2);
            path.reportsUntil(Finding.OVERFLOW, 0.03, false);
            assertTrue(path.classifier.baseline() < 0.05);
        });
    }

    @Test
    void lossThatStaysAfterASearchIsThePaths() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            path.classifier.learnDirectly(1000, 100);
            path.classifier.trySearched(path.packet, 0.1);
            path.reportsUntil(Finding.RANDOM, 0.1, false);
            assertEquals(0.1, path.classifier.baseline(), 0.07);
        });
    }

    @Test
    void aPathThatLosesEverythingIsNeverTakenForNormal() {
        Path path = new Path(1);
        for (int i = 0; i < 1000; i++) {
            if (path.report(1, false) == Finding.SUSPICION) {
                path.classifier.tryFrom(path.packet, false);
            }
        }
        assertTrue(path.classifier.baseline() <= 0.25);
    }
}
