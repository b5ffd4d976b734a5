package org.fastsend.overlay.select;

import org.fastsend.core.channel.BlockChannel.Echo;
import org.fastsend.core.channel.RelayChoice.Sample;

/// What a target did over the last [Series#POINTS] samples. Not thread-safe.
final class Trace {
    private static final long FRESH_NANOS = 150_000_000;
    private static final long STEP_NANOS = 100_000_000;
    private static final int STEPS = 8;
    private static final int SAMPLES_PER_IDLE_ONE = 5;

    private final Series sent = new Series();
    private final Series stored = new Series();
    private final Series arrived = new Series();
    private final boolean[] busy = new boolean[Series.POINTS];

    void add(long nowNanos, Sample sample) {
        busy[sent.count() % Series.POINTS] = sample.busy();
        sent.add(nowNanos, sample.sentBytes());
        stored.add(nowNanos, sample.storedBytes());
        sample.echo().filter(this::isNew).ifPresent(echo -> arrived.add(echo.atNanos(), echo.arrivedBytes()));
    }

    private boolean isNew(Echo echo) {
        return echo.atNanos() > arrived.newestNanos();
    }

    /// Bytes a second that were sent to it between two moments, as far as they are remembered.
    double sentRate(long fromNanos, long toNanos) {
        return sent.rate(fromNanos, toNanos);
    }

    double storedRate(long fromNanos, long toNanos) {
        return stored.rate(fromNanos, toNanos);
    }

    /// Bytes a second that came to it, by what it says itself as soon as it does: what is handed to the network stands
    /// in buffers first, megabytes of it.
    double arrivedRate(long fromNanos, long toNanos) {
        return arrived.covers(fromNanos) ? reportedRate(fromNanos, toNanos) : sentRate(fromNanos, toNanos);
    }

    /// The same, but since it first said something if that was later; 0 before.
    double reportedRate(long fromNanos, long toNanos) {
        return arrived.rate(fromNanos, toNanos);
    }

    /// Whether it had work between two moments, but for a sample here and there at which all of it was just done.
    boolean wasBusy(long fromNanos, long toNanos) {
        int looks = 0;
        int idle = 0;
        for (int i = sent.oldest(); i < sent.count(); i++) {
            if (sent.nanos(i) >= fromNanos && sent.nanos(i) <= toNanos) {
                looks++;
                idle += busy[i % Series.POINTS] ? 0 : 1;
            }
        }
        return looks > 0 && idle * SAMPLES_PER_IDLE_ONE <= looks;
    }

    /// How much two targets seem to contend for one link lately, as [Contention] says.
    static double contention(Trace one, Trace other) {
        long newestNanos = Math.min(one.arrived.newestNanos(), other.arrived.newestNanos());
        return contentionSince(newestNanos - STEPS * STEP_NANOS, one, other);
    }

    /// The same since some moment.
    static double contentionSince(long fromNanos, Trace one, Trace other) {
        long newestNanos = Math.min(one.arrived.newestNanos(), other.arrived.newestNanos());
        if (newestNanos <= fromNanos) {
            return 0;
        }
        int steps = Math.toIntExact((newestNanos - fromNanos) / STEP_NANOS);
        return Contention.of(
                one.arrived.steps(newestNanos, STEP_NANOS, steps), other.arrived.steps(newestNanos, STEP_NANOS, steps));
    }

    /// Whether it said just now that it gets at most so much.
    boolean isDownTo(double bytesPerSecond, long nowNanos) {
        return arrived.newestNanos() > nowNanos - FRESH_NANOS
                && arrived.rate(nowNanos - 2 * FRESH_NANOS, nowNanos) <= bytesPerSecond;
    }
}
