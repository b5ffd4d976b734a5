package org.fastsend.core.congestion;

/// The round trip of the control loop: the path, what reporting on a clock adds to it, and the queue that usually
/// stands on the way back. That queue counts for nothing in what the sender aims at, but all that it learns is older by
/// that: who overlooks it corrects the same mistake again and again before it sees that it is corrected. Not
/// thread-safe.
final class ControlLoop {
    private static final long MS = 1_000_000;
    /// What reporting on a clock adds to a round trip.
    static final long LAG_NANOS = 8 * MS;
    /// Time over which the way back is averaged.
    private static final double MEMORY_NANOS = 500 * MS;

    private final ForwardDelay delay;
    private double reverseNanos;
    private double excessNanos;

    ControlLoop(ForwardDelay delay) {
        this.delay = delay;
    }

    /// The delay was told of a report. Returns what to multiply a window with that is to mean the same rate as before.
    double handleReport(double elapsedNanos) {
        double queue = delay.queueNanos();
        double before = spanNanos(queue);
        reverseNanos += (delay.reverseQueueNanos() - reverseNanos) * Math.min(1, elapsedNanos / MEMORY_NANOS);
        excessNanos = delay.excessNanos();
        return spanNanos(queue) / before;
    }

    /// With that much queue on the way there.
    double spanNanos(double queueNanos) {
        return delay.baseRttNanos() + LAG_NANOS + reverseNanos + queueNanos;
    }

    /// Of a round trip, the time at whose end the sender does not know yet what arrived.
    double unreportedNanos() {
        return LAG_NANOS + reverseNanos - excessNanos;
    }

    /// The queue that usually stands on the way back.
    double reverseNanos() {
        return reverseNanos;
    }
}
