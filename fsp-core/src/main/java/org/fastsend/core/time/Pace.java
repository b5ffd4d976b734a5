package org.fastsend.core.time;

import java.util.Collection;

/// How fast a peer does what it is asked: what is outstanding with it, how many bytes a second it gets done, and how
/// long it will therefore need. Not thread-safe.
public final class Pace {
    /// A peer's window holds what it gets done in this time: a slow one must not sit on blocks that others could move.
    private static final double WINDOW_SECONDS = 4;
    /// But never fewer blocks than that, so that its streams have work; nor more before it is measured.
    private static final int LEAST_WINDOW_BLOCKS = 4;

    /// The rate that peers together are taken to have before any of them is measured: a megabit a second.
    private static final double LEAST_BYTES_PER_SECOND = 128 << 10;
    /// How many times longer than expected things may take.
    private static final double PATIENCE = 4;
    /// A peer that needs so many times longer than the others together would is far behind ...
    private static final double BEHIND_FACTOR = 4;
    /// ... but not for less time than that.
    private static final double LEAST_BEHIND_NANOS = 1e9;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long maxWindowBytes;
    private final long blockBytes;
    private final Goodput goodput = new Goodput();
    private int outstanding;
    private long outstandingBytes;
    private long progressNanos;
    private double leastLatencyNanos = Double.POSITIVE_INFINITY;

    /// @param maxWindowBytes bound on the bytes outstanding; one thing passes however long it is
    /// @param blockBytes a block's usual length
    public Pace(long maxWindowBytes, long blockBytes) {
        this.maxWindowBytes = maxWindowBytes;
        this.blockBytes = blockBytes;
    }

    /// Bytes that fit into its window beside what is outstanding: anything if nothing is.
    public long room() {
        if (outstanding == 0) {
            return Long.MAX_VALUE;
        }
        long earned = Math.max(LEAST_WINDOW_BLOCKS * blockBytes, (long) (bytesPerSecond() * WINDOW_SECONDS));
        return Math.min(maxWindowBytes, earned) - outstandingBytes;
    }

    /// It was asked for something.
    public void begin(long nowNanos, long bytes) {
        if (outstanding == 0) {
            goodput.start(nowNanos);
            progressNanos = nowNanos;
        }
        outstanding++;
        outstandingBytes += bytes;
    }

    /// It did what it was asked at `sinceNanos`; [#finish] has to follow.
    public void done(long nowNanos, long bytes, long sinceNanos) {
        goodput.add(nowNanos, bytes);
        leastLatencyNanos = Math.min(leastLatencyNanos, (double) (nowNanos - sinceNanos));
        progressNanos = nowNanos;
    }

    /// One thing less is outstanding, done or not.
    public void finish(long nowNanos, long bytes) {
        outstanding--;
        outstandingBytes -= bytes;
        if (outstanding == 0) {
            goodput.stop(nowNanos);
        }
    }

    /// It showed that it is alive.
    public void live(long nowNanos) {
        progressNanos = nowNanos;
    }

    public int outstanding() {
        return outstanding;
    }

    public long outstandingBytes() {
        return outstandingBytes;
    }

    /// When it last did something or, if later, was asked for something after it had nothing to do.
    public long progressNanos() {
        return progressNanos;
    }

    /// 0 if it never did anything.
    public double bytesPerSecond() {
        return goodput.bytesPerSecond();
    }

    /// How long it would need for one block if nothing else were outstanding; 0 if it never did anything. A mean of
    /// what blocks took would not tell: with a busy peer that is mostly the wait behind what it was asked before.
    public double idleLatencyNanos() {
        return bytesPerSecond() > 0 ? Math.max(leastLatencyNanos, blockBytes * NANOS_PER_SECOND / bytesPerSecond()) : 0;
    }

    /// The same, or while it never did anything that of the slowest of all; 0 if none ever did.
    public double expectedLatencyNanos(Collection<Pace> all) {
        if (idleLatencyNanos() > 0) {
            return idleLatencyNanos();
        }
        return all.stream().mapToDouble(Pace::idleLatencyNanos).max().orElse(0);
    }

    /// How long it will need for what is outstanding: at its measured rate, but at least as long as it has been silent
    /// for each window of the least size, as one that was fast has much outstanding when it becomes slow.
    public double remainingNanos(long nowNanos) {
        double windows = Math.max(1, (double) outstandingBytes / (LEAST_WINDOW_BLOCKS * blockBytes));
        return outstanding == 0 ? 0 : Math.max(drainNanos(bytesPerSecond()), windows * (nowNanos - progressNanos));
    }

    /// How long it would need for what is outstanding at its measured rate, or at the given one if it has none yet.
    public double drainNanos(double otherwiseBytesPerSecond) {
        double rate = bytesPerSecond() > 0 ? bytesPerSecond() : otherwiseBytesPerSecond;
        return rate > 0 ? outstandingBytes * NANOS_PER_SECOND / rate : 0;
    }

    /// Whether others would get done what is outstanding here, beside their own, far sooner. Who is about as slow is no
    /// help, and must not make it look quick enough.
    ///
    /// @param all every peer that could do it instead, perhaps this one, too
    /// @param leastHelpers how many of them it takes, one at least
    public boolean isFarBehind(long nowNanos, Collection<Pace> all, int leastHelpers) {
        double remaining = remainingNanos(nowNanos);
        double bytesPerSecond = 0;
        double latencyNanos = 0;
        int helpers = 0;
        long bytes = outstandingBytes;
        for (Pace other : all) {
            double otherLatencyNanos = other.idleLatencyNanos();
            if (other != this && otherLatencyNanos > 0 && otherLatencyNanos * BEHIND_FACTOR < remaining) {
                bytesPerSecond += other.bytesPerSecond();
                latencyNanos = Math.max(latencyNanos, otherLatencyNanos);
                bytes += other.outstandingBytes;
                helpers++;
            }
        }
        if (helpers < Math.max(1, leastHelpers)) {
            return false;
        }
        double othersNanos = bytes * NANOS_PER_SECOND / bytesPerSecond + latencyNanos;
        return remaining > BEHIND_FACTOR * othersNanos + LEAST_BEHIND_NANOS;
    }

    /// How long a peer may be silent before it counts as stalled: all peers may share one slow link, so that what is
    /// outstanding at any of them may be in its way.
    ///
    /// @param stallNanos how long it may be silent in any case
    public static long patienceNanos(long stallNanos, Iterable<Pace> all) {
        double bytesPerSecond = 0;
        long bytes = 0;
        for (Pace pace : all) {
            bytesPerSecond += pace.bytesPerSecond();
            bytes += pace.outstandingBytes;
        }
        double expectedSeconds =
                bytesPerSecond > 0 ? PATIENCE * bytes / bytesPerSecond : bytes / LEAST_BYTES_PER_SECOND;
        return stallNanos + (long) (expectedSeconds * NANOS_PER_SECOND);
    }

    /// Negative if it has less to do than the other, both taken to be as fast as given while they are not measured.
    public int compareLoad(Pace other, double otherwiseBytesPerSecond) {
        return otherwiseBytesPerSecond > 0
                ? Double.compare(drainNanos(otherwiseBytesPerSecond), other.drainNanos(otherwiseBytesPerSecond))
                : Long.compare(outstandingBytes, other.outstandingBytes);
    }
}
