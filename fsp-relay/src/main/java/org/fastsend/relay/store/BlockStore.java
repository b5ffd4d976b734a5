package org.fastsend.relay.store;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.trust.KeyHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The transfers that a relay keeps: a directory each, named by the transfer's id, with the sealed blocks in segment
/// files, the manifest feed and the lease. Whoever opened a transfer owns it: nobody else may so much as read it.
/// Thread-safe.
public final class BlockStore {
    private static final Logger LOG = LoggerFactory.getLogger(BlockStore.class);

    private final StoreParts parts;
    private final OpenFiles files;
    private final Map<TransferId, StoredTransfer> transfers = new ConcurrentHashMap<>();
    /// Transfers whose files could not be understood when the store was opened: left as they are, for people.
    private final Set<TransferId> unreadable = new HashSet<>();
    private boolean closed;

    private BlockStore(StoreParts parts) {
        this.parts = parts;
        this.files = new OpenFiles(parts.disk());
    }

    /// Opens a store on a disk, with all that was stored there before: what a crash left unfinished is
    /// cleaned up.
    public static BlockStore open(StoreParts parts) throws IOException, InterruptedException {
        BlockStore store = new BlockStore(parts);
        for (String name : parts.disk().list("")) {
            if (name.endsWith(TransferFiles.DROPPED)) {
                store.deleteDropped(name);
            } else {
                Optional<TransferId> transfer = transferNamed(name);
                if (transfer.isPresent()) {
                    store.adopt(transfer.get());
                }
            }
        }
        return store;
    }

    /// What {@link #open(TransferId, KeyHash)} and {@link #find} come to.
    public sealed interface Access {
        record Granted(StoredTransfer transfer) implements Access {}

        record Denied(Refusal refusal, String reason) implements Access {}
    }

    /// The transfer, made if it is new.
    public Access open(TransferId transfer, KeyHash owner) {
        StoredTransfer known = transfers.get(transfer);
        return known != null ? ownedBy(owner, known) : openNew(transfer, owner);
    }

    /// The transfer, if it is here.
    public Access find(TransferId transfer, KeyHash owner) {
        if (unreadable.contains(transfer)) {
            return unreadable(transfer);
        }
        StoredTransfer known = transfers.get(transfer);
        return known != null
                ? ownedBy(owner, known)
                : new Access.Denied(Refusal.MISSING, "nothing of transfer " + transfer + " is held here");
    }

    /// Deletes the transfers whose lease has ended. To be called every now and then.
    public void sweep() {
        transfers.values().forEach(StoredTransfer::sweep);
    }

    /// Number of transfers here.
    public int transfers() {
        return transfers.size();
    }

    /// Room that is left within the relay's capacity, and kept for nobody.
    public long freeBytes() {
        return parts.admission().freeBytes();
    }

    /// Bytes of blocks and feeds here.
    public long usedBytes() {
        return parts.admission().usedBytes();
    }

    /// Refuses new requests and returns once all earlier ones that write are done; the lanes may then be
    /// shut down.
    public void close() throws InterruptedException {
        List<StoredTransfer> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(transfers.values());
        }
        CountDownLatch closing = new CountDownLatch(open.size());
        open.forEach(transfer -> transfer.close(closing::countDown));
        closing.await();
        files.close();
    }

    private synchronized Access openNew(TransferId transfer, KeyHash owner) {
        StoredTransfer known = transfers.get(transfer);
        if (known != null) {
            return ownedBy(owner, known);
        }
        if (unreadable.contains(transfer)) {
            return unreadable(transfer);
        }
        if (closed) {
            return new Access.Denied(Refused.CLOSING.refusal(), Refused.CLOSING.reason());
        }
        if (!parts.admission().openTransfer()) {
            return new Access.Denied(Refusal.FULL, "the relay keeps as many transfers as it may");
        }
        TransferFiles fresh = TransferFiles.fresh(
                place(transfer),
                parts.settings().segmentBytes(),
                parts.settings().lease().opened(owner, parts.clock().seconds()));
        return new Access.Granted(add(transfer, fresh));
    }

    private static Access unreadable(TransferId transfer) {
        return new Access.Denied(Refusal.FAILED, "what is held of transfer " + transfer + " cannot be read");
    }

    private static Access ownedBy(KeyHash owner, StoredTransfer transfer) {
        return transfer.lease().owner().equals(owner)
                ? new Access.Granted(transfer)
                : new Access.Denied(Refusal.FORBIDDEN, "another member opened this transfer here");
    }

    private void deleteDropped(String name) {
        try {
            TransferFiles.deleteTree(parts.disk(), name);
        } catch (IOException e) {
            LOG.warn("deleting {} failed; the next start tries again", name, e);
        }
    }

    /// Finds a transfer that is on the disk. One that cannot be read must not keep the others from being served.
    private void adopt(TransferId transfer) throws InterruptedException {
        try {
            recover(transfer);
        } catch (IOException e) {
            LOG.error("{}: it cannot be read, so it is not served", transfer, e);
            unreadable.add(transfer);
        }
    }

    private void recover(TransferId transfer) throws IOException, InterruptedException {
        Optional<TransferFiles> found = TransferFiles.recover(
                place(transfer), parts.buffers(), parts.settings().segmentBytes());
        if (found.isPresent()) {
            parts.admission().adoptTransfer();
            parts.admission().adopt(found.get().bytes(), found.get().items());
            add(transfer, found.get());
        } else if (parts.disk().list(transfer.toString()).stream().anyMatch(name -> !LeaseFile.isOne(name))) {
            // Blocks without a lease: a damaged disk, since a lease is durable before the first block is written.
            LOG.error("{}: its lease cannot be read, so it is not served; restore or delete the directory", transfer);
            unreadable.add(transfer);
        } else {
            TransferFiles.deleteTree(parts.disk(), transfer.toString());
        }
    }

    private StoredTransfer add(TransferId transfer, TransferFiles found) {
        StoredTransfer added = new StoredTransfer(found, parts, () -> transfers.remove(transfer));
        transfers.put(transfer, added);
        return added;
    }

    private Place place(TransferId transfer) {
        return new Place(parts.disk(), files, transfer);
    }

    /// Empty for what is not ours, like the lock file.
    private static Optional<TransferId> transferNamed(String name) {
        try {
            TransferId transfer = TransferId.parse(name);
            return transfer.toString().equals(name) ? Optional.of(transfer) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
