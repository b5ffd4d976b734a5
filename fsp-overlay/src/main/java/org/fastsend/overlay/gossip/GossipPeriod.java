package org.fastsend.overlay.gossip;

/// How long a node waits between two rounds of gossip: short while it is new, then ever longer, so that in the long run
/// the overlay costs next to nothing. Not thread-safe.
public final class GossipPeriod {
    private final long longestNanos;
    private final double growth;
    private double nanos;

    public GossipPeriod(long firstNanos, long longestNanos, double growth) {
        this.longestNanos = longestNanos;
        this.growth = growth;
        nanos = firstNanos;
    }

    /// The wait before the next round.
    public long next() {
        long now = (long) nanos;
        nanos = Math.min((double) longestNanos, nanos * growth);
        return now;
    }

    /// Whether the node is still new.
    public boolean isShort() {
        return nanos < longestNanos;
    }
}
