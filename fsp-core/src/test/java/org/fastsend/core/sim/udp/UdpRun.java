package org.fastsend.core.sim.udp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.UdpSettings;
import org.fastsend.core.transport.UdpStatistics;

/// One run of a [UdpScenario]: the production machine, codec and seal in virtual time, and what came of
/// it.
public final class UdpRun {
    private static final long SECOND = 1_000_000_000;
    private static final double STARTED = 0.8;
    /// Start-up takes at most so many round trips of the measurement, or so much of the run.
    private static final int WARM_RTTS = 20;
    private static final double WARM_SHARE = 0.4;
    private static final long LEAST_BIN = 10_000_000;
    /// More in flight than this goes unencrypted, in clear zeros that need no memory.
    private static final long ENCRYPTED_BYTES = 256L << 20;
    /// Who joins last in a run with foreign traffic comes so late.
    private static final long JOIN_NANOS = 10 * SECOND;

    private final UdpScenario scenario;
    private final UdpScenario.Bottleneck path;
    private final UdpScenario.Traffic traffic;
    private final UdpIncident incident;
    private final DatagramWorld world;
    private final DatagramLink bottleneck;
    private final DatagramLink back;
    private final List<SimFlow> flows = new ArrayList<>();
    private SimFlow cross;

    private UdpRun(UdpScenario scenario, UdpIncident incident) {
        this.scenario = scenario;
        path = scenario.path();
        traffic = scenario.traffic();
        this.incident = incident;
        this.world = new DatagramWorld(scenario.seed());
        double bytesPerSecond = path.rateBitsPerSecond() / 8;
        bottleneck = new DatagramLink(world, bytesPerSecond, path.rttNanos() / 2)
                .setBuffer(path.bufferBytes())
                .setPoliced(path.policed())
                .setLoss(path.loss());
        back = new DatagramLink(world, bytesPerSecond, path.rttNanos() - path.rttNanos() / 2)
                .setBuffer(path.bufferBytes())
                .setLoss(path.loss());
    }

    public static UdpResult of(UdpScenario scenario) {
        return of(scenario, UdpIncident.NONE);
    }

    /// With something that befalls the path or the clocks.
    public static UdpResult of(UdpScenario scenario, UdpIncident incident) {
        return new UdpRun(scenario, incident).run();
    }

    /// What all flows had done at a moment.
    private record Counted(
            long[] ipBytes, long[] bytes, long sent, long resent, long received, long duplicate, long cross) {
        private long allIpBytes() {
            return Arrays.stream(ipBytes).sum();
        }

        private long allBytes() {
            return Arrays.stream(bytes).sum();
        }
    }

    private UdpResult run() {
        long end = (long) (scenario.seconds() * SECOND);
        long join = Math.min(JOIN_NANOS, end / 3);
        long crossStart = traffic.crossFirst() ? 0 : join;
        long ownStart = traffic.cross() != UdpScenario.Cross.NONE && traffic.crossFirst() ? join : 0;
        incident.befall(world, bottleneck, back, () -> flows.get(0));
        if (traffic.cross() != UdpScenario.Cross.NONE) {
            world.at(crossStart, () -> cross = flow(1_000, foreign(traffic.cross()), 0));
        }
        if (traffic.reverseLoad() > 0) {
            RateSettings fixed = RateSettings.UNBOUNDED
                    .withTarget((long) (traffic.reverseLoad() * path.rateBitsPerSecond() / 8))
                    .withPolicy(Policy.FIXED);
            reverse(2_000, (bytes, now) -> Algorithm.FSP.controller(fixed, bytes, now));
        }
        if (traffic.reverseCross() != UdpScenario.Cross.NONE) {
            reverse(3_000, foreign(traffic.reverseCross()));
        }
        long lastStart = ownStart;
        for (int i = 0; i < scenario.flows().weights().size(); i++) {
            int number = i;
            lastStart = ownStart + i * scenario.flows().staggerNanos();
            world.at(
                    lastStart,
                    () -> flows.add(
                            flow(number + 1, own(scenario.flows().weights().get(number)), number)));
        }
        return measure(ownStart, Math.max(lastStart, traffic.cross() == UdpScenario.Cross.NONE ? 0 : crossStart), end);
    }

    private UdpResult measure(long start, long lastJoin, long end) {
        long bin = Math.max(LEAST_BIN, path.rttNanos());
        double goodBytesPerSecond = path.rateBitsPerSecond() / 8 * (1 - path.loss());
        long started = 0;
        long startupOffered = 0;
        long startupOverflowed = 0;
        long warm = lastJoin + Math.min(WARM_RTTS * path.rttNanos(), Math.round(WARM_SHARE * (end - lastJoin)));
        boolean foreign = traffic.cross() != UdpScenario.Cross.NONE;
        boolean many = scenario.flows().weights().size() > 1 || foreign;
        if (foreign) {
            warm = lastJoin;
        } else if (many) {
            warm = lastJoin + Math.min(60 * SECOND, (end - lastJoin) * 3 / 4);
        } else if (incident != UdpIncident.NONE) {
            warm = UdpIncident.AT_NANOS + incident.allowedNanos();
        }
        Counted from = null;
        long fromNanos = 0;
        long overflowedFrom = 0;
        long offeredFrom = 0;
        long before = 0;
        for (long now = start + bin; now <= end; now += bin) {
            world.runTo(now);
            long bytes = count().allIpBytes();
            if (started == 0 && (bytes - before) / (bin / 1e9) >= STARTED * goodBytesPerSecond) {
                started = now;
                startupOffered = bottleneck.offered();
                startupOverflowed = bottleneck.overflowed();
            }
            before = bytes;
            if (from == null && now >= warm && (started > 0 || many || now >= (start + end) / 2)) {
                from = count();
                fromNanos = now;
                overflowedFrom = bottleneck.overflowed();
                offeredFrom = bottleneck.offered();
                bottleneck.queue().startAt(now);
            }
        }
        double startupMillis = ((started == 0 ? end : started) - start) / 1e6;
        double startupOverflow = (double) startupOverflowed / Math.max(1, startupOffered);
        double overflow =
                (double) (bottleneck.overflowed() - overflowedFrom) / Math.max(1, bottleneck.offered() - offeredFrom);
        return result(from, (world.nowNanos() - fromNanos) / 1e9, startupMillis, startupOverflow, overflow, start);
    }

