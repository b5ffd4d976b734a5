package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.fastsend.core.congestion.LossClassifier.Finding;
import org.fastsend.core.congestion.QueueView.Filling;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

class LossClassifierTest {
    private static final int PER_REPORT = 100;
    private static final int ROUND = 1000;
    /// Its multiples spread evenly between whole numbers.
    private static final double GOLDEN = 0.618;

    private static final class Path {
        private final LossClassifier classifier = new LossClassifier();
        private final Random random;
        private long packet;

        private Path(long seed) {
            random = new Random(seed);
        }

        private Finding report(double loss, boolean queued) {
            return report(loss, new QueueView(queued, !queued, Filling.UNKNOWN, false, 1));
        }

        private Finding report(double loss, QueueView queue) {
            int lost = 0;
            for (int i = 0; i < PER_REPORT; i++) {
                lost += random.nextDouble() < loss ? 1 : 0;
            }
            return reportExactly(lost, queue);
        }

        private Finding reportExactly(int lost, QueueView queue) {
            packet += PER_REPORT;
            return classifier.handle(PER_REPORT - lost, lost, queue, packet, ROUND);
        }

        /// A queue that stands all the time, now higher and now lower.
        private QueueView atAnyHeight() {
            return new QueueView(true, false, Filling.UNKNOWN, false, (double) packet / PER_REPORT * GOLDEN % 1);
        }

        private int reportsUntil(Finding wanted, double loss, boolean queued) {
            return reportsUntil(wanted, () -> report(loss, queued));
        }

        private int reportsUntilAtAnyHeight(Finding wanted, double loss) {
            return reportsUntil(wanted, () -> report(loss, atAnyHeight()));
        }

        private int reportsUntil(Finding wanted, Supplier<Finding> report) {
            for (int i = 1; i < 1000; i++) {
                Finding finding = report.get();
                if (finding == wanted) {
                    return i;
                }
                assertEquals(Finding.NOTHING, finding);
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
    void lossAtAnyHeightOfTheQueueIsThePathsThoughOthersKeepTheQueue() {
        Seeds.each(5, seed -> {
            Path path = new Path(seed);
            path.reportsUntilAtAnyHeight(Finding.SUSPICION, 0.1);
            path.classifier.tryFrom(path.packet, false);
            path.reportsUntilAtAnyHeight(Finding.RANDOM, 0.1);
            assertEquals(0.1, path.classifier.baseline(), 0.07);
        });
    }

    @Test
    void lossAtAnyHeightThatFellByNoMoreThanChanceIsUndecided() {
        Path path = new Path(1);
        for (int i = 0; i < 100; i++) {
            path.reportExactly(2, new QueueView(false, true, Filling.UNKNOWN, false, 0));
        }
        path.reportsUntil(Finding.SUSPICION, () -> path.reportExactly(4, path.atAnyHeight()));
        path.classifier.tryFrom(path.packet, false);
        path.reportsUntil(
                Finding.UNDECIDED, () -> path.reportExactly(path.packet % 500 < 200 ? 3 : 2, path.atAnyHeight()));
        assertEquals(0.02, path.classifier.baseline(), 0.01);
    }

    @Test
    void lossLowInTheBufferThatFellByNoMoreThanChanceIsUndecidedThoughTheQueueStoodHighest() {
        for (Filling filling : List.of(Filling.LOW, Filling.PARTLY)) {
            Path path = new Path(1);
            for (int i = 0; i < 100; i++) {
                path.reportExactly(2, new QueueView(false, true, Filling.UNKNOWN, false, 0));
            }
            QueueView highest = new QueueView(true, false, filling, false, 1);
            path.reportsUntil(Finding.SUSPICION, () -> path.reportExactly(4, highest));
            path.classifier.tryFrom(path.packet, false);
            path.reportsUntil(
                    filling == Filling.LOW ? Finding.UNDECIDED : Finding.OVERFLOW,
                    () -> path.reportExactly(path.packet % 500 < 200 ? 3 : 2, highest));
        }
    }

    @Test
    void lossAtAnyHeightThatGoesAwayWithTheRateIsOverflowAllTheSame() {
        Path path = new Path(1);
        path.reportsUntilAtAnyHeight(Finding.SUSPICION, 0.15);
        path.classifier.tryFrom(path.packet, false);
        path.reportsUntilAtAnyHeight(Finding.OVERFLOW, 0);
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

    @Test
    void fewLossesThatSeemToFallAtAnyHeightAreWaitedForAndThoseOfAFullBufferAreNot() {
        QueueView top = new QueueView(true, false, Filling.NEARLY_FULL, false, 1);
        QueueView low = new QueueView(true, false, Filling.UNKNOWN, false, 0.4);
        Path full = new Path(1);
        Path lossy = new Path(1);
        for (int i = 0; i < 100; i++) {
            full.report(0, false);
            lossy.report(0, false);
        }
        assertEquals(Finding.NOTHING, full.reportExactly(4, top));
        assertEquals(Finding.SUSPICION, full.reportExactly(3, top));
        assertEquals(Finding.NOTHING, lossy.reportExactly(4, low));
        assertEquals(Finding.NOTHING, lossy.reportExactly(3, low), "one more will tell");
        assertEquals(Finding.SUSPICION, lossy.reportExactly(2, low));
    }

    @Test
    void lossesWhereTheQueueStandsHighestAreSuspectedThoughTheBaselineRestsOnFewPackets() {
        Path full = new Path(1);
        Path lossy = new Path(1);
        full.classifier.learnDirectly(24, 1);
        lossy.classifier.learnDirectly(24, 1);
        QueueView top = new QueueView(true, false, Filling.UNKNOWN, false, 0.95);
        int reports = full.reportsUntil(Finding.SUSPICION, () -> full.reportExactly(8, top));
        for (int i = 0; i < reports; i++) {
            assertEquals(Finding.NOTHING, lossy.reportExactly(8, lossy.atAnyHeight()), "may be what the path loses");
        }
        full.classifier.tryFrom(full.packet, false);
        full.reportsUntil(
                Finding.OVERFLOW, () -> full.reportExactly(2, new QueueView(false, true, Filling.UNKNOWN, false, 0)));
    }
}
