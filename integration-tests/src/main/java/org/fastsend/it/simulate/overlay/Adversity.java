package org.fastsend.it.simulate.overlay;

/// What the members of a simulated overlay have to put up with; each a share of the members or messages.
///
/// @param loss of all messages
/// @param churnPerMinute of the members, replaced every minute
/// @param nat members behind a NAT
/// @param slow members that stand still again and again
/// @param liars members that lie about what they measured
/// @param sybils members that one operator runs, who lie too
public record Adversity(double loss, double churnPerMinute, double nat, double slow, double liars, double sybils) {
    public static final double USUAL_LOSS = 0.01;

    /// Nothing but that some messages are lost.
    public static Adversity usual() {
        return new Adversity(USUAL_LOSS, 0, 0, 0, 0, 0);
    }

    public Adversity churn(double perMinute) {
        return new Adversity(loss, perMinute, nat, slow, liars, sybils);
    }

    public Adversity nat(double share) {
        return new Adversity(loss, churnPerMinute, share, slow, liars, sybils);
    }

    public Adversity villains(double ofLiars, double ofSybils) {
        return new Adversity(loss, churnPerMinute, nat, slow, ofLiars, ofSybils);
    }

    public Adversity slow(double share, double lost) {
        return new Adversity(lost, churnPerMinute, nat, share, liars, sybils);
    }
}
