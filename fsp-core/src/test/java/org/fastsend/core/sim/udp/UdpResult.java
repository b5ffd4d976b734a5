package org.fastsend.core.sim.udp;

import java.util.List;

/// What was measured of a scenario, after start-up unless it says otherwise.
///
/// @param linkShare IP bits of data delivered for the first time / (rate x (1 - loss))
/// @param sendingCost share of the message bytes sent that were sent again
/// @param receivingCost share of the message bytes received that had come before
/// @param queueMeanMillis true waiting time in the bottleneck, over datagrams
/// @param queueP95Millis its 95th percentile
/// @param startupMillis until 80 % of what the link can deliver was delivered over one round trip; the
///     whole run if never
/// @param startupOverflow share of the packets offered until then that the bottleneck had no room for
/// @param overflow the same after start-up
/// @param jainIndex of the flows' goodput over their weights
/// @param goodputBitsPerSecond message bits of all flows over the whole run, start-up included
/// @param crossShare share of the link that the foreign flow got; 0 if there was none
/// @param flows each flow
/// @param spurious share of the packets sent that were declared lost though they arrived, over the whole run
/// @param packets that were offered to the bottleneck, for the simulator's own speed
/// @param bufferTouched whether a queue was ever full, in either direction: if not, a longer buffer changes nothing
public record UdpResult(
        double linkShare,
        double sendingCost,
        double receivingCost,
        double queueMeanMillis,
        double queueP95Millis,
        double startupMillis,
        double startupOverflow,
        double overflow,
        double jainIndex,
        double goodputBitsPerSecond,
        double crossShare,
        List<Flow> flows,
        double spurious,
        long packets,
        boolean bufferTouched) {
    /// One flow's part of it.
    ///
    /// @param goodputBitsPerSecond message bits after start-up
    /// @param ipBitsPerSecond IP bits of data delivered for the first time, after start-up
    public record Flow(double goodputBitsPerSecond, double ipBitsPerSecond) {}
}
