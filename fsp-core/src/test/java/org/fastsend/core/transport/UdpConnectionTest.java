package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.SimClock;
import org.fastsend.core.sim.udp.SimFlow;
import org.junit.jupiter.api.Test;

class UdpConnectionTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    @Test
    void messagesArriveWholeOverACleanPath() {
        DatagramWorld world = new DatagramWorld(1);
        DatagramLink forward = new DatagramLink(world, 12.5e6, 10 * MILLI).setBuffer(250_000);
        DatagramLink back = new DatagramLink(world, 12.5e6, 10 * MILLI).setBuffer(250_000);
        SimFlow flow = flow(world, forward, back, 50);
        boolean done = world.runUntil(() -> flow.delivered() == 50, 30 * SECOND);
        assertTrue(done);
        assertEquals(50, flow.received());
    }

    static SimFlow flow(DatagramWorld world, DatagramLink forward, DatagramLink back, long messages) {
        RateSettings fixed = RateSettings.UNBOUNDED.withTarget(12_000_000).withPolicy(Policy.FIXED);
        return new SimFlow(
                world,
                new SimFlow.Plan(
                        1,
                        UdpSettings.DEFAULT.withMaxDatagramBytes(1_472),
                        (bytes, now) -> Algorithm.FSP.controller(fixed, bytes, now),
                        SimClock.exact(),
                        new SimClock(5 * SECOND, 50e-6),
                        1 << 20,
                        messages),
                List.of(forward),
                List.of(back));
    }
}
