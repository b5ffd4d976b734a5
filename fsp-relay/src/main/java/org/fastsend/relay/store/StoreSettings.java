package org.fastsend.relay.store;

import org.fastsend.relay.lease.LeaseTerm;

/// How the store writes, and how long it keeps.
///
/// @param segmentBytes a segment that has grown to this is closed and the next one begun; at most {@link
///     #MAX_SEGMENT_BYTES}
/// @param maxBatchBytes writes that share one force; more waits for the next
/// @param maxPendingBytes of one transfer waiting to be written; beyond it puts are refused as busy
/// @param lease how long a transfer is kept
public record StoreSettings(long segmentBytes, long maxBatchBytes, long maxPendingBytes, LeaseTerm lease) {
    /// With the batch that closes it, a segment stays far below the 4 GiB that an index position can tell.
    public static final long MAX_SEGMENT_BYTES = 1L << 30;

    /// The settings of a relay: segments of 1 GiB, batches of 32 MiB, 128 MiB pending, the lease as given.
    public static StoreSettings forLease(LeaseTerm lease) {
        return new StoreSettings(MAX_SEGMENT_BYTES, 32L << 20, 128L << 20, lease);
    }

    public StoreSettings {
        if (segmentBytes < 1 || segmentBytes > MAX_SEGMENT_BYTES || maxBatchBytes < 1 || maxBatchBytes > 1L << 30) {
            throw new IllegalArgumentException("segment or batch out of range: " + segmentBytes + ", " + maxBatchBytes);
        }
    }
}