    private UdpResult result(
            Counted from, double seconds, double startupMillis, double startupOverflow, double overflow, long start) {
        Counted to = count();
        double linkBits = path.rateBitsPerSecond() * (1 - path.loss());
        List<UdpResult.Flow> each = new ArrayList<>();
        double[] weighted = new double[flows.size()];
        for (int i = 0; i < flows.size(); i++) {
            double goodput = 8 * (to.bytes()[i] - from.bytes()[i]) / seconds;
            each.add(new UdpResult.Flow(goodput, 8 * (to.ipBytes()[i] - from.ipBytes()[i]) / seconds));
            weighted[i] = goodput / scenario.flows().weights().get(i);
        }
        long sent = to.sent() - from.sent();
        long received = to.received() - from.received();
        long duplicate = to.duplicate() - from.duplicate();
        return new UdpResult(
                8 * (to.allIpBytes() - from.allIpBytes()) / seconds / linkBits,
                sent == 0 ? 0 : (double) (to.resent() - from.resent()) / sent,
                received + duplicate == 0 ? 0 : (double) duplicate / (received + duplicate),
                bottleneck.queue().meanMillis(),
                bottleneck.queue().p95Millis(),
                startupMillis,
                startupOverflow,
                overflow,
                Fairness.jain(weighted),
                8 * to.allBytes() / ((world.nowNanos() - start) / 1e9),
                8 * (to.cross() - from.cross()) / seconds / linkBits,
                each,
                spurious(),
                bottleneck.offered(),
                bottleneck.overflowed() + back.overflowed() > 0);
    }

    /// Share of the packets sent that were declared lost though they arrived, over the whole run.
    private double spurious() {
        long spurious = 0;
        long sent = 0;
        for (SimFlow flow : flows) {
            UdpStatistics out = flow.sender().connection().statistics();
            spurious += out.spuriousLosses();
            sent += out.sentDatagrams();
        }
        return sent == 0 ? 0 : (double) spurious / sent;
    }

    private Counted count() {
        long[] ipBytes = new long[flows.size()];
        long[] bytes = new long[flows.size()];
        long sent = 0;
        long resent = 0;
        long received = 0;
        long duplicate = 0;
        for (int i = 0; i < flows.size(); i++) {
            UdpStatistics out = flows.get(i).sender().connection().statistics();
            UdpStatistics in = flows.get(i).receiver().connection().statistics();
            ipBytes[i] = in.receivedDataIpBytes();
            bytes[i] = in.receivedDataBytes();
            sent += out.sentDataBytes();
            resent += out.resentDataBytes();
            received += in.receivedDataBytes();
            duplicate += in.duplicateDataBytes();
        }
        long foreign = cross == null ? 0 : cross.receivedIpBytes();
        return new Counted(pad(ipBytes), pad(bytes), sent, resent, received, duplicate, foreign);
    }

    private long[] pad(long[] counts) {
        return Arrays.copyOf(counts, scenario.flows().weights().size());
    }

    private SimFlow.Controllers own(double weight) {
        return (bytes, now) -> scenario.algorithm().controller(RateSettings.UNBOUNDED.withWeight(weight), bytes, now);
    }

    private static SimFlow.Controllers foreign(UdpScenario.Cross law) {
        return (bytes, now) -> switch (law) {
            case CUBIC -> Algorithm.CUBIC.controller(RateSettings.UNBOUNDED, bytes, now);
            case BBR -> new BbrController(bytes, now);
            case NONE -> throw new IllegalStateException("there is no foreign traffic");
        };
    }

    private SimFlow flow(int number, SimFlow.Controllers controllers, int place) {
        List<DatagramLink> forward = new ArrayList<>(List.of(bottleneck));
        if (place * scenario.flows().extraRttNanos() > 0) {
            forward.add(new DatagramLink(
                    world, Double.POSITIVE_INFINITY, place * scenario.flows().extraRttNanos()));
        }
        return new SimFlow(world, plan(number, controllers), forward, List.of(back));
    }

    /// A flow on the way back.
    private void reverse(int number, SimFlow.Controllers controllers) {
        new SimFlow(world, plan(number, controllers), List.of(back), List.of(bottleneck));
    }

    private SimFlow.Plan plan(int number, SimFlow.Controllers controllers) {
        long window = 4 * scenario.inFlightBytes() + (64L << 20);
        UdpSettings settings = UdpSettings.DEFAULT
                .withMaxDatagramBytes(scenario.datagramBytes())
                .withEncrypted(scenario.inFlightBytes() < ENCRYPTED_BYTES)
                .withWindows(window, window);
        return SimFlow.Plan.endless(number, settings, controllers, incident.receiverSkew());
    }
}
