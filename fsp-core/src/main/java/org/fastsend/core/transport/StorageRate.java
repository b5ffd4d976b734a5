package org.fastsend.core.transport;

/// What the storage behind the sink takes, as far as the receive window shows it: once whole messages that wait for it
/// fill a quarter of the window, the sender is asked for what drains, a little more or less so that a quarter stays
/// waiting. So a slow disk slows the sender down long before the window stops it. What waits for the rest of its
/// message says nothing of the disk: on a long path that loses much that is several round trips' worth. Not
/// thread-safe.
final class StorageRate {
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final long STEP_NANOS = 100_000_000;
    private static final double WANTED_WAITING = 0.25;
    private static final double GAIN = 2;
    /// Below it for [#FREE_STEPS], the storage is no limit any more.
    private static final double FREE_WAITING = 0.05;

    private static final int FREE_STEPS = 10;
    /// The rest of the window may fill in so long a time whatever drains: a storage that pauses is not
    /// dead.
    private static final double FILL_SECONDS = 16;
    private static final double NEWEST_WEIGHT = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    private long stepNanos;
    private long releasedBytes;
    private double drainBytesPerSecond;
    private boolean limiting;
    private int freeSteps;
    private long rate = UNLIMITED;

    StorageRate(long nowNanos) {
        stepNanos = nowNanos;
    }

    /// Looks at the window; does nothing more than ten times a second.
    void observe(ReceiveWindow window, long nowNanos) {
        long elapsedNanos = nowNanos - stepNanos;
        if (elapsedNanos < STEP_NANOS) {
            return;
        }
        double drained = (window.releasedBytes() - releasedBytes) * NANOS_PER_SECOND / elapsedNanos;
        double weight = Math.min(1, NEWEST_WEIGHT * elapsedNanos / STEP_NANOS);
        boolean first = drainBytesPerSecond == 0;
        drainBytesPerSecond = first ? drained : drainBytesPerSecond + weight * (drained - drainBytesPerSecond);
        stepNanos = nowNanos;
        releasedBytes = window.releasedBytes();
        decide(window.waitingShare(), window.freeBytes() / FILL_SECONDS);
    }

    long bytesPerSecond() {
        return rate;
    }

    private void decide(double waiting, double least) {
        if (!limiting && waiting < WANTED_WAITING) {
            return;
        }
        freeSteps = waiting < FREE_WAITING ? freeSteps + 1 : 0;
        limiting = freeSteps < FREE_STEPS;
        if (!limiting) {
            freeSteps = 0;
        }
        rate = limiting
                ? (long) Math.max(1 + least, drainBytesPerSecond * (1 + GAIN * (WANTED_WAITING - waiting)))
                : UNLIMITED;
    }
}
