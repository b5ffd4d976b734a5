package org.fastsend.core.congestion;

/// Finds how high the bottleneck's buffer is. Who remembers an overflow [bends its target][TargetQueue] down to leave
/// room for others; who joined later would go on to take their part. So a sender that has a tenth of a link or more but
/// not all, and knows no overflow, fills the queue before it [drains][Drain] it: some times as high as a lone sender
/// aims at, and well above where it stands, which is high where many share it. If the buffer ends there, all who share
/// it see that at once. If not, it is tried again, higher, but ever more rarely: an overflow makes everybody slow down
/// for a moment. A lone sender of a slow link, whose queue is long, does so to find out whether it keeps half of the
/// buffer free. Not thread-safe.
final class Sounding {
    private static final double MS = 1e6;
    private static final double FIRST_HEIGHT = 4;
    private static final double HIGHER = 1.5;
    /// In a buffer that high the target of two or three bends by little.
    private static final double MOST_HEIGHT = 9;
    /// On a queue that stands already this part of it is put for each such time: half of it at first, in the end more
    /// than as much again. Others may drain meanwhile, and make room for it.
    private static final double ABOVE = 0.125;
    /// With less of the link it is not this sender who takes too much.
    private static final double LEAST_PART = 0.1;
    /// A sender that is alone keeps a buffer more than half full that ends below that many times its queue.
    private static final double LONE_HEIGHT = 2;
    /// Where that is less, probes reach so high.
    private static final double LEAST_LONE_NANOS = 14 * MS;
    /// Where the queue stands higher than that many times what the sender's part asks for, others fill it as they like.
    private static final double MOST_TARGETS = 2;

    private static final double LEAST_NANOS = 20 * MS;
    /// A little less than the drains' period.
    private static final double FIRST_PERIOD_NANOS = 7_400 * MS;

    private double bytesPerSecond;
    private double heightNanos;
    private long untilNanos = Long.MIN_VALUE;
    private long nextNanos = Long.MIN_VALUE;
    private double times = FIRST_HEIGHT;
    private double periodNanos = FIRST_PERIOD_NANOS;

    /// Begins, unless it would be too soon or tell nothing. Returns whether it did.
    boolean begins(Bottleneck link, double queueNanos, long nowNanos) {
        double height = tellingNanos(link, queueNanos);
        double missing = height - queueNanos;
        if (nowNanos < nextNanos || missing <= 0) {
            return false;
        }
        double nanos = Math.max(missing, LEAST_NANOS);
        bytesPerSecond = link.rateBytesPerSecond() + missing / nanos * link.bytesPerSecond();
        heightNanos = height;
        untilNanos = nowNanos + (long) nanos;
        nextNanos = nowNanos + (long) periodNanos;
        periodNanos *= 2;
        if (!link.isAlone()) {
            times = Math.min(MOST_HEIGHT, HIGHER * times);
        }
        return true;
    }

    /// How high the queue has to stand to tell something; 0 if that need not be known.
    private double tellingNanos(Bottleneck link, double queueNanos) {
        if (link.isAlone()) {
            return link.aloneNanos() > LEAST_LONE_NANOS ? LONE_HEIGHT * link.aloneNanos() : 0;
        }
        boolean theirs = queueNanos > MOST_TARGETS * link.aloneNanos() / link.part();
        boolean asks = link.part() >= LEAST_PART && !theirs;
        return asks ? Math.max(times * link.aloneNanos(), (1 + ABOVE * times) * queueNanos) : 0;
    }

    /// Whether it goes on now.
    boolean isOn(long nowNanos) {
        return nowNanos < untilNanos;
    }

    /// What to send at meanwhile.
    double bytesPerSecond() {
        return bytesPerSecond;
    }

    /// How high the queue is to stand that the sender has just made, told once; 0 if there is none.
    double takeHeightNanos() {
        double height = heightNanos;
        heightNanos = 0;
        return height;
    }
}
