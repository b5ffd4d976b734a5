package org.fastsend.overlay.member;

/// How members are watched. Two ways in one program, so that the one can be measured against the other.
public enum Watch {
    /// As published (Das, Gupta, Motivala, "SWIM", 2002): a suspect has a fixed time, and what others say is believed.
    SWIM(Suspicion.LEAST_NANOS, 0),
    /// With the corrections of Dadgar, Phillips and Currey ("Lifeguard", 2018); and rumours only make a node look for
    /// itself.
    LIFEGUARD(Suspicion.MOST_NANOS, 8);

    private final long suspicionNanos;
    private final int worstHealth;

    Watch(long suspicionNanos, int worstHealth) {
        this.suspicionNanos = suspicionNanos;
        this.worstHealth = worstHealth;
    }

    /// What a suspect has while nobody else suspects it.
    long suspicionNanos() {
        return suspicionNanos;
    }

    /// The most that a node takes itself to be slow.
    int worstHealth() {
        return worstHealth;
    }
}
