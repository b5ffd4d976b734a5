package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.SimClock;
import org.fastsend.core.sim.udp.SimFlow;
import org.junit.jupiter.api.Test;

/// What an initiator sends before it has heard anything, over 40 ms.
class EarlyMessagesTest {
    private static final long MILLI = 1_000_000;
    private static final long BEFORE_AN_ANSWER = 39 * MILLI;

    private final DatagramWorld world = new DatagramWorld(1);
    private final DatagramLink forward = link();
    private final DatagramLink back = link();
    private final SimFlow flow = new SimFlow(
            world,
            new SimFlow.Plan(
                    1,
                    UdpSettings.DEFAULT.withMaxDatagramBytes(1_472),
                    (bytes, now) -> Algorithm.FSP.controller(RateSettings.UNBOUNDED, bytes, now),
                    new SimClock(0, 0),
                    new SimClock(0, 0),
                    1 << 20,
                    4),
            List.of(forward),
            List.of(back));

    @Test
    void messagesTravelWithTheFirstDatagrams() {
        world.runTo(BEFORE_AN_ANSWER);
        assertTrue(arrivedBytes() > 20_000, arrivedBytes() + " bytes");
        arrivesOnce();
    }

    @Test
    void aFirstHelloThatIsLostTakesNothingWithIt() {
        forward.dropNext(1);
        world.runTo(BEFORE_AN_ANSWER);
        assertTrue(arrivedBytes() > 20_000, arrivedBytes() + " bytes");
        arrivesOnce();
    }

    @Test
    void answersThatAreLostAreAskedForAgainOnceAnythingElseComes() {
        back.dropNext(2);
        world.runTo(150 * MILLI);
        assertTrue(arrivedBytes() > SendingSide.EARLY_BYTES, arrivedBytes() + " bytes, no more than without an answer");
        arrivesOnce();
    }

    @Test
    void allThatIsLostOfThemComesLater() {
        forward.dropNext(30);
        arrivesOnce();
    }

    @Test
    void aPeerThatIsNotHeardGetsNoMore() {
        forward.setDown(true);
        world.runTo(3_000 * MILLI);
        UdpStatistics sent = flow.sender().connection().statistics();
        assertEquals(SendingSide.EARLY_BYTES, sent.sentDataBytes());
        assertTrue(sent.sentDatagrams() < 80, sent.toString());
    }

    private long arrivedBytes() {
        return flow.receiver().connection().statistics().receivedDataBytes();
    }

    private void arrivesOnce() {
        assertTrue(world.runUntil(() -> flow.delivered() == 4, 10_000 * MILLI), () -> flow.delivered() + " messages");
        assertEquals(0, flow.receiver().connection().statistics().duplicateDataBytes());
    }

    private DatagramLink link() {
        return new DatagramLink(world, 12.5e6, 20 * MILLI).setBuffer(500_000);
    }
}
