package org.fastsend.core.congestion;

/// How a [search][StartUp] of the path ended.
///
/// @param overflowNanos queueing delay at which a chirp lost packets; 0 if none did
/// @param flood share that was lost between chirps when that ended it; 0 if something else did
/// @param queued whether a chirp ever built a queue, as behind a policer none does
/// @param unheard whether the path became full before it was known what the last chirp met: that, and the pause behind
/// it, are not the sender's usual work
record SearchEnd(long overflowNanos, double flood, boolean queued, boolean unheard) {
    /// Whether the path lost what it had no room for.
    boolean overflowed() {
        return overflowNanos > 0 || flood > 0;
    }
}
