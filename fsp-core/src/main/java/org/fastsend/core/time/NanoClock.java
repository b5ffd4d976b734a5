package org.fastsend.core.time;

/// A clock that only goes forward: its readings mean nothing but in differences. Thread-safe.
@FunctionalInterface
public interface NanoClock {
    long nanos();
}
