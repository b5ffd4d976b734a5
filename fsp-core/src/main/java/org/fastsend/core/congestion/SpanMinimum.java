package org.fastsend.core.congestion;

import java.util.Arrays;

/// The least of what was measured in the last three spans of time, whose ends somebody else tells. So what is no longer
/// there is forgotten after as many. Not thread-safe.
final class SpanMinimum {
    private static final int SPANS = 3;
    /// In a span in which nothing was measured yet.
    private static final long NONE = Long.MAX_VALUE;

    /// The newest first.
    private final long[] leasts = new long[SPANS];

    SpanMinimum() {
        Arrays.fill(leasts, NONE);
    }

    /// Measured in the newest span.
    void add(long value) {
        leasts[0] = Math.min(leasts[0], value);
    }

    /// Begins a new span and forgets the oldest.
    void forget() {
        System.arraycopy(leasts, 0, leasts, 1, SPANS - 1);
        leasts[0] = NONE;
    }

    /// Forgets all but that.
    void reset(long value) {
        Arrays.fill(leasts, NONE);
        leasts[0] = value;
    }

    /// All that was measured is more by that than it was taken for.
    void shift(long by) {
        for (int i = 0; i < SPANS; i++) {
            leasts[i] += leasts[i] == NONE ? 0 : by;
        }
    }

    /// The least of all; Long.MAX_VALUE if there is none.
    long least() {
        long least = NONE;
        for (long value : leasts) {
            least = Math.min(least, value);
        }
        return least;
    }
}
