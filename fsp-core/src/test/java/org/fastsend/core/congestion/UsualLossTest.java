package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.fastsend.core.congestion.QueueView.Filling;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

class UsualLossTest {
    private static final int PER_REPORT = 50;
    /// Packets of a round trip that are fewer than are looked at at a time.
    private static final long SHORT_ROUND = 100;

    private final UsualLoss usual = new UsualLoss();

    private static QueueView standing(double rank) {
        return new QueueView(true, false, Filling.UNKNOWN, false, rank);
    }

    private static int lostOf(int packets, double loss, Random random) {
        return (int) random.doubles(packets).filter(chance -> chance < loss).count();
    }

    private void sendAtAnyHeight(int reports, double loss, Random random) {
        for (int i = 0; i < reports; i++) {
            usual.handle(PER_REPORT, lostOf(PER_REPORT, loss, random), standing(random.nextDouble()), SHORT_ROUND);
        }
    }

    @Test
    void lossesAtAnyHeightOfAQueueAreThePaths() {
        Seeds.each(5, seed -> {
            Random random = new Random(seed);
            UsualLoss fresh = new UsualLoss();
            for (int i = 0; i < 1000; i++) {
                fresh.handle(PER_REPORT, lostOf(PER_REPORT, 0.02, random), standing(random.nextDouble()), SHORT_ROUND);
            }
            assertEquals(0.02, fresh.share(), 0.005);
        });
    }

    @Test
    void lossesWhereTheQueueStandsHighestAreOverflowAndTeachNothing() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            double rank = random.nextDouble();
            usual.handle(PER_REPORT, rank > 0.9 ? lostOf(PER_REPORT, 0.2, random) : 0, standing(rank), SHORT_ROUND);
        }
        assertEquals(0, usual.share());
    }

    @Test
    void withoutAQueueOrBeneathAFullOneHeightTeachesNothing() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            int lost = lostOf(PER_REPORT, 0.02, random);
            usual.handle(
                    PER_REPORT,
                    lost,
                    new QueueView(false, false, Filling.UNKNOWN, false, random.nextDouble()),
                    SHORT_ROUND);
            usual.handle(
                    PER_REPORT,
                    lost,
                    new QueueView(true, false, Filling.NEARLY_FULL, false, random.nextDouble()),
                    SHORT_ROUND);
        }
        assertEquals(0, usual.share());
    }

    @Test
    void anOverflowThatWasThereBeforeTheSenderIsFoundOutByDrains() {
        usual.measured(0.2, 1000);
        Random random = new Random(1);
        sendAtAnyHeight(40, 0.2, random);
        for (int drain = 0; drain < 3; drain++) {
            usual.handleDrained(PER_REPORT, 1);
        }
        assertTrue(usual.share() < 0.05, () -> "share " + usual.share());
    }

    @Test
    void aPathThatLosesInDrainsAsMuchAsElsewhereGoesOnBeingBelieved() {
        Seeds.each(5, seed -> {
            Random random = new Random(seed);
            UsualLoss known = new UsualLoss();
            known.measured(0.05, 4000);
            for (int drain = 0; drain < 200; drain++) {
                known.handleDrained(PER_REPORT, lostOf(PER_REPORT, 0.05, random));
            }
            assertEquals(0.05, known.share());
        });
    }

    @Test
    void aFewThousandPacketsOfAFastPathAreATrickleThatTeachesNothing() {
        QueueView empty = new QueueView(false, false, Filling.UNKNOWN, false, 0);
        long roundPackets = 80_000;
        usual.learn(100_000, 10_000, UsualLoss.MEMORY_PACKETS);
        usual.handle(
                2_800, 170, empty, roundPackets); // the sender has just become faster: its losses are not known yet
        assertEquals(0.1, usual.share(), 1e-9);
        for (int i = 0; i < 40; i++) {
            usual.handle(2_800, 170, empty, roundPackets);
        }
        assertEquals(0.08, usual.share(), 0.001, "halfway to what a round trip has lost");
    }

    @Test
    void whatAnOverflowTaughtIsForgottenWithinAFewHundredPackets() {
        usual.measured(0.25, 1000);
        Random random = new Random(1);
        for (int i = 0; i < 1000 / PER_REPORT; i++) {
            usual.handle(PER_REPORT, lostOf(PER_REPORT, 0.01, random), standing(1), SHORT_ROUND);
        }
        assertTrue(usual.share() < 0.06, () -> "share " + usual.share());
    }
}
