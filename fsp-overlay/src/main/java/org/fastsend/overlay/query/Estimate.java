package org.fastsend.overlay.query;

import org.fastsend.overlay.peer.Coordinate;

/// How far a member should be from a target, as far as can be told before it measures.
///
/// Two predictions are kept. The likely one takes the access links of both to lie between them. The hopeful one takes
/// them to share an access link, which is so if both look the same from everywhere: two hosts of one site behind a slow
/// link are next to each other, and far from all others. Ranking by the geometric mean asks those first that are near
/// by
/// both, and soon those that are near by one.
final class Estimate {
    /// Two hosts of one network, as far as nothing else is known.
    static final float LAN_MILLIS = 0.3f;

    /// How far outside the triangle inequality a time may be expected: a share of the bound.
    private static final float SLACK = 0.1f;

    /// How equal two times can look: a share of them.
    private static final float GRAIN = 0.02f;

    private float likely;
    private float hopeful;
    private boolean seen;

    /// Predicts from coordinates.
    Estimate(Coordinate target, Coordinate member) {
        likely = target.millisTo(member);
        hopeful = likely - 2 * Math.min(target.height(), member.height());
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

    /// What to rank by.
    float millis() {
        return (float) Math.sqrt(likely * Math.min(likely, Math.max(hopeful, GRAIN * likely)));
    }
}
