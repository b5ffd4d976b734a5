package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.sim.udp.BbrController;
import org.fastsend.core.sim.udp.Fairness;
import org.junit.jupiter.api.Test;

/// Telling cells of FSP's controller in the small world; the real machine is tried over all of them by `fsp simulate
/// udp`.
class FspControllerTest {
    private static final double M = 1e6;
    private static final double G = 1e9;
    private static final long SEED = 1;

    private static void alone(double rate, double rtt, double buffer, double loss, double seconds, double queue) {
        SimCell cell = new SimCell(rate, buffer, loss, SEED);
        cell.flow(rtt, 0, RateSettings.UNBOUNDED);
        double share = cell.share(cell.goodputs(seconds / 3, seconds));
        String what = String.format(
                "share %.3f, excess %.4f, queue %.1f ms", share, cell.excess(), cell.link.meanQueueMillis());
        assertTrue(share >= (rate >= G ? 0.97 : 0.95), what);
        assertTrue(cell.excess() <= 0.01, what);
        assertTrue(cell.link.meanQueueMillis() <= queue, what);
    }

    /// Flows that join one after the other share the link evenly, and all of it, between two times.
    private static void shareEvenly(
            SimCell cell, int flows, double rtt, double staggerSeconds, double fromSeconds, double toSeconds) {
        for (int i = 0; i < flows; i++) {
            cell.flow(rtt, i * staggerSeconds, RateSettings.UNBOUNDED);
        }
        double[] goodputs = cell.goodputs(fromSeconds, toSeconds);
        assertTrue(Fairness.jain(goodputs) >= 0.95, () -> Arrays.toString(goodputs));
        assertTrue(cell.share(goodputs) >= 0.95);
    }

    @Test
    void aGigabitOverHalfTheWorldIsFilledWhateverIsLost() {
        alone(G, 300, 300, 0, 18, 10);
        alone(G, 300, 300, 0.05, 18, 10);
        alone(G, 300, 300, 0.1, 18, 10);
    }

    @Test
    void shallowAndDeepBuffersAreBothLeftHalfEmpty() {
        alone(100 * M, 100, 3, 0, 15, 6.5);
        alone(100 * M, 100, 20, 0.01, 15, 15);
        alone(100 * M, 100, 400, 0.05, 15, 30);
    }

    @Test
    void aShortBufferIsNotOverfilledToMakeUpForASearchsPauses() {
        alone(G, 600, 3, 0.05, 18, 6.5);
        alone(100 * M, 600, 5, 0.01, 40, 7.5);
    }

    @Test
    void whatASearchLostIsNoOverflowOfTheRateThatItFound() {
        for (long seed = 2; seed <= 4; seed++) {
            SimCell cell = new SimCell(G, 2.2, 0.05, seed);
            cell.flow(300, 0, RateSettings.UNBOUNDED).lossesAreKnownLate = true;
            double share = cell.share(cell.goodputs(5, 7)); // behind a newcomer's first drain
            assertTrue(share >= 0.97, () -> "share " + share);
        }
    }

    @Test
    void shortPathsThatLoseATenthAreFilledFromTheStart() {
        alone(G, 10, 3, 0.1, 1.5, 6.5);
        alone(G, 10, 20, 0.1, 1.5, 10);
    }

    @Test
    void aLossThatStaysWithoutAQueueLeavesTheBuffersHeightKnown() {
        SimCell cell = new SimCell(10 * G, 0.5, 0.05, SEED);
        SimFlow flow = cell.flow(1, 0, RateSettings.UNBOUNDED);
        for (int reports = 0; reports < 120; reports++) {
            cell.goodputs(0.005 * reports, 0.005 * (reports + 1));
            long quantum = flow.controller.quantumNanos();
            assertTrue(quantum < Pacer.MAX_QUANTUM_NANOS, "bursts are as short as the buffer asks for");
        }
    }

    @Test
    void aFastPathsBufferOfLessThanAMillisecondIsNotOverfilled() {
        for (double loss : new double[] {0, 0.1}) {
            alone(10 * G, 1, 0.5, loss, 1.5, 5.25);
            alone(10 * G, 1, 1, loss, 1.5, 5.5);
        }
    }

    @Test
    void slowAndShortPathsAreFilledToo() {
        alone(M, 100, 400, 0, 60, 205);
        alone(10 * M, 10, 20, 0, 20, 15);
        alone(10 * M, 600, 600, 0.05, 60, 60);
        alone(G, 1, 20, 0, 5, 10);
    }

