package org.fastsend.core.sim.udp;

import java.util.List;
import org.fastsend.core.congestion.Algorithm;

/// A bottleneck and who crosses it.
///
/// @param flows of FSP's own
/// @param traffic of others
/// @param algorithm the flows' controller
/// @param datagramBytes largest UDP payload that the path carries
/// @param seconds how long it runs
public record UdpScenario(
        Bottleneck path,
        Flows flows,
        Traffic traffic,
        Algorithm algorithm,
        int datagramBytes,
        double seconds,
        long seed) {
    /// What every packet has to pass.
    ///
    /// @param rateBitsPerSecond the same in both directions
    /// @param rttNanos of the empty path
    /// @param loss share of packets lost at random behind the bottleneck
    /// @param bufferBytes of its queue, or of a policer's bucket
    /// @param policed whether it drops what exceeds its rate by more than the bucket, and queues nothing
    public record Bottleneck(double rateBitsPerSecond, long rttNanos, double loss, long bufferBytes, boolean policed) {}

    /// One after the other, each with its own round trip.
    ///
    /// @param weights as many as there are flows
    /// @param staggerNanos each flow starts so much after the one before
    /// @param extraRttNanos each flow's round trip is so much longer than that of the one before
    public record Flows(List<Double> weights, long staggerNanos, long extraRttNanos) {}

    /// Who else is on the links.
    ///
    /// @param reverseLoad share of the way back that other traffic asks for; 0 if there is none
    /// @param reverseCross a flow of another law on the way back; NONE if there is none
    /// @param cross a further flow of another law, which does not count; NONE if there is none
    /// @param crossFirst whether it starts before the others (a third of the run) or after
    public record Traffic(double reverseLoad, Cross reverseCross, Cross cross, boolean crossFirst) {}

    public static final int IP_OVERHEAD_BYTES = 28;
    /// Datagrams in an Ethernet frame.
    public static final int ETHERNET = 1_472;
    /// Datagrams in a jumbo frame.
    public static final int JUMBO = 8_972;
    /// No queue is shorter.
    private static final int LEAST_BUFFER_PACKETS = 16;

    /// The laws of foreign traffic.
    public enum Cross {
        NONE,
        CUBIC,
        BBR
    }

    /// One flow of FSP's own over an otherwise empty path, in jumbo frames above 2 Gbit/s.
    public static UdpScenario single(
            double rateBitsPerSecond, long rttNanos, double loss, double bufferSeconds, double seconds) {
        int datagramBytes = rateBitsPerSecond > 2e9 ? JUMBO : ETHERNET;
        long bufferBytes = buffer(rateBitsPerSecond, bufferSeconds, datagramBytes);
        return new UdpScenario(
                new Bottleneck(rateBitsPerSecond, rttNanos, loss, bufferBytes, false),
                new Flows(List.of(1.0), 0, 0),
                new Traffic(0, Cross.NONE, Cross.NONE, false),
                Algorithm.FSP,
                datagramBytes,
                seconds,
                1);
    }

    /// A buffer that holds so much time at the link's rate, but never less than 16 packets.
    public static long buffer(double rateBitsPerSecond, double seconds, int datagramBytes) {
        return (long) Math.max(
                (double) LEAST_BUFFER_PACKETS * (datagramBytes + IP_OVERHEAD_BYTES), rateBitsPerSecond / 8 * seconds);
    }

    /// The same behind a token-bucket policer instead of a queue.
    public UdpScenario withPolicer() {
        Bottleneck policer = new Bottleneck(path.rateBitsPerSecond, path.rttNanos, path.loss, path.bufferBytes, true);
        return new UdpScenario(policer, flows, traffic, algorithm, datagramBytes, seconds, seed);
    }

    public UdpScenario withFlows(List<Double> flowWeights, long stagger, long extraRtt) {
        Flows several = new Flows(flowWeights, stagger, extraRtt);
        return new UdpScenario(path, several, traffic, algorithm, datagramBytes, seconds, seed);
    }

    public UdpScenario withCross(Cross foreign, boolean foreignFirst) {
        return with(new Traffic(traffic.reverseLoad, traffic.reverseCross, foreign, foreignFirst));
    }

    public UdpScenario withReverse(double load, Cross foreign) {
        return with(new Traffic(load, foreign, traffic.cross, traffic.crossFirst));
    }

    private UdpScenario with(Traffic others) {
        return new UdpScenario(path, flows, others, algorithm, datagramBytes, seconds, seed);
    }

    public UdpScenario with(Algorithm law, long newSeed) {
        return new UdpScenario(path, flows, traffic, law, datagramBytes, seconds, newSeed);
    }

    /// Bytes that the path holds in flight with a full queue.
    long inFlightBytes() {
        return (long) (path.rateBitsPerSecond()
                        / 8
                        * (path.rttNanos() + flows.weights().size() * flows.extraRttNanos())
                        / 1e9)
                + path.bufferBytes();
    }
}
