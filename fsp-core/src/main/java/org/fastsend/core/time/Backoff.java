package org.fastsend.core.time;

/// How long to leave a peer alone that could not do what it was asked: 50 ms at first, twice as long each time, 5 s at
/// most. Several failures in one go count as one. Not thread-safe.
public final class Backoff {
    public static final long FIRST_NANOS = 50_000_000;
    public static final long LONGEST_NANOS = 5_000_000_000L;

    private int failures;
    private long untilNanos = Long.MIN_VALUE / 2;

    /// The peer failed; returns how often it did in a row.
    public int fail(long nowNanos) {
        if (!holds(nowNanos)) {
            failures++;
            int doublings = Math.min(failures - 1, Long.SIZE - Long.numberOfLeadingZeros(LONGEST_NANOS / FIRST_NANOS));
            untilNanos = nowNanos + Math.min(LONGEST_NANOS, FIRST_NANOS << doublings);
        }
        return failures;
    }

    /// The peer did what it was asked.
    public void reset() {
        failures = 0;
    }

    /// Whether the peer is still to be left alone.
    public boolean holds(long nowNanos) {
        return failures > 0 && nowNanos - untilNanos < 0;
    }

    /// Until when it is left alone; meaningful only after a failure.
    public long untilNanos() {
        return untilNanos;
    }

    /// Until when it is left alone for either reason; meaningful only after a failure.
    public static long untilNanos(Backoff one, Backoff other) {
        return one.untilNanos - other.untilNanos > 0 ? one.untilNanos : other.untilNanos;
    }
}