    @Test
    void startUpReachesAGigabitWithinTwelveRoundTripsAndFloodsNothing() {
        for (double buffer : new double[] {3, 20, 300}) {
            SimCell cell = new SimCell(G, buffer, 0.01, SEED);
            SimFlow flow = cell.flow(300, 0, RateSettings.UNBOUNDED);
            double goodput = cell.goodputs(11 * 0.3, 12 * 0.3)[0];
            assertTrue(goodput >= 0.8 * G * 0.99, () -> "after 12 round trips " + goodput);
            assertTrue(flow.overflow < 0.02 * flow.sent, () -> flow.overflow + " of " + flow.sent);
        }
    }

    @Test
    void twoFlowsShareEvenlyAlsoWhenOneComesLate() {
        SimCell cell = new SimCell(G, 300, 0, SEED);
        shareEvenly(cell, 2, 300, 10, 65, 75);
    }

    @Test
    void twoFlowsShareABufferShorterThanTheirTarget() {
        SimCell cell = new SimCell(100 * M, 10, 0, SEED);
        shareEvenly(cell, 2, 50, 3, 40, 60);
    }

    @Test
    void sharesOfAShortBufferBehindALongPathAreEqualAfterAMinute() {
        SimCell cell = new SimCell(100 * M, 5, 0, SEED);
        shareEvenly(cell, 4, 300, 5, 65, 95);
    }

    @Test
    void flowsThatDrainTogetherDoNotOverfillAShortBufferAfterwards() {
        double lost = 0;
        int cells = 0;
        for (int flows = 2; flows <= 4; flows++) {
            for (double rtt = 80; rtt <= 140; rtt += 10) {
                SimCell cell = new SimCell(100 * M, 8, 0, SEED);
                for (int i = 0; i < flows; i++) {
                    cell.flow(rtt, 3 * i, RateSettings.UNBOUNDED);
                }
                double before = cell.lost(30);
                lost += cell.lost(90) - before;
                cells++;
            }
        }
        double mean = lost / cells;
        assertTrue(mean <= 400, () -> "lost " + mean);
    }

    @Test
    void whoJoinsAfterTheLastOverflowLearnsHowHighTheBufferIs() {
        for (double loss : new double[] {0.01, 0.05}) {
            SimCell cell = new SimCell(100 * M, 20, loss, SEED);
            shareEvenly(cell, 2, 20, 5, 45, 85);
        }
    }

    @Test
    void flowsShareAPathThatLosesPacketsAtRandom() {
        for (double loss : new double[] {0.01, 0.02}) {
            SimCell cell = new SimCell(100 * M, 200, loss, SEED);
            shareEvenly(cell, 4, 100, 3, 40, 90);
        }
    }

    @Test
    void tenFlowsOfWhichTheLastDoNotKnowTheBufferShareALossyPath() {
        for (long seed = 1; seed <= 3; seed++) {
            SimCell cell = new SimCell(100 * M, 100, 0.05, seed);
            shareEvenly(cell, 10, 100, 5, 80, 125);
        }
    }

    @Test
    void sevenFlowsWithRoomForFewPacketsEachDoNotCollapse() {
        double lost = 0;
        double[] rtts = {20, 40, 60};
        for (double rtt : rtts) {
            SimCell cell = new SimCell(20 * M, 30, 0, SEED);
            for (int i = 0; i < 7; i++) {
                cell.flow(rtt, 2 * i, RateSettings.UNBOUNDED);
            }
            double[] goodputs = cell.goodputs(60, 100);
            assertTrue(cell.share(goodputs) >= 0.95);
            lost += cell.excess() / rtts.length;
        }
        double mean = lost;
        assertTrue(mean <= 0.15, () -> "lost " + mean);
    }

    @Test
    void flowsOfDifferentDistanceShareEvenly() {
        SimCell cell = new SimCell(100 * M, 50, 0, SEED);
        cell.flow(20, 0, RateSettings.UNBOUNDED);
        cell.flow(200, 0, RateSettings.UNBOUNDED);
        double[] goodputs = cell.goodputs(40, 60);
        assertTrue(Fairness.jain(goodputs) >= 0.95, () -> goodputs[0] + " : " + goodputs[1]);
    }

    @Test
    void weightsAreKept() {
        SimCell cell = new SimCell(G, 100, 0, SEED);
        cell.flow(100, 0, RateSettings.UNBOUNDED);
        cell.flow(100, 0, RateSettings.UNBOUNDED.withWeight(2));
        double[] goodputs = cell.goodputs(40, 60);
        assertEquals(2, goodputs[1] / goodputs[0], 0.3);
    }

