package org.fastsend.core.recovery;

/// How much later than a missing packet another one must have been sent before the missing one counts
/// as lost: a little at first, doubled whenever the receiver got something twice, halved again after a
/// while without (as in RFC 8985). Not thread-safe.
final class ReorderWindow {
    private static final long LEAST_NANOS = 2_000_000;
    private static final int RTT_SHARE = 16;
    private static final int MAX_DOUBLINGS = 4;
    private static final int DECAY_RTTS = 16;

    private final RttEstimator rtt;
    private int doublings;
    private long widenedNanos;
    private long duplicateNanos;

    ReorderWindow(RttEstimator rtt) {
        this.rtt = rtt;
    }

    long nanos() {
        return Math.max(LEAST_NANOS, rtt.smoothedNanos() / RTT_SHARE) << doublings;
    }

    /// Something was sent again in vain. At most once a round trip: what was already sent again is no
    /// news.
    void widen(long nowNanos) {
        if (doublings < MAX_DOUBLINGS && (doublings == 0 || nowNanos - widenedNanos >= rtt.smoothedNanos())) {
            doublings++;
            widenedNanos = nowNanos;
        }
        duplicateNanos = nowNanos;
    }

    void decay(long nowNanos) {
        if (doublings > 0 && nowNanos - duplicateNanos >= DECAY_RTTS * rtt.smoothedNanos()) {
            doublings--;
            duplicateNanos = nowNanos;
        }
    }
}
