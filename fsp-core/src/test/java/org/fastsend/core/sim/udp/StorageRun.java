package org.fastsend.core.sim.udp;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.UdpSettings;
import org.fastsend.core.transport.UdpStatistics;

/// Flows into one disk that takes a third of the link's rate on average, but now more, now less.
public final class StorageRun {
    private static final long SECOND = 1_000_000_000;
    private static final long WINDOW_BYTES = 32L << 20;
    private static final long PHASE_NANOS = SECOND / 2;
    private static final double SWING = 0.6;

    private StorageRun() {}

    /// What came of it after the first fifth.
    ///
    /// @param diskShare written / what the disk could have written
    /// @param loss share of the datagrams sent that were declared lost
    /// @param mostHeldBytes most that ever waited for the disk
    /// @param boundBytes what may ever wait: the flows' windows
    /// @param jainIndex of the flows' bytes
    public record Result(double diskShare, double loss, long mostHeldBytes, long boundBytes, double jainIndex) {}

    public static Result of(int count, double rateBitsPerSecond, long rttNanos, double seconds) {
        DatagramWorld world = new DatagramWorld(1);
        double diskRate = rateBitsPerSecond / 8 / 3;
        SimStorage disk = new SimStorage(world, diskRate);
        DatagramLink there = new DatagramLink(world, rateBitsPerSecond / 8, rttNanos / 2)
                .setBuffer(UdpScenario.buffer(rateBitsPerSecond, rttNanos / 1e9, UdpScenario.ETHERNET));
        DatagramLink back = new DatagramLink(world, rateBitsPerSecond / 8, rttNanos / 2);
        List<SimFlow> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(new SimFlow(world, plan(i + 1), List.of(there), List.of(back), disk));
        }
        long end = (long) (seconds * SECOND);
        for (long at = PHASE_NANOS, i = 0; at < end; at += PHASE_NANOS, i++) {
            double rate = diskRate * (i % 2 == 0 ? 1 - SWING : 1 + SWING);
            world.at(at, () -> disk.setRate(rate));
        }
        world.runTo(end / 5);
        long written = disk.writtenBytes();
        List<Long> before = flows.stream().map(SimFlow::receivedIpBytes).toList();
        world.runTo(end);
        double[] shares = new double[count];
        long sent = 0;
        long lost = 0;
        for (int i = 0; i < count; i++) {
            shares[i] = flows.get(i).receivedIpBytes() - before.get(i);
            UdpStatistics out = flows.get(i).sender().connection().statistics();
            sent += out.sentDatagrams();
            lost += out.lostDatagrams();
        }
        return new Result(
                (disk.writtenBytes() - written) / (diskRate * 0.8 * seconds),
                (double) lost / sent,
                disk.mostHeldBytes(),
                count * WINDOW_BYTES,
                Fairness.jain(shares));
    }

    private static SimFlow.Plan plan(int number) {
        return SimFlow.Plan.endless(
                number,
                UdpSettings.DEFAULT.withMaxDatagramBytes(UdpScenario.ETHERNET).withWindows(WINDOW_BYTES, WINDOW_BYTES),
                (bytes, now) -> Algorithm.FSP.controller(RateSettings.UNBOUNDED, bytes, now),
                SimFlow.RECEIVER_SKEW);
    }
}
