package org.fastsend.relay.admission;

/// Counts what a relay has taken in against its limits, all transfers together. Room is taken before a block is
/// written and given back if it is refused later or its transfer goes. Thread-safe.
public final class Admission {
    private final AdmissionLimits limits;
    private long usedBytes;
    private long items;
    private int transfers;

    public Admission(AdmissionLimits limits) {
        this.limits = limits;
    }

    /// Takes room for one block or feed entry, unless a limit would be passed.
    public synchronized boolean take(long bytes) {
        if (bytes > limits.capacityBytes() - usedBytes || items >= limits.maxItems()) {
            return false;
        }
        usedBytes += bytes;
        items++;
        return true;
    }

    /// Counts what is already here, limits or not: a relay whose capacity was lowered keeps what it
    /// promised to keep.
    public synchronized void adopt(long bytes, long count) {
        usedBytes += bytes;
        items += count;
    }

    /// Gives back the room of {@code count} items.
    public synchronized void giveBack(long bytes, long count) {
        usedBytes -= bytes;
        items -= count;
        if (usedBytes < 0 || items < 0) {
            throw new IllegalStateException("more room was given back than taken");
        }
    }

    /// Takes the place of one transfer, unless all are taken.
    public synchronized boolean openTransfer() {
        if (transfers >= limits.maxTransfers()) {
            return false;
        }
        transfers++;
        return true;
    }

    /// Counts a transfer that is already here.
    public synchronized void adoptTransfer() {
        transfers++;
    }

    public synchronized void closeTransfer() {
        transfers--;
    }

    /// Whether {@code bytes} more may be written to a disk with {@code freeBytes} left.
    public boolean leavesFloor(long freeBytes, long bytes) {
        return freeBytes - bytes >= limits.floorBytes();
    }

    public synchronized long usedBytes() {
        return usedBytes;
    }

    /// Room that is left.
    public synchronized long freeBytes() {
        return Math.max(0, limits.capacityBytes() - usedBytes);
    }

    public long capacityBytes() {
        return limits.capacityBytes();
    }
}
