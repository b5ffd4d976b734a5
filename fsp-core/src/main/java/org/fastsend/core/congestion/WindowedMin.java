package org.fastsend.core.congestion;

/// The least of what was measured within a moving window, over a bounded number of samples: when they do not suffice,
/// the oldest goes early. Not thread-safe.
final class WindowedMin {
    private static final int CAPACITY = 64;

    private final long[] values = new long[CAPACITY];
    private final long[] times = new long[CAPACITY];
    private int head;
    private int size;

    /// Adds a sample; the least one of the window that ends now.
    long add(long value, long nowNanos, long windowNanos) {
        while (size > 0 && times[head] < nowNanos - windowNanos) {
            drop();
        }
        while (size > 0 && values[(head + size - 1) % CAPACITY] >= value) {
            size--;
        }
        if (size == CAPACITY) {
            drop();
        }
        int at = (head + size) % CAPACITY;
        values[at] = value;
        times[at] = nowNanos;
        size++;
        return values[head];
    }

    /// The least sample of the window as it was at the last one.
    long least() {
        return values[head];
    }

    /// Adds to every sample.
    void shift(long by) {
        for (int i = 0; i < CAPACITY; i++) {
            values[i] += by;
        }
    }

    private void drop() {
        head = (head + 1) % CAPACITY;
        size--;
    }
}
