package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// Probes of the [capacity][CapacityProbe] that made no bump in the queue, or too low a one. If it did not fall
/// either when less was sent, the link is not full, whatever the delay seems to say. If it did, the buffer was full
/// and dropped the bump, or its top: among losses that are the path's nothing else may tell that. Not thread-safe.
final class FlatProbes {
    /// A bump lower than that part of what was expected is none, and so is a difference between two heights.
    static final double FLAT = 0.15;

    /// So low is one whose top the buffer may have cut off.
    private static final double LOW = 0.7;

    private static final double FELL = 0.5;
    /// A bump that was to be lower proves nothing by its absence.
    private static final double LEAST_EXPECTED_NANOS = 1e6;

    private static final int CONVINCING_IDLE = 5;
    /// All at one height, which what others do hardly imitates.
    private static final int CONVINCING_FULL = 3;

    private static final int CONVINCING_CUT = 3;

    private int idle;
    private int full;
    private double heightNanos;
    /// Low bumps that ended at one height, since one ended higher.
    private int cut;
    private double cutNanos;

    /// A probe is over.
    ///
    /// @param expectedNanos the bump that a full link would have shown
    /// @param riseNanos the bump
    /// @param fallNanos how much lower the queue's peak was after the slower part than at the bump
    /// @param peakNanos the queue's peak at the bump
    /// @param alone whether there is nobody else who makes bumps low by sending less just then
    void handle(double expectedNanos, double riseNanos, double fallNanos, double peakNanos, boolean alone) {
        boolean tells = expectedNanos > LEAST_EXPECTED_NANOS;
        boolean flat = tells && Math.abs(riseNanos) < FLAT * expectedNanos;
        boolean fell = fallNanos > FELL * expectedNanos;
        boolean level = Math.abs(peakNanos - heightNanos) < FLAT * expectedNanos;
        idle = flat && !fell ? idle + 1 : 0;
        if (flat && fell) {
            full = level ? full + 1 : 1;
            heightNanos = peakNanos;
        } else {
            full = 0;
        }
        double above = peakNanos - cutNanos;
        if (alone && tells && riseNanos < LOW * expectedNanos && fell) {
            cut = Math.abs(above) < FLAT * expectedNanos ? cut + 1 : 1;
            cutNanos = peakNanos;
        } else if (above > FLAT * expectedNanos) {
            cut = 0;
        }
    }

    /// Whether the link surely has room.
    boolean showIdleLink() {
        return idle >= CONVINCING_IDLE;
    }

    /// How high the queue stands when the buffer is full; empty if none was surely seen to be.
    OptionalDouble fullNanos() {
        if (full >= CONVINCING_FULL) {
            return OptionalDouble.of(heightNanos);
        }
        return cut >= CONVINCING_CUT ? OptionalDouble.of(cutNanos) : OptionalDouble.empty();
    }
}
