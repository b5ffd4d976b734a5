package org.fastsend.core.time;

/// The wall clock: what certificates, leases and tickets expire by. It may jump; durations are measured with a
/// [NanoClock]. Thread-safe.
@FunctionalInterface
public interface EpochClock {
    /// Milliseconds since 1970-01-01T00:00Z.
    long millis();

    default long seconds() {
        return Math.floorDiv(millis(), 1000);
    }
}
