package org.fastsend.core.congestion;

/// Queueing delay of the forward path from the readings of two clocks that agree on nothing.
///
/// The clocks' offset cancels, because only what a delay exceeds its own recent minimum by (the base) counts. A step of
/// either clock shows as equal and opposite jumps of forward and reverse delay and moves both bases. Skew is bounded by
/// the round trip, which is read from one clock: the forward queue cannot exceed what the round trip exceeds its
/// own base by; what is left of it is forgotten with the bases, each of which is the least of the last three spans of
/// ten seconds or more: so a longer route is believed after half a minute. Not thread-safe.
final class ForwardDelay {
    private static final long SPAN_NANOS = 10_000_000_000L;

    private static final int WINDOWS_PER_RTT = 4;
    private static final long MIN_WINDOW_NANOS = 20_000_000;

    private final SpanMinimum forwardBase = new SpanMinimum();
    private final SpanMinimum reverseBase = new SpanMinimum();
    private final SpanMinimum rttBase = new SpanMinimum();
    private final WindowedMin forward = new WindowedMin();
    private final WindowedMin rtt = new WindowedMin();
    private final ClockSkew skew = new ClockSkew();
    private final ClockStep step = new ClockStep();

    private boolean known;
    private long emptyAtNanos;
    private long queueNanos;
    private long latestNanos;
    private long meanNanos;
    private long peakNanos;
    private long newestNanos;
    private long rttNanos;
    private long previousBase = Long.MAX_VALUE;
    private long baseShiftNanos;

    void handleReport(Report report, long nowNanos) {
        baseShiftNanos = 0;
        step.handleInterval(report.intervalNanos());
        if (report.minForwardNanos() == Report.NONE || report.latestRttNanos() == Report.NONE) {
            return;
        }
        follow(report, nowNanos);
        if (!known) {
            emptyAtNanos = nowNanos;
        }
        known = true;
        skew.handle(report.minForwardNanos(), report.reverseNanos(), nowNanos);
        long drift = skew.driftNanos(nowNanos);
        long delay = report.minForwardNanos() - drift;
        rttNanos = report.latestRttNanos();
        forwardBase.add(delay);
        reverseBase.add(report.reverseNanos() + drift);
        rttBase.add(rttNanos);
        long base = forwardBase.least();
        baseShiftNanos = previousBase == Long.MAX_VALUE ? 0 : base - previousBase;
        previousBase = base;
        long window = windowNanos();
        long excess = rtt.add(rttNanos, nowNanos, window) - baseRttNanos();
        long rise = forward.add(delay, nowNanos, window) - base;
        queueNanos = Math.max(0, Math.min(rise, excess));
        latestNanos = Math.clamp(delay - base, 0, Math.max(0, rttNanos - baseRttNanos()));
        meanNanos = latestNanos + report.meanForwardNanos() - report.minForwardNanos();
        peakNanos = latestNanos + report.maxForwardNanos() - report.minForwardNanos();
        long newest = report.latestRttNanos() - report.reverseNanos(); // of the same two clocks
        newestNanos = latestNanos + Math.max(0, newest - report.minForwardNanos());
    }

    /// Moves the bases along when a clock stepped.
    private void follow(Report report, long nowNanos) {
        long drift = skew.driftNanos(nowNanos);
        long ahead = step.handle(report, forwardBase.least() + drift, reverseBase.least() - drift);
        if (ahead != 0) {
            forwardBase.shift(ahead);
            reverseBase.shift(-ahead);
            previousBase += ahead;
            forward.shift(ahead);
            skew.restart();
        }
    }

    /// Begins a new span when the empty path, where the queue is less than that, was not seen for a while.
    void age(double emptyNanos, long nowNanos) {
        if (queueNanos < emptyNanos) {
            emptyAtNanos = nowNanos;
        } else if (nowNanos - emptyAtNanos > SPAN_NANOS) {
            emptyAtNanos = nowNanos;
            forget();
        }
    }

    /// Begins a new span and forgets the oldest.
    void forget() {
        forwardBase.forget();
        reverseBase.forget();
        rttBase.forget();
    }

    /// Takes the delays of now for those of the empty path.
    void rebase() {
        forwardBase.reset(forward.least());
        rttBase.reset(rtt.least());
    }

    /// How much longer the empty path is taken for than at the report before: the queue heights noted until then
    /// are too great by that. A step of a clock shifts nothing.
    long baseShiftNanos() {
        return baseShiftNanos;
    }

    /// What the newest packet's round trip exceeds its base by on account of the way back.
    long reverseQueueNanos() {
        return Math.max(0, rttNanos - baseRttNanos() - newestNanos);
    }

    /// What the newest packet's round trip exceeds that with the [least queue][#latestNanos] of the same report by: a
    /// queue on the way back, and what the queue there has grown by meanwhile.
    long excessNanos() {
        return Math.max(0, rttNanos - baseRttNanos() - latestNanos);
    }

    /// Time that [#queueNanos] is the least of.
    long windowNanos() {
        return Math.max(MIN_WINDOW_NANOS, baseRttNanos() / WINDOWS_PER_RTT);
    }

    /// How much later than the path itself would have it a rise of [#queueNanos] shows.
    long lagNanos() {
        return windowNanos() - baseRttNanos() / WINDOWS_PER_RTT;
    }

    /// Least queueing delay over the last quarter of a round trip, or 20 ms.
    long queueNanos() {
        return queueNanos;
    }

    /// Least queueing delay within the last report.
    long latestNanos() {
        return latestNanos;
    }

    /// Mean queueing delay within the last report.
    long meanNanos() {
        return meanNanos;
    }

    /// Greatest queueing delay within the last report.
    long peakNanos() {
        return peakNanos;
    }

    /// Queueing delay of the newest packet that the last report tells of.
    long newestNanos() {
        return newestNanos;
    }

    /// Round trip of the empty path; 0 before the first report.
    long baseRttNanos() {
        return known ? rttBase.least() : 0;
    }

    long rttNanos() {
        return rttNanos;
    }
}
