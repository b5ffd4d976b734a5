package org.fastsend.core.transport;

import org.fastsend.core.recovery.RttEstimator;

/// When to ask the receiver, with a packet that holds no data, what came: shortly after the last data,
/// and again and again while something is in flight and nothing is heard. Not thread-safe.
final class TailProbe {
    private static final long GRANULARITY_NANOS = 1_000_000;
    private static final long MAX_NANOS = 1_000_000_000;
    private static final int MAX_DOUBLINGS = 6;

    private long sentNanos = Long.MIN_VALUE / 2;
    private int probes;
    private boolean tailProbed;

    /// Something that is tracked left.
    void sentTracked(boolean probe, long nowNanos) {
        sentNanos = nowNanos;
        probes += probe ? 1 : 0;
        tailProbed = probe;
    }

    /// The receiver was heard.
    void heard() {
        probes = 0;
    }

    /// @param tail whether everything that may be sent was sent
    long deadlineNanos(boolean tail, RttEstimator rtt, long reorderNanos, long intervalNanos) {
        if (tail && !tailProbed) {
            return sentNanos + 2 * reorderNanos + GRANULARITY_NANOS;
        }
        return sentNanos + timeoutNanos(rtt, intervalNanos, Math.max(0, probes - 1));
    }

    /// How long an answer may take (RFC 9002 section 6.2), doubled so many times, within reason.
    static long timeoutNanos(RttEstimator rtt, long intervalNanos, int doublings) {
        long once = rtt.smoothedNanos() + Math.max(4 * rtt.variationNanos(), GRANULARITY_NANOS) + intervalNanos;
        return Math.min(once << Math.min(doublings, MAX_DOUBLINGS), Math.max(once, MAX_NANOS));
    }
}
