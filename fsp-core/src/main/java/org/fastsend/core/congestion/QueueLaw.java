package org.fastsend.core.congestion;

/// FAST's law (equation 1) in small steps: a window follows what the queue is short of its target, and an [Equalizer]
/// makes shares equal sooner than that alone would. Not thread-safe.
final class QueueLaw {
    private static final double SECOND = 1e9;
    private static final double GAIN = 0.5;

    private final Equalizer equalizer = new Equalizer();

    /// Bytes by which a window is to grow in that time; negative if it is to shrink.
    ///
    /// @param bytesPerSecond the sender's rate
    /// @param spanNanos round trip of the control loop with that queue
    /// @param lagNanos how much later than the path itself would have it a rise of the queue shows
    /// @param equalizes whether shares are to be equal at that target
    double step(
            double bytesPerSecond,
            double queueNanos,
            double targetNanos,
            double spanNanos,
            long lagNanos,
            boolean equalizes,
            double elapsedNanos) {
        double lawSpan = spanNanos + targetNanos + lagNanos;
        double error = targetNanos - queueNanos;
        if (equalizes) {
            double lawNanos = spanNanos * lawSpan / (GAIN * targetNanos);
            error += equalizer.errorNanos(targetNanos, queueNanos, spanNanos, lawNanos, elapsedNanos);
        }
        return GAIN * elapsedNanos / lawSpan * bytesPerSecond / SECOND * error;
    }
}
