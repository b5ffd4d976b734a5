package org.fastsend.core.sim.udp;

import java.util.Random;

/// When a busy host lets its process run: spans of running and of waiting, of exponentially distributed lengths.
final class Stalls {
    private final Random random;
    private final double meanRunNanos;
    private final double meanWaitNanos;
    private long waitFromNanos;
    private long waitToNanos;

    Stalls(long seed, double meanRunNanos, double meanWaitNanos) {
        this.random = new Random(seed);
        this.meanRunNanos = meanRunNanos;
        this.meanWaitNanos = meanWaitNanos;
    }

    /// When the process runs next: now, or when its wait is over. Times asked for never go back.
    long runsAt(long nowNanos) {
        while (waitToNanos <= nowNanos) {
            waitFromNanos = waitToNanos + length(meanRunNanos);
            waitToNanos = waitFromNanos + length(meanWaitNanos);
        }
        return nowNanos < waitFromNanos ? nowNanos : waitToNanos;
    }

    private long length(double meanNanos) {
        return 1 + (long) (-meanNanos * Math.log(1 - random.nextDouble()));
    }
}
