package org.fastsend.core.collect;

/// What a collector is bound by.
///
/// @param maxBytesInFlight bound on bytes asked for and not arrived; one block passes however long it is
/// @param maxBytesPerSource the same for one source
/// @param blockBytes what a block counts in bytes before it is here: the longest sealed block
/// @param stallNanos a source that delivers nothing of what was asked for so long, and for four times what all that is
///     outstanding should take at the measured rate, is dropped; and when nothing moves at all, and nothing new can
///     come over the feed, the collection fails after so long
/// @param whenFinal whether nothing is fetched while the manifest may still grow: the sender then has its links alone
public record CollectSettings(
        long maxBytesInFlight, long maxBytesPerSource, int blockBytes, long stallNanos, boolean whenFinal) {
    /// Of one that fetches at once.
    public CollectSettings(long maxBytesInFlight, long maxBytesPerSource, int blockBytes, long stallNanos) {
        this(maxBytesInFlight, maxBytesPerSource, blockBytes, stallNanos, false);
    }

    public CollectSettings {
        if (maxBytesInFlight < 1 || maxBytesPerSource < 1 || blockBytes < 1 || stallNanos < 1) {
            throw new IllegalArgumentException("bounds of a collector are positive");
        }
    }
}