    @Test
    void besideCubicNeitherStarves() {
        SimCell cell = new SimCell(100 * M, 20, 0, SEED);
        cell.flow(20, 0, Algorithm.CUBIC.controller(RateSettings.UNBOUNDED, SimCell.DATAGRAM_BYTES, 0));
        cell.flow(20, 5, RateSettings.UNBOUNDED);
        double[] goodputs = cell.goodputs(5, 125);
        assertTrue(Math.min(goodputs[0], goodputs[1]) >= 25 * M, () -> goodputs[0] + " : " + goodputs[1]);
    }

    @Test
    void besideBbrNeitherStarves() {
        besideBbr(20, 80);
        besideBbr(100, 100);
    }

    /// The mean over moments at which FSP may join, as chance decides by a tenth where BBR's own probing stands then.
    private static void besideBbr(double rtt, double buffer) {
        double[] joinSeconds = {5, 5.4, 6.3, 7.7, 8.2, 9.1, 9.9, 10.6};
        double[] mean = new double[2];
        for (double join : joinSeconds) {
            SimCell cell = new SimCell(100 * M, buffer, 0, SEED);
            cell.flow(rtt, 0, new BbrController(SimCell.DATAGRAM_BYTES, 0));
            cell.flow(rtt, join, RateSettings.UNBOUNDED);
            double[] goodputs = cell.goodputs(join, join + 120);
            mean[0] += goodputs[0] / joinSeconds.length;
            mean[1] += goodputs[1] / joinSeconds.length;
        }
        assertTrue(Math.min(mean[0], mean[1]) >= 20 * M, () -> mean[0] + " : " + mean[1]);
    }

    @Test
    void aPolicerIsFoundByItsLossesAloneAndKeptTo() {
        for (double rtt : new double[] {10, 50, 130}) {
            for (double bucketSeconds : new double[] {0.02, 0.1}) {
                SimCell cell = new SimCell(30 * M, 0, 0.01, SEED);
                cell.link.policerBytes = 30 * M / 8 * bucketSeconds;
                SimFlow flow = cell.flow(rtt, 0, RateSettings.UNBOUNDED);
                cell.goodputs(9, 10);
                long sent = flow.sent;
                long overflow = flow.overflow;
                double share = cell.share(cell.goodputs(10, 50));
                double lost = (double) (flow.overflow - overflow) / (flow.sent - sent);
                assertTrue(share >= 0.95 && lost <= 0.01, () -> "share " + share + ", lost " + lost);
            }
        }
    }

    @Test
    void tenFlowsInADeepBufferDoNotTakeEachOtherForRivals() {
        SimCell cell = new SimCell(100 * M, 1200, 0, SEED);
        for (int i = 0; i < 10; i++) {
            cell.flow(300, 3 * i, RateSettings.UNBOUNDED);
        }
        double[] goodputs = cell.goodputs(80, 100);
        assertTrue(Fairness.jain(goodputs) >= 0.95, () -> Arrays.toString(goodputs));
        assertTrue(cell.link.meanQueueMillis() < 200, () -> "queue " + cell.link.meanQueueMillis());
    }

    @Test
    void clocksThatDriftOrStepCostNothing() {
        for (double skew : new double[] {200e-6, -200e-6}) {
            SimCell cell = new SimCell(100 * M, 100, 0, SEED);
            SimFlow flow = cell.flow(100, 0, RateSettings.UNBOUNDED);
            flow.clockSkew = skew;
            cell.world.at(15 * SimWorld.SECOND, () -> flow.clockOffsetNanos += 80 * SimWorld.MS);
            assertTrue(cell.share(cell.goodputs(5, 40)) >= 0.98);
            assertTrue(cell.link.meanQueueMillis() <= 30);
        }
    }

    @Test
    void aRouteChangeIsAbsorbedWithinThirtySeconds() {
        for (long change : new long[] {50 * SimWorld.MS, -50 * SimWorld.MS}) {
            SimCell cell = new SimCell(100 * M, 100, 0, SEED);
            SimFlow flow = cell.flow(100, 0, RateSettings.UNBOUNDED);
            cell.world.at(10 * SimWorld.SECOND, () -> {
                flow.forwardNanos += change / 2;
                flow.reverseNanos += change / 2;
            });
            assertTrue(cell.share(cell.goodputs(40, 50)) >= 0.95);
        }
    }

    @Test
    void aReversePathThatLosesAThirdOfAllReportsCostsNothing() {
        SimCell cell = new SimCell(100 * M, 100, 0.01, SEED);
        cell.flow(100, 0, RateSettings.UNBOUNDED).reverseLoss = 0.3;
        assertTrue(cell.share(cell.goodputs(5, 20)) >= 0.97);
    }

