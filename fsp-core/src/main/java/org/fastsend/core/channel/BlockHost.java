package org.fastsend.core.channel;

import java.util.List;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;

/// The accepting end of a channel: a relay's store, or a receiver that is itself a target of the stripe. One host
/// serves many sessions; methods are called from any stream's thread, must not wait for a disk, and answer each call
/// exactly once through its reply, from any thread. The session has already checked the capability behind {@link
/// Grant}: verbs, bytes and expiry; a host checks what only it knows (capacity, what it holds).
public interface BlockHost {
    /// Takes a sealed block whose header and checksum the channel has verified. The block's buffer belongs
    /// to the host until it replies. {@code stored} may be said only once the block would survive a power
    /// cut.
    void put(Grant grant, SealedBlock block, PutReply reply);

    /// Reads block {@code number}; the channel returns the buffer after sending it.
    void get(Grant grant, int number, GetReply reply);

    /// Appends to the transfer's manifest feed. Entries come in order; one that is already held is answered
    /// as stored, a gap is refused. Durable as {@link #put}.
    void appendFeed(Grant grant, FeedEntry entry, PutReply reply);

    /// Reads entries from {@code fromSequence} on, as many as are held and fit {@code maxBytes} (at least
    /// one if any).
    void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply);

    /// Signs once for everything held of the transfer ({@link org.fastsend.core.trust.Receipt}).
    void release(Grant grant, ReleaseReply reply);

    /// Signs for those of these blocks alone, given in ascending order, that are held durably.
    void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply);

    /// Forgets the transfer and frees its space.
    void drop(Grant grant, PutReply reply);

    /// Keeps room for that many bytes of the transfer, beyond those that it holds, in place of what it
    /// kept before, for [BlockChannel#RESERVED_NANOS]. A host that keeps nothing for anybody says so.
    ///
    /// @param bytes 0 or more; 0 gives back what was kept
    default void reserve(Grant grant, long bytes, ReserveReply reply) {
        reply.reserved(0);
    }
}
