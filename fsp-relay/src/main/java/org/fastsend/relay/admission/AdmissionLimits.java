package org.fastsend.relay.admission;

/// What a relay takes in at most.
///
/// @param capacityBytes blocks and feeds of all transfers together
/// @param floorBytes room that stays free on the disk, whatever the capacity says: others use it too
/// @param maxTransfers transfers at a time
/// @param maxItems blocks and feed entries at a time; each costs the relay some memory
public record AdmissionLimits(long capacityBytes, long floorBytes, int maxTransfers, long maxItems) {
    public static final int DEFAULT_MAX_TRANSFERS = 10_000;

    /// Heap to count on for an item: its place in the index, twice while the index grows, with the longest
    /// checksum.
    private static final int HEAP_BYTES_PER_ITEM = 128;

    public AdmissionLimits {
        if (capacityBytes < 0 || floorBytes < 0 || maxTransfers < 1 || maxItems < 1) {
            throw new IllegalArgumentException("a relay's limits must not be negative");
        }
    }

    /// How many items a heap of this size can index.
    public static long itemsFor(long heapBytes) {
        return Math.max(1, heapBytes / HEAP_BYTES_PER_ITEM);
    }
}
