package org.fastsend.overlay.message;

import org.fastsend.overlay.peer.Endpoint;

/// One host that a query is about.
///
/// @param target a host that answers probes; [Endpoint#SELF] for whoever asks
/// @param withinMillis the round-trip time that an answer may have to it; read by [Query.Kind#CONSTRAINTS] only
public record Goal(Endpoint target, float withinMillis) {
    public Goal {
        if (!(withinMillis >= 0)) {
            throw new IllegalArgumentException("no limit: " + withinMillis);
        }
    }

    public static Goal near(Endpoint target) {
        return new Goal(target, 0);
    }
}
