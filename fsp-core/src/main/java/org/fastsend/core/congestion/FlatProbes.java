package org.fastsend.core.congestion;

/// Probes of the [capacity][CapacityProbe] that made no bump in the queue. If it did not fall either when less was
/// sent, the link is not full, whatever the delay seems to say. If it did, the buffer was full and dropped the bump:
/// among losses that are the path's nothing else may tell that. Not thread-safe.
final class FlatProbes {
    /// A bump lower than that part of what was expected is none, and so is a difference between two heights.
    static final double FLAT = 0.15;

    private static final double FELL = 0.5;
    /// A bump that was to be lower proves nothing by its absence.
    private static final double LEAST_EXPECTED_NANOS = 1e6;

    private static final int CONVINCING_IDLE = 5;
    /// All at one height, which what others do hardly imitates.
    private static final int CONVINCING_FULL = 3;

    private int idle;
    private int full;
    private double heightNanos;

    /// A probe is over.
    ///
    /// @param expectedNanos the bump that a full link would have shown
    /// @param riseNanos the bump
    /// @param fallNanos how much lower the queue's peak was after the slower part than at the bump
    /// @param peakNanos the queue's peak at the bump
    void handle(double expectedNanos, double riseNanos, double fallNanos, double peakNanos) {
        boolean flat = expectedNanos > LEAST_EXPECTED_NANOS && Math.abs(riseNanos) < FLAT * expectedNanos;
        boolean fell = fallNanos > FELL * expectedNanos;
        boolean level = Math.abs(peakNanos - heightNanos) < FLAT * expectedNanos;
        idle = flat && !fell ? idle + 1 : 0;
        if (flat && fell) {
            full = level ? full + 1 : 1;
            heightNanos = peakNanos;
        } else {
            full = 0;
        }
    }

    /// Whether the link surely has room.
    boolean showIdleLink() {
        return idle >= CONVINCING_IDLE;
    }

    /// Whether the buffer is surely full.
    boolean showFullBuffer() {
        return full >= CONVINCING_FULL;
    }

    /// How high the queue stood when it was full last.
    double heightNanos() {
        return heightNanos;
    }
}
