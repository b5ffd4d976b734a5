package org.fastsend.relay.admission;

import org.fastsend.core.block.TransferId;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.KeyHash;

/// Counts what a relay has taken in against its limits, all transfers together. Room is taken before a block is
/// written and given back if it is refused later or its transfer goes. Some of what is free may be kept for
/// transfers; nobody else gets that. Thread-safe.
public final class Admission {
    /// One in so many bytes that are free may be kept for the transfers of one member, so that it cannot
    /// keep others out by asking alone. It may fill all of them.
    private static final int FREE_PER_RESERVED = 2;

    private final AdmissionLimits limits;
    private final NanoClock clock;
    private final Reservations reservations = new Reservations();
    private long usedBytes;
    private long items;
    private int transfers;

    /// @param clock by which reservations end
    public Admission(AdmissionLimits limits, NanoClock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /// Takes room for one block or feed entry of a transfer, of what is kept for it first, unless a limit
    /// would be passed.
    public synchronized boolean take(TransferId transfer, long bytes) {
        long unreserved = unreservedBytes();
        if (bytes > unreserved + reservations.bytes(transfer) || items >= limits.maxItems()) {
            return false;
        }
        reservations.use(clock.nanos(), transfer, bytes);
        usedBytes += bytes;
        items++;
        return true;
    }

    /// Keeps room for a transfer, in place of what was kept for it before; never less than that if it asks
    /// for as much again.
    ///
    /// @param owner the member whose transfer it is
    /// @param bytes beyond those that it has taken; 0 gives back what is left
    /// @return bytes that are kept, at most as many as were asked for
    public synchronized long reserve(TransferId transfer, KeyHash owner, long bytes) {
        long unreserved = unreservedBytes();
        long own = reservations.bytes(transfer);
        long owners = reservations.bytesOfAll(owner);
        long fair = (unreserved + owners) / FREE_PER_RESERVED - (owners - own);
        long kept = Math.min(bytes, Math.max(own, fair));
        reservations.keep(clock.nanos(), transfer, owner, kept);
        return kept;
    }

    /// Gives back what is kept for a transfer.
    public synchronized void endReservation(TransferId transfer) {
        reservations.end(transfer);
    }

    /// Bytes that are kept for a transfer now.
    public synchronized long reservedBytes(TransferId transfer) {
        reservations.expire(clock.nanos());
        return reservations.bytes(transfer);
    }

    /// May be less than 0 where the capacity was lowered.
    private long unreservedBytes() {
        reservations.expire(clock.nanos());
        return limits.capacityBytes() - usedBytes - reservations.bytes();
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

    /// Room that is left and kept for nobody.
    public synchronized long freeBytes() {
        return Math.max(0, unreservedBytes());
    }

    public long capacityBytes() {
        return limits.capacityBytes();
    }
}
