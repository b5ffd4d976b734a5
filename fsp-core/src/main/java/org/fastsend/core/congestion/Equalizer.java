package org.fastsend.core.congestion;

/// What makes the shares of a link equal many times sooner where FAST's law alone needs minutes.
///
/// Under the law two senders' rates approach each other in `T² / (g q*)`: the longer the path and the shorter the
/// target, the slower. Its gain g cannot be more, since the queue that it answers to is a round trip old. But what
/// senders differ in, each by its own rate, is known at once. So here the target's distance from the queue's *mean*,
/// over many round trips, counts as much more as the law is too slow: what the queue does in a round trip hardly
/// shows in it, what a share lacks does. The mean is of the queue as a part of the target of its time: a target that
/// falls, as when a buffer turns out to be short, makes no queue that stood before too high. As a lag compensator it
/// raises the gain at low frequencies only. Not thread-safe.
final class Equalizer {
    private static final double SECOND = 1e9;
    /// A law that closes differences so fast is left alone.
    private static final double SETTLING_NANOS = 10 * SECOND;
    private static final double MOST_GAIN = 16;
    /// Round trips that the mean extends over, for each unit of gain: a phase of 14 degrees.
    private static final double SPANS = 4;
    /// And never fewer than for so much.
    private static final double LEAST_GAIN_OF_MEAN = 4;
    /// Where less of the target stands the link may not be full, and nobody's share is at stake: as behind a policer,
    /// which has no queue at all.
    private static final double LEAST_QUEUE = 0.25;

    /// Of the queue in targets.
    private double mean;
    private double ageNanos;

    /// The queueing delay by which the law's own error, target less queue, is to be corrected.
    ///
    /// @param spanNanos round trip of the control loop
    /// @param lawNanos in which the law closes differences, as if the target were not bent by a short buffer
    /// @param elapsedNanos since the call before, less than `spanNanos` mostly
    double errorNanos(double targetNanos, double queueNanos, double spanNanos, double lawNanos, double elapsedNanos) {
        double gain = Math.clamp(lawNanos / SETTLING_NANOS - 1, 0, MOST_GAIN);
        double memoryNanos = SPANS * Math.max(gain, LEAST_GAIN_OF_MEAN) * spanNanos;
        ageNanos = Math.min(memoryNanos, Math.max(1, ageNanos + elapsedNanos));
        mean += (queueNanos / targetNanos - mean) * Math.min(1, elapsedNanos / ageNanos);
        if (mean < LEAST_QUEUE) {
            return 0;
        }
        double learnt = ageNanos / memoryNanos;
        return gain * learnt * targetNanos * Math.clamp(1 - mean, -1, 1);
    }
}
