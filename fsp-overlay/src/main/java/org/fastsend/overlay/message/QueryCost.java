package org.fastsend.overlay.message;

/// What an answer cost.
///
/// @param probes round-trip times to targets that were measured for it
/// @param hops rounds of asking, one after the other
public record QueryCost(int probes, int hops) {
    public static final QueryCost NONE = new QueryCost(0, 0);
}
