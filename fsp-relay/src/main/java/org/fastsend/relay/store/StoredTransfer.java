package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.relay.lease.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One transfer in the store. Every method returns at once and answers through its reply, from a thread of the store's
/// {@link Lanes} or, if it refuses, possibly from the caller's. Thread-safe.
public final class StoredTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StoredTransfer.class);

    private final TransferFiles files;
    private final StoreParts store;
    private final RequestQueue queue;
    private final Committer committer;
    /// Bytes of blocks and feed that are held or on their way to the disk; guarded by this.
    private long takenBytes;

    private boolean closed;

    StoredTransfer(TransferFiles files, StoreParts store, Runnable gone) {
        this.files = files;
        this.store = store;
        this.takenBytes = files.bytes();
        this.committer = new Committer(files, store, this::giveBack, gone);
        this.queue = new RequestQueue(
                store.lanes().commits(), committer::serve, store.settings().maxBatchBytes());
    }

    /// Who opened the transfer, and until when it is kept at least.
    public Lease lease() {
        return files.lease();
    }

    /// Sealed bytes of the blocks held.
    public long blockBytes() {
        return files.blocks().index().bytes();
    }

    /// Number of blocks held.
    public int blocks() {
        return files.blocks().index().size();
    }

    /// Stores a block, whose buffer the store needs until it replies. The same block again is stored,
    /// another one of its number refused.
    ///
    /// @param quotaBytes blocks and feed that the transfer may have here under the capability
    public void put(SealedBlock block, long quotaBytes, PutReply reply) {
        boolean held = files.blocks().index().find(block.number()).isPresent();
        write(new Request.Put(block, held ? 0 : block.length(), reply), quotaBytes);
    }

    /// Appends to the feed; a gap is refused as missing, an entry that differs from the one held as
    /// forbidden.
    public void appendFeed(FeedEntry entry, long quotaBytes, PutReply reply) {
        boolean held = entry.sequence() < files.feed().held();
        write(new Request.Append(entry, held ? 0 : FeedLog.recordLength(entry), reply), quotaBytes);
    }

    /// Reads a block into the reply's memory.
    public void get(int number, GetReply reply) {
        Optional<BlockIndex.Spot> spot = files.blocks().index().find(number);
        if (committer.isGone() || spot.isEmpty()) {
            reply.refused(Refusal.MISSING, "block " + number + " is not held here");
            return;
        }
        read(reply::refused, () -> {
            Optional<ByteBuffer> room = reply.room(spot.get().length());
            if (room.isEmpty()) {
                reply.refused(Refusal.BUSY, "the memory for blocks that are read is in use");
            } else {
                reply.block(files.blocks().read(number, spot.get(), room.get()));
            }
        });
    }

    /// Reads held entries from a sequence on, as many as fit {@code maxBytes}, but one at least if there is
    /// any.
    public void readFeed(long fromSequence, int maxBytes, FeedReply reply) {
        read(reply::refused, () -> reply.entries(files.feed().read(fromSequence, maxBytes)));
    }

    /// Says what is held once all that was asked before is done, and renews the lease.
    public void release(HoldingsReply reply) {
        add(new Request.Release(reply), reply::refused);
    }

    /// Says which of these blocks, in ascending order, are held.
    public void confirm(List<Integer> blocks, HoldingsReply reply) {
        reply.holds(files.blocks().index().holdings(blocks), files.lease());
    }

    /// Keeps room for so many bytes more, or for as many as there are, in place of what was kept before.
    ///
    /// @param quotaBytes blocks and feed that the transfer may have here under the capability
    public void reserve(long bytes, long quotaBytes, ReserveReply reply) {
        OptionalLong kept = keep(bytes, quotaBytes);
        kept.ifPresentOrElse(reply::reserved, () -> reply.refused(Refused.CLOSING.refusal(), Refused.CLOSING.reason()));
    }

    /// Empty if the store is closing.
    private synchronized OptionalLong keep(long bytes, long quotaBytes) {
        if (closed) {
            return OptionalLong.empty();
        }
        long wanted = Math.min(bytes, Math.max(0, quotaBytes - takenBytes));
        return OptionalLong.of(
                store.admission().reserve(files.transfer(), files.lease().owner(), wanted));
    }

    /// Deletes the transfer.
    public void drop(PutReply reply) {
        add(new Request.Drop(reply), reply::refused);
    }

    /// Deletes the transfer if its lease has ended.
    void sweep() {
        add(new Request.Sweep(), (refusal, reason) -> {});
    }

    /// Refuses everything from now on and calls {@code done} when all that was asked before is answered.
    synchronized void close(Runnable done) {
        closed = true;
        queue.add(new Request.Close(done));
    }

    private void write(Request.Write write, long quotaBytes) {
        Optional<Refused> refused = admit(write, quotaBytes);
        if (refused.isPresent()) {
            write.reply().refused(refused.get().refusal(), refused.get().reason());
        }
    }

    private synchronized Optional<Refused> admit(Request.Write write, long quotaBytes) {
        if (closed) {
            return Optional.of(Refused.CLOSING);
        }
        if (queue.pendingBytes() + write.bytes() > store.settings().maxPendingBytes()) {
            return Optional.of(new Refused(Refusal.BUSY, "the disk does not keep up"));
        }
        if (write.charge() > 0) {
            if (write.charge() > quotaBytes - takenBytes) {
                return Optional.of(
                        new Refused(Refusal.FULL, "the capability allows no more than " + quotaBytes + " bytes"));
            }
            if (!store.admission().take(files.transfer(), write.charge())) {
                return Optional.of(new Refused(Refusal.FULL, "the relay is full"));
            }
            takenBytes += write.charge();
        }
        queue.add(write);
        return Optional.empty();
    }

    private void add(Request request, BiConsumer<Refusal, String> refuse) {
        if (!enqueue(request)) {
            refuse.accept(Refused.CLOSING.refusal(), Refused.CLOSING.reason());
        }
    }

    private synchronized boolean enqueue(Request request) {
        if (!closed) {
            queue.add(request);
        }
        return !closed;
    }

    private synchronized void giveBack(long bytes) {
        takenBytes -= bytes;
    }

    /// A piece of reading that may fail.
    private interface Reading {
        void run() throws IOException, InterruptedException;
    }

    private void read(BiConsumer<Refusal, String> refuse, Reading reading) {
        try {
            store.lanes().reads().execute(() -> {
                try {
                    reading.run();
                } catch (IOException | RuntimeException e) {
                    if (committer.isGone()) {
                        refuse.accept(Refusal.MISSING, "the transfer has been dropped here");
                        return;
                    }
                    LOG.error("reading failed", e);
                    refuse.accept(Refusal.FAILED, "the relay's disk failed");
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    refuse.accept(Refusal.BUSY, "the relay is shutting down");
                }
            });
        } catch (RejectedExecutionException _) {
            refuse.accept(Refusal.BUSY, "too many requests wait for the disk");
        }
    }
}
