package org.fastsend.core.time;

/// The machine's monotonic clock.
public final class SystemNanoClock implements NanoClock {
    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