    @Test
    void aSlowStorageSetsTheRate() {
        SimCell cell = new SimCell(100 * M, 100, 0, SEED);
        SimFlow flow = cell.flow(50, 0, RateSettings.UNBOUNDED);
        flow.storageBytesPerSecond = 4_000_000;
        assertEquals(32 * M, cell.goodputs(5, 10)[0], M);
        assertEquals(Insight.Rule.STORAGE, flow.controller.insight().rule());
        assertEquals(0, flow.overflow);
    }

    @Test
    void settingsChangeWhileItRuns() {
        SimCell cell = new SimCell(100 * M, 100, 0, SEED);
        SimFlow flow = cell.flow(50, 0, RateSettings.UNBOUNDED);
        assertTrue(cell.goodputs(5, 8)[0] > 95 * M);
        flow.controller.change(RateSettings.UNBOUNDED.withTarget(2_500_000), cell.world.now);
        assertEquals(20 * M, cell.goodputs(9, 12)[0], M);
        flow.controller.change(RateSettings.UNBOUNDED, cell.world.now);
        assertTrue(cell.goodputs(20, 23)[0] > 95 * M);
        flow.controller.allot(5_000_000, cell.world.now);
        assertEquals(40 * M, cell.goodputs(24, 27)[0], M);
    }

    @Test
    void aSilentReceiverIsNotFlooded() {
        SimCell cell = new SimCell(100 * M, 100, 0, SEED);
        SimFlow flow = cell.flow(100, 0, RateSettings.UNBOUNDED);
        cell.goodputs(4, 5);
        long before = flow.sent;
        flow.reverseLoss = 1;
        cell.goodputs(8, 9);
        double flight = (flow.sent - before) * SimCell.DATAGRAM_BYTES * 8 / (100 * M);
        assertTrue(flight < 0.5, () -> "sent for " + flight + " s into the dark");
        flow.reverseLoss = 0;
        assertTrue(cell.goodputs(12, 15)[0] > 90 * M);
    }

    @Test
    void aParkingLotIsSharedProportionally() {
        SimWorld world = new SimWorld(SEED);
        List<SimWorld.Link> links = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            links.add(world.new Link(100 * M, 100 * M / 8 / 10));
        }
        SimFlow[] flows = new SimFlow[4];
        for (int i = 0; i < flows.length; i++) {
            Controller controller = Algorithm.FSP.controller(RateSettings.UNBOUNDED, SimCell.DATAGRAM_BYTES, 0);
            List<SimWorld.Link> way = i == 0 ? links : List.of(links.get(i - 1));
            flows[i] = new SimFlow(world, way, controller, SimCell.DATAGRAM_BYTES, 40 * SimWorld.MS);
            flows[i].start(5L * i * SimWorld.SECOND);
        }
        world.run(60 * SimWorld.SECOND);
        long[] before = Arrays.stream(flows).mapToLong(flow -> flow.delivered).toArray();
        world.run(80 * SimWorld.SECOND);
        for (int i = 0; i < flows.length; i++) {
            double share = (flows[i].delivered - before[i]) * SimCell.DATAGRAM_BYTES * 8 / (20 * 100 * M);
            double fair = i == 0 ? 0.25 : 0.75;
            assertEquals(fair, share, 0.15 * fair);
        }
    }

    @Test
    void aTargetLiftedLaterDoesNotFloodThePath() {
        SimCell cell = new SimCell(100 * M, 20, 0, SEED);
        SimFlow flow = cell.flow(50, 0, RateSettings.UNBOUNDED.withTarget(1_000_000));
        assertEquals(8 * M, cell.goodputs(3, 5)[0], M / 2);
        flow.controller.change(RateSettings.UNBOUNDED, cell.world.now);
        assertTrue(cell.goodputs(10, 15)[0] > 95 * M);
        assertTrue(cell.excess() <= 0.01);
    }

    @Test
    void noDeadlineStaysInThePast() {
        Controller controller = Algorithm.FSP.controller(RateSettings.UNBOUNDED, SimCell.DATAGRAM_BYTES, 0);
        long now = 0;
        for (int packet = 0; packet < 5; packet++) {
            controller.handleSent(packet, SimCell.DATAGRAM_BYTES, now);
            for (int i = 0; i < 10 && controller.nextDeadlineNanos() != Long.MAX_VALUE; i++) {
                now = controller.nextDeadlineNanos();
                controller.handleTimer(now);
                assertTrue(controller.nextDeadlineNanos() > now);
            }
            assertEquals(Long.MAX_VALUE, controller.nextDeadlineNanos());
            now += SimWorld.SECOND;
        }
    }
}
