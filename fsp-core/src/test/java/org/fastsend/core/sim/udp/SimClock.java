package org.fastsend.core.sim.udp;

/// The clock of one end: off by a constant, running fast or slow, and possibly put forward while it
/// runs.
public final class SimClock {
    private final long offsetNanos;
    private final double skew;
    private long steppedNanos;

    /// @param skew 1e-6 for a part in a million too fast
    public SimClock(long offsetNanos, double skew) {
        this.offsetNanos = offsetNanos;
        this.skew = skew;
    }

    public static SimClock exact() {
        return new SimClock(0, 0);
    }

    /// Puts it forward.
    public void step(long nanos) {
        steppedNanos += nanos;
    }

    long local(long worldNanos) {
        return worldNanos + (long) (worldNanos * skew) + offsetNanos + steppedNanos;
    }

    /// A moment at which [#local] is no earlier than that.
    long world(long localNanos) {
        long elapsed = localNanos - offsetNanos - steppedNanos;
        return skew == 0 ? elapsed : elapsed - (long) (elapsed * (skew / (1 + skew))) + 2;
    }
}
