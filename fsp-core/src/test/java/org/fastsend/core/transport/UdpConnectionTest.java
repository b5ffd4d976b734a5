package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.SimClock;
import org.fastsend.core.sim.udp.SimFlow;
import org.fastsend.core.sim.udp.SimStorage;
import org.junit.jupiter.api.Test;

/// The whole machine over 100 Mbit/s and 40 ms, through what networks do to it.
class UdpConnectionTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final double BYTES_PER_SECOND = 12.5e6;
    private static final int MESSAGES = 40;

    private final DatagramWorld world = new DatagramWorld(1);
    private final DatagramLink forward = link();
    private final DatagramLink back = link();

    @Test
    void aCleanPathCarriesEverythingOnce() {
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 10);
        assertEquals(0, sent(flow).resentRanges());
        assertEquals(1_472, sent(flow).datagramBytes());
    }

    @Test
    void everyLossCostsOneRetransmission() {
        forward.setLoss(0.05);
        forward.setDelay(2 * MILLI); // at the end of so short a path there are no repairs
        back.setDelay(2 * MILLI);
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 10);
        long pingsLost = sent(flow).lostDatagrams() - sent(flow).resentRanges();
        assertTrue(pingsLost == 0 || pingsLost == 1, sent(flow).toString());
        assertEquals(0, taken(flow).duplicateDataBytes());
    }

    @Test
    void aFewReorderedPacketsAreNotTakenForLost() {
        forward.setReorder(0.01, 20 * MILLI);
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 10);
        assertTrue(
                sent(flow).resentRanges() <= 0.005 * sent(flow).sentDatagrams(),
                sent(flow).toString());
    }

    @Test
    void duplicatesOfTheNetworkAreDroppedUnread() {
        forward.setDuplicate(0.05);
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 10);
        assertTrue(taken(flow).droppedDatagrams().replayed() > 100, taken(flow).toString());
        assertEquals(0, taken(flow).duplicateDataBytes());
    }

    @Test
    void burstsOfTwentyLossesAreSurvived() {
        for (int i = 1; i < 20; i++) {
            world.at(i * 200L * MILLI, () -> forward.dropNext(20));
        }
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 10);
        assertTrue(
                sent(flow).resentRanges() >= sent(flow).lostDatagrams(),
                sent(flow).toString());
        assertTrue(
                taken(flow).duplicateDataBytes() <= 1_500 * sent(flow).sentRepairs(),
                "nothing that had come was sent again but as a repair");
    }

    @Test
    void anOutageOfThreeSecondsIsSurvived() {
        world.at(SECOND, () -> down(true));
        world.at(4 * SECOND, () -> down(false));
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 20);
        assertTrue(
                taken(flow).duplicateDataBytes() <= 0.005 * taken(flow).receivedDataBytes(),
                taken(flow).toString());
    }

    @Test
    void reportsMayBeLostWithoutAnythingBeingSentTwice() {
        back.setLoss(0.3);
        SimFlow flow = flow(1_472, MESSAGES);
        delivers(flow, 15);
        assertTrue(
                taken(flow).duplicateDataBytes() <= 0.005 * taken(flow).receivedDataBytes(),
                taken(flow).toString());
    }

    @Test
    void clocksMaySkewAndStep() {
        SimFlow flow = flow(1_472, 2 * MESSAGES);
        world.at(2 * SECOND, () -> flow.sender().clock().step(SECOND));
        world.at(4 * SECOND, () -> flow.receiver().clock().step(2 * SECOND));
        delivers(flow, 15);
    }

    @Test
    void aPathThatSwallowsLargeDatagramsIsFoundOut() {
        forward.setMtu(9_000);
        SimFlow flow = flow(8_972, MESSAGES);
        world.runTo(SECOND);
        assertEquals(8_972, sent(flow).datagramBytes());
        forward.setMtu(1_500);
        delivers(flow, 20);
        assertEquals(1_472, sent(flow).datagramBytes());
    }

    @Test
    void loopbackCarriesTheLargestDatagramsThatBothEndsTake() {
        SimFlow flow = flow(60_000, MESSAGES);
        delivers(flow, 10);
        assertEquals(60_000, sent(flow).datagramBytes());
    }

    @Test
    void atLowRatesDatagramsAreNoLargerThanJumboFramesTake() {
        SimFlow flow = flow(60_000, MESSAGES);
        delivers(flow, 10);
        assertTrue(meanDataBytes(flow) < 8_952, sent(flow).toString());
    }

    @Test
    void atHighRatesTheyAreAsLargeAsThePathTakes() {
        DatagramLink fast = new DatagramLink(world, 100 * BYTES_PER_SECOND, MILLI / 10).setBuffer(50_000_000);
        DatagramLink fastBack = new DatagramLink(world, 100 * BYTES_PER_SECOND, MILLI / 10);
        SimFlow flow = new SimFlow(world, plan(60_000, 20 * MESSAGES), List.of(fast), List.of(fastBack));
        delivers(flow, 10);
        assertTrue(meanDataBytes(flow) > 40_000, sent(flow).toString());
    }

    @Test
    void aSenderWhoseAddressChangesGoesOn() {
        SimFlow flow = flow(1_472, MESSAGES);
        InetSocketAddress elsewhere = InetSocketAddress.createUnresolved("elsewhere", 4711);
        world.at(SECOND, () -> flow.sender().moveTo(elsewhere));
        delivers(flow, 15);
    }

    /// An answer takes many times as long as it did before.
    @Test
    void aSenderWhoseNewPathIsMuchLongerGoesOn() {
        SimFlow flow = flow(1_472, MESSAGES);
        InetSocketAddress elsewhere = InetSocketAddress.createUnresolved("elsewhere", 4711);
        world.at(SECOND, () -> {
            flow.sender().moveTo(elsewhere);
            forward.setDelay(400 * MILLI);
            back.setDelay(400 * MILLI);
        });
        delivers(flow, 120); // it takes a while to believe that this is no queue
    }

    @Test
    void aReceiverWhoseAddressChangesGoesOn() {
        SimFlow flow = flow(1_472, MESSAGES);
        InetSocketAddress elsewhere = InetSocketAddress.createUnresolved("elsewhere", 4711);
        world.at(SECOND, () -> flow.receiver().moveTo(elsewhere));
        delivers(flow, 15);
    }

    @Test
    void aSlowDiskSlowsTheSenderDownWithoutLoss() {
        SimStorage disk = new SimStorage(world, BYTES_PER_SECOND / 3);
        SimFlow flow = new SimFlow(world, plan(1_472, Long.MAX_VALUE), List.of(forward), List.of(back), disk);
        for (int i = 1; i < 30; i++) {
            double rate = BYTES_PER_SECOND / 3 * (i % 2 == 0 ? 1.5 : 0.5);
            world.at(i * SECOND, () -> disk.setRate(rate));
        }
        world.runTo(30 * SECOND);
        assertTrue(disk.writtenBytes() >= 0.9 * 30 * BYTES_PER_SECOND / 3, disk.writtenBytes() + " bytes written");
        assertTrue(
                sent(flow).lostDatagrams() <= 0.01 * sent(flow).sentDatagrams(),
                sent(flow).toString());
        assertTrue(disk.mostHeldBytes() <= 64L << 20, disk.mostHeldBytes() + " bytes held");
    }

    @Test
    void twoTransfersShareASlowDiskFairly() {
        SimStorage disk = new SimStorage(world, BYTES_PER_SECOND / 3);
        SimFlow one = new SimFlow(world, plan(1, 1_472, Long.MAX_VALUE), List.of(forward), List.of(back), disk);
        world.runTo(5 * SECOND);
        SimFlow two = new SimFlow(world, plan(2, 1_472, Long.MAX_VALUE), List.of(link()), List.of(link()), disk);
        world.runTo(15 * SECOND);
        long writtenBefore = disk.writtenBytes();
        double before = taken(one).receivedDataBytes();
        double beforeToo = taken(two).receivedDataBytes();
        world.runTo(45 * SECOND);
        double a = taken(one).receivedDataBytes() - before;
        double b = taken(two).receivedDataBytes() - beforeToo;
        assertTrue((a + b) * (a + b) / 2 / (a * a + b * b) >= 0.95, a + " bytes and " + b);
        long written = disk.writtenBytes() - writtenBefore;
        assertTrue(written >= 0.9 * 30 * BYTES_PER_SECOND / 3, written + " bytes written");
    }

    @Test
    void aSilentPeerIsGivenUp() {
        SimFlow flow = flow(1_472, Long.MAX_VALUE);
        world.at(SECOND, () -> down(true));
        boolean closed = world.runUntil(() -> flow.sender().connection().isClosed(), 60 * SECOND);
        assertTrue(closed);
    }

    @Test
    void idleConnectionsStayAlive() {
        SimFlow flow = flow(1_472, 1);
        world.runTo(200 * SECOND);
        assertEquals(1, flow.delivered());
        assertTrue(!flow.sender().connection().isClosed()
                && !flow.receiver().connection().isClosed());
        assertTrue(sent(flow).sentDatagrams() < 1_100, sent(flow).toString());
    }

    @Test
    void closingIsHeardByTheOtherEnd() {
        SimFlow flow = flow(1_472, 5);
        delivers(flow, 10);
        flow.sender().connection().close(CloseReason.DONE, "done", flow.sender().localNanos());
        flow.sender().wake();
        assertTrue(world.runUntil(
                () -> flow.sender().connection().isClosed()
                        && flow.receiver().connection().isClosed(),
                world.nowNanos() + SECOND));
    }

    private void delivers(SimFlow flow, long seconds) {
        long wanted = flow.messages();
        boolean done = world.runUntil(() -> flow.delivered() == wanted, seconds * SECOND);
        assertTrue(done, () -> flow.delivered() + " of " + wanted + " messages; " + sent(flow));
        assertEquals(wanted, flow.received());
    }

    private void down(boolean whether) {
        forward.setDown(whether);
        back.setDown(whether);
    }

    private static UdpStatistics sent(SimFlow flow) {
        return flow.sender().connection().statistics();
    }

    private static UdpStatistics taken(SimFlow flow) {
        return flow.receiver().connection().statistics();
    }

    private static long meanDataBytes(SimFlow flow) {
        return sent(flow).sentDataBytes() / sent(flow).sentDatagrams();
    }

    private DatagramLink link() {
        return new DatagramLink(world, BYTES_PER_SECOND, 20 * MILLI).setBuffer(500_000);
    }

    private SimFlow flow(int maxDatagramBytes, long messages) {
        return new SimFlow(world, plan(maxDatagramBytes, messages), List.of(forward), List.of(back));
    }

    private static SimFlow.Plan plan(int maxDatagramBytes, long messages) {
        return plan(1, maxDatagramBytes, messages);
    }

    private static SimFlow.Plan plan(int number, int maxDatagramBytes, long messages) {
        return new SimFlow.Plan(
                number,
                UdpSettings.DEFAULT.withMaxDatagramBytes(maxDatagramBytes),
                (bytes, now) -> Algorithm.FSP.controller(RateSettings.UNBOUNDED, bytes, now),
                new SimClock(5 * SECOND, 100e-6),
                new SimClock(-3 * SECOND, -100e-6),
                1 << 20,
                messages);
    }
}
