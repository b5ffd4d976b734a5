package org.fastsend.core.congestion;

/// The [drains][Drain] of a sender that has just come. It may have met a queue that never emptied, and takes that for a
/// part of the path: it sees no queue at all, and takes the link from all who see one. Soon it has most of it, so that
/// their drains, a fixed time apart, show it little. But then its own shows much: so the first comes early, and lasts,
/// and another follows while the path turns out to be shorter than it was taken for. Not thread-safe.
final class Newcomer {
    /// From when it begins to cruise, or from one to the next.
    static final long PERIOD_NANOS = 1_000_000_000;

    private static final double LEAST_NANOS = 60e6;
    /// On a long path it takes a larger share before it knows of anything.
    private static final double LEAST_OF_SPAN = 0.25;
    /// Times the queue that a sender aims at that has nothing but its rate: on a fast link that is enough.
    private static final double MOST_QUEUES = 5;
    /// Beside a round trip, until a drain that shows nothing new has shown all.
    private static final double LAG_NANOS = 10e6;
    /// A path that is shorter by less was known.
    private static final double SHORTER_NANOS = 1e6;
    /// A step that is smaller is noise.
    private static final double STEP_NANOS = 0.2e6;

    private static final int MOST_MORE = 2;

    private boolean due = true;
    private int more = MOST_MORE;
    private boolean watching;
    private double shorterNanos;
    private double spanNanos;
    private long newsNanos;

    /// Whether its next drain is one of these.
    boolean drains() {
        return due;
    }

    /// A drain begins. Returns the least that it has to last, as long as it is not [over][#isOver].
    ///
    /// @param aloneNanos the queue that the sender would aim at if its rate were all that the link carries
    /// @param spanNanos a round trip of the control loop
    double begin(double aloneNanos, double spanNanos, long nowNanos) {
        watching = due;
        shorterNanos = 0;
        this.spanNanos = spanNanos;
        newsNanos = nowNanos;
        if (!due) {
            return 0;
        }
        due = false;
        return Math.min(Math.max(LEAST_NANOS, LEAST_OF_SPAN * spanNanos), MOST_QUEUES * aloneNanos);
    }

    /// A report came.
    ///
    /// @param baseShiftNanos how much longer the empty path is than it was taken for before
    /// @param emptyNanos less than that is no queue
    void handleReport(double queueNanos, long baseShiftNanos, double emptyNanos, long nowNanos) {
        shorterNanos -= baseShiftNanos;
        if (queueNanos >= emptyNanos || baseShiftNanos < -STEP_NANOS) {
            newsNanos = nowNanos;
        }
        if (watching && more > 0 && shorterNanos > Math.max(SHORTER_NANOS, emptyNanos)) {
            watching = false;
            due = true;
            more--;
        }
    }

    /// Whether the last drain, one of these, would show nothing more: for a round trip there was no queue, and the path
    /// became no shorter.
    boolean isOver(long nowNanos) {
        return watching && nowNanos - newsNanos > spanNanos + LAG_NANOS;
    }
}
