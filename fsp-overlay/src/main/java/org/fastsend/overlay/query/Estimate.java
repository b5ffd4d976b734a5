package org.fastsend.overlay.query;

import org.fastsend.overlay.peer.Coordinate;

/// How far a member should be from a target, as far as can be told before it measures.
///
/// The likely time takes the access links of both to lie between them. The hopeful one takes into account that they may
/// share a link: two hosts of one site behind a slow line look the same from everywhere, are far from everybody, and
/// next to each other.
final class Estimate {
    /// Two hosts of one network, as far as nothing else is known.
    static final float LAN_MILLIS = 0.3f;

    /// How far outside the triangle inequality a time may be expected: a share of the bound.
    private static final float SLACK = 0.1f;

    /// How equal two times can look: a share of them.
    private static final float GRAIN = 0.02f;

    /// By what share of itself a prediction is wrong, roughly, and at least.
    private static final double SPREAD = 0.08;

    private static final double LEAST_SPREAD_MILLIS = 0.5;
    private static final double CERTAIN = 30;

    private float likely;
    private float hopeful;
    private boolean seen;

    /// Predicts from coordinates.
    Estimate(Coordinate target, Coordinate member) {
        this(target, member, 0);
    }

    /// @param missMillis by how much such predictions fell short of what was measured nearby
    Estimate(Coordinate target, Coordinate member, float missMillis) {
        likely = Math.max(0, target.millisTo(member) + missMillis);
        hopeful = target.sharingMillisTo(member);
    }

    /// A third host is so far from the one and so far from the other.
    void seenFrom(float targetMillis, float memberMillis) {
        float farther = Math.max(targetMillis, memberMillis);
        float apart = Math.abs(targetMillis - memberMillis);
        float most = (targetMillis + memberMillis) * (1 + SLACK);
        likely = Math.clamp(likely, Math.max(0, apart - 2 * SLACK * farther), most);
        hopeful = seen ? Math.max(hopeful, apart) : Math.min(apart, most);
        hopeful = Math.max(hopeful, GRAIN * farther);
        seen = true;
    }

    float likelyMillis() {
        return likely;
    }

    /// Between the two, since looking the same from afar may be chance.
    float hopefulMillis() {
        return (float) Math.sqrt(likely * Math.min(likely, Math.max(hopeful, GRAIN * likely)));
    }

    /// By how much a host should miss a limit, guesses being wrong: even one that should keep it is the
    /// better, the more room it has.
    static double excess(float millis, float limitMillis) {
        if (limitMillis <= 0) {
            return millis;
        }
        double spread = SPREAD * millis + LEAST_SPREAD_MILLIS;
        double over = (millis - limitMillis) / spread;
        return over > CERTAIN ? millis - limitMillis : spread * Math.log1p(Math.exp(over));
    }
}
