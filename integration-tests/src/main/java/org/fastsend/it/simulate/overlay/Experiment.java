package org.fastsend.it.simulate.overlay;

import org.fastsend.overlay.node.OverlaySettings;
import org.fastsend.overlay.peer.Caps;

/// What is simulated.
///
/// @param nodes members; 0 for as many as the matrix gives
/// @param constraints targets of a query with constraints, 2 or 4
public record Experiment(
        OverlaySettings settings, int nodes, int queries, int constraints, Adversity adversity, long seed) {
    private static final int PER_OPERATOR = 2;
    private static final long WARM_UP_NANOS = 600 * OverlayWorld.SECOND;

    /// One operator is capped where there is one that makes members up.
    public Experiment {
        settings = adversity.sybils() > 0 ? settings.withCaps(new Caps(PER_OPERATOR, 0)) : settings;
    }

    long warmUpNanos() {
        return WARM_UP_NANOS;
    }
}
