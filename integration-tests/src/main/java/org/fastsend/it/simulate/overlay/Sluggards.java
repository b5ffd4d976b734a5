package org.fastsend.it.simulate.overlay;

/// Members that stand still again and again, as on a machine that is busy with other things: once in every
/// twenty seconds, for half a second to sixteen. What comes meanwhile waits, and so do their own timers.
final class Sluggards {
    private static final long PERIOD_NANOS = 20 * OverlayWorld.SECOND;
    private static final double SHORTEST_SECONDS = 0.5;
    private static final double LONGEST_SECONDS = 16;

    private final double share;
    private final Draw draw;

    Sluggards(double share, long seed) {
        this.share = share;
        draw = new Draw(seed, "sluggards");
    }

    boolean areAny() {
        return share > 0;
    }

    boolean isSlow(int host) {
        return draw.unit(host, -1) < share;
    }

    /// When a host will get around to what comes now.
    long readyNanos(int host, long nowNanos) {
        if (!areAny() || !isSlow(host)) {
            return nowNanos;
        }
        long shifted = nowNanos + (long) (draw.unit(host, -2) * PERIOD_NANOS);
        long period = shifted / PERIOD_NANOS;
        double seconds = SHORTEST_SECONDS * Math.pow(LONGEST_SECONDS / SHORTEST_SECONDS, draw.unit(host, period));
        long leftNanos = (long) (seconds * OverlayWorld.SECOND) - shifted % PERIOD_NANOS;
        return nowNanos + Math.max(0, leftNanos);
    }
}
