package org.fastsend.core.sim.udp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.UdpSettings;

/// A parking lot: one flow over several links in a row, and one more over each of them alone.
public final class ParkingLotRun {
    private static final long SECOND = 1_000_000_000;
    private static final double STAGGER_SECONDS = 5;

    private ParkingLotRun() {}

    /// Share of one link that each flow had in the last twenty seconds, that over all links first.
    ///
    /// @param longFlowLast whether that over all links joins when the others are there, or they when it is
    public static List<Double> shares(
            int links, double rateBitsPerSecond, long rttNanos, double seconds, boolean longFlowLast) {
        DatagramWorld world = new DatagramWorld(1);
        List<DatagramLink> row = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            row.add(new DatagramLink(world, rateBitsPerSecond / 8, rttNanos / 2 / links)
                    .setBuffer(UdpScenario.buffer(rateBitsPerSecond, 2.0 * rttNanos / SECOND, UdpScenario.ETHERNET)));
        }
        SimFlow[] flows = new SimFlow[links + 1];
        for (int i = 0; i <= links; i++) {
            int number = i;
            List<DatagramLink> there = i == 0 ? row : List.of(row.get(i - 1));
            DatagramLink back = new DatagramLink(world, Double.POSITIVE_INFINITY, rttNanos / 2);
            int place = longFlowLast ? (i + links) % (links + 1) : i;
            world.at(
                    (long) (STAGGER_SECONDS * SECOND * place),
                    () -> flows[number] = new SimFlow(world, plan(number + 1), there, List.of(back)));
        }
        long end = (long) (seconds * SECOND);
        long window = Math.min(20 * SECOND, end / 4);
        world.runTo(end - window);
        List<Long> before = Arrays.stream(flows).map(SimFlow::receivedIpBytes).toList();
        world.runTo(end);
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < flows.length; i++) {
            double bits = 8.0 * (flows[i].receivedIpBytes() - before.get(i));
            shares.add(bits * SECOND / window / rateBitsPerSecond);
        }
        return shares;
    }

    private static SimFlow.Plan plan(int number) {
        return SimFlow.Plan.endless(
                number,
                UdpSettings.DEFAULT.withMaxDatagramBytes(UdpScenario.ETHERNET).withWindows(64L << 20, 64L << 20),
                (bytes, now) -> Algorithm.FSP.controller(RateSettings.UNBOUNDED, bytes, now),
                SimFlow.RECEIVER_SKEW);
    }
}
