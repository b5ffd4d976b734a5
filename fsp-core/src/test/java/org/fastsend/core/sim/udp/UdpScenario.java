package org.fastsend.core.sim.udp;

import java.util.List;
import org.fastsend.core.congestion.Algorithm;

/// A bottleneck and who crosses it.
///
/// @param rateBitsPerSecond of the bottleneck, the same in both directions
/// @param rttNanos of the empty path
/// @param loss share of packets lost at random behind the bottleneck
/// @param bufferBytes of its queue, or of a policer's bucket
/// @param policed whether the bottleneck drops what exceeds its rate by more than the bucket, and queues nothing
/// @param weights of the flows; as many as there are flows
/// @param staggerNanos each flow starts so much after the one before
/// @param extraRttNanos each flow's round trip is so much longer than that of the one before
/// @param reverseLoad share of the way back that other traffic asks for; 0 if there is none
/// @param cross a further flow of another law, which does not count; NONE if there is none
/// @param crossFirst whether it starts before the others (a third of the run) or after
/// @param algorithm the flows' controller
/// @param datagramBytes largest UDP payload that the path carries
/// @param seconds how long it runs
public record UdpScenario(
        double rateBitsPerSecond,
        long rttNanos,
        double loss,
        long bufferBytes,
        boolean policed,
        List<Double> weights,
        long staggerNanos,
        long extraRttNanos,
        double reverseLoad,
        Cross cross,
        boolean crossFirst,
        Algorithm algorithm,
        int datagramBytes,
        double seconds,
        long seed) {
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
        return new UdpScenario(
                rateBitsPerSecond,
                rttNanos,
                loss,
                buffer(rateBitsPerSecond, bufferSeconds, datagramBytes),
                false,
                List.of(1.0),
                0,
                0,
                0,
                Cross.NONE,
                false,
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
        return new UdpScenario(
                rateBitsPerSecond,
                rttNanos,
                loss,
                bufferBytes,
                true,
                weights,
                staggerNanos,
                extraRttNanos,
                reverseLoad,
                cross,
                crossFirst,
                algorithm,
                datagramBytes,
                seconds,
                seed);
    }

    public UdpScenario withFlows(List<Double> flowWeights, long stagger, long extraRtt) {
        return new UdpScenario(
                rateBitsPerSecond,
                rttNanos,
                loss,
                bufferBytes,
                policed,
                flowWeights,
                stagger,
                extraRtt,
                reverseLoad,
                cross,
                crossFirst,
                algorithm,
                datagramBytes,
                seconds,
                seed);
    }

    public UdpScenario withTraffic(double reverse, Cross foreign, boolean foreignFirst) {
        return new UdpScenario(
                rateBitsPerSecond,
                rttNanos,
                loss,
                bufferBytes,
                policed,
                weights,
                staggerNanos,
                extraRttNanos,
                reverse,
                foreign,
                foreignFirst,
                algorithm,
                datagramBytes,
                seconds,
                seed);
    }

    public UdpScenario with(Algorithm law, long newSeed) {
        return new UdpScenario(
                rateBitsPerSecond,
                rttNanos,
                loss,
                bufferBytes,
                policed,
                weights,
                staggerNanos,
                extraRttNanos,
                reverseLoad,
                cross,
                crossFirst,
                law,
                datagramBytes,
                seconds,
                newSeed);
    }

    /// Bytes that the path holds in flight with a full queue.
    long inFlightBytes() {
        return (long) (rateBitsPerSecond / 8 * (rttNanos + weights.size() * extraRttNanos) / 1e9) + bufferBytes;
    }
}
