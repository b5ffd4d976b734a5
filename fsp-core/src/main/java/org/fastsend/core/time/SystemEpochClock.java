package org.fastsend.core.time;

/// The machine's wall clock.
public final class SystemEpochClock implements EpochClock {
    @Override
    public long millis() {
        return System.currentTimeMillis();
    }
}
