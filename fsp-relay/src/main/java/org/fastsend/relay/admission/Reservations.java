package org.fastsend.relay.admission;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.trust.KeyHash;

/// The room that is kept for transfers, in bytes. What a transfer does not use or ask for again within
/// {@link BlockChannel#RESERVED_NANOS} is free again: so no session has to be watched, and nobody who is
/// silent keeps a relay's room. In memory alone. Not thread-safe.
final class Reservations {
    /// One transfer's room.
    ///
    /// @param owner the member whose transfer it is
    /// @param bytes that are left of it, at least 1
    private record Kept(KeyHash owner, long bytes, long endNanos) {}

    /// That which ends first is first.
    private final Map<TransferId, Kept> kept = new LinkedHashMap<>();
    private long bytes;

    /// Forgets what has ended. Called before anything else is asked at that time.
    void expire(long nowNanos) {
        Iterator<Kept> first = kept.values().iterator();
        while (first.hasNext()) {
            Kept oldest = first.next();
            if (oldest.endNanos - nowNanos > 0) {
                return;
            }
            bytes -= oldest.bytes;
            first.remove();
        }
    }

    /// All together.
    long bytes() {
        return bytes;
    }

    /// Of one transfer.
    long bytes(TransferId transfer) {
        Kept own = kept.get(transfer);
        return own == null ? 0 : own.bytes;
    }

    /// Of all transfers of one member.
    long bytesOfAll(KeyHash owner) {
        return kept.values().stream()
                .filter(one -> one.owner.equals(owner))
                .mapToLong(Kept::bytes)
                .sum();
    }

    /// Keeps so much from now on, in place of what was kept; 0 ends it.
    void keep(long nowNanos, TransferId transfer, KeyHash owner, long amount) {
        end(transfer);
        if (amount > 0) {
            kept.put(transfer, new Kept(owner, amount, nowNanos + BlockChannel.RESERVED_NANOS));
            bytes += amount;
        }
    }

    /// The transfer takes room: of what is kept for it first.
    void use(long nowNanos, TransferId transfer, long amount) {
        Kept own = kept.get(transfer);
        if (own != null) {
            keep(nowNanos, transfer, own.owner, own.bytes - Math.min(own.bytes, amount));
        }
    }

    void end(TransferId transfer) {
        Kept own = kept.remove(transfer);
        bytes -= own == null ? 0 : own.bytes;
    }
}
