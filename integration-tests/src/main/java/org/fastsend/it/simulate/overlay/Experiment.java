package org.fastsend.it.simulate.overlay;

import org.fastsend.overlay.node.OverlaySettings;

/// What is simulated.
///
/// @param nodes members; 0 for as many as the matrix gives
/// @param churnPerMinute share of the members that are replaced every minute
/// @param nat share of the members behind a NAT
/// @param liars share of the members that lie about what they measured
/// @param sybils share of the members that one operator runs, who lie too
/// @param constraints targets of a query with constraints, 2 or 4
public record Experiment(
        OverlaySettings settings,
        int nodes,
        int queries,
        int constraints,
        double churnPerMinute,
        double nat,
        double liars,
        double sybils,
        long seed) {
    private static final long WARM_UP_NANOS = 600 * OverlayWorld.SECOND;

    long warmUpNanos() {
        return WARM_UP_NANOS;
    }
}
