package org.fastsend.core.congestion;

import java.util.OptionalDouble;
import java.util.stream.Stream;

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

    private int idle;
    /// Probes in a row without a bump.
    private final Ceiling flat = new Ceiling();
    /// Low bumps since one ended higher.
    private final Ceiling cut = new Ceiling();

    /// The one height at which some ended.
    private static final class Ceiling {
        private int times;
        private double nanos;

        void reached(double peakNanos, double noiseNanos) {
            times = Math.abs(peakNanos - nanos) < noiseNanos ? times + 1 : 1;
            nanos = peakNanos;
        }

        void doubted() {
            times = 0;
        }
    }

    /// A probe is over.
    ///
    /// @param expectedNanos the bump that a full link would have shown
    /// @param riseNanos the bump
    /// @param fallNanos how much lower the queue's peak was after the slower part than at the bump
    /// @param peakNanos the queue's peak at the bump
    /// @param alone whether there is nobody else who makes bumps low by sending less just then
    void handle(double expectedNanos, double riseNanos, double fallNanos, double peakNanos, boolean alone) {
        boolean tells = expectedNanos > LEAST_EXPECTED_NANOS;
        double noiseNanos = FLAT * expectedNanos;
        boolean isFlat = tells && Math.abs(riseNanos) < noiseNanos;
        boolean fell = fallNanos > FELL * expectedNanos;
        idle = isFlat && !fell ? idle + 1 : 0;
        if (isFlat && fell) {
            flat.reached(peakNanos, noiseNanos);
        } else {
            flat.doubted();
        }
        if (alone && tells && riseNanos < LOW * expectedNanos && fell) {
            cut.reached(peakNanos, noiseNanos);
        } else if (peakNanos - cut.nanos > noiseNanos) {
            cut.doubted();
        }
    }

    /// Whether the link surely has room.
    boolean showIdleLink() {
        return idle >= CONVINCING_IDLE;
    }

    /// How high the queue stands when the buffer is full; empty if none was surely seen to be.
    OptionalDouble fullNanos() {
        return Stream.of(flat, cut)
                .filter(ceiling -> ceiling.times >= CONVINCING_FULL)
                .mapToDouble(ceiling -> ceiling.nanos)
                .findFirst();
    }
}
