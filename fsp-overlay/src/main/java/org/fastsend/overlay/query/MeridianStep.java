package org.fastsend.overlay.query;

import org.fastsend.overlay.message.Query;

/// What a Meridian node that a query has come to does, from its own times to the targets: whom it asks, how long it
/// waits, and when it is content (the rules of the authors' implementation).
///
/// @param leastMillis the nearest ring members that are asked
/// @param mostMillis the farthest that are
/// @param patienceMillis what answers later is ignored
public record MeridianStep(double leastMillis, double mostMillis, double patienceMillis) {
    /// How much nearer the next node has to be: Meridian's acceptance threshold.
    public static final double BETA = 0.5;

    public static MeridianStep of(Query query, float[] rttMillis) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        double excess = 0;
        double reach = 0;
        for (int i = 0; i < rttMillis.length; i++) {
            least = Math.min(least, rttMillis[i]);
            most = Math.max(most, rttMillis[i]);
            excess = Math.max(
                    excess, Math.abs(rttMillis[i] - query.goals().get(i).withinMillis()));
            reach = Math.max(reach, rttMillis[i] + query.goals().get(i).withinMillis());
        }
        double inner = query.kind() == Query.Kind.CONSTRAINTS ? excess : least;
        double outer = query.kind() == Query.Kind.CONSTRAINTS ? reach : most;
        return new MeridianStep((1 - BETA) * inner, (1 + BETA) * outer, (2 * BETA + 1) * outer);
    }
}
