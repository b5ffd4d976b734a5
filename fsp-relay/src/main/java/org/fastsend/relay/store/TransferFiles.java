package org.fastsend.relay.store;

import java.io.IOException;
import java.util.Optional;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.TransferId;
import org.fastsend.relay.lease.Lease;
import org.fastsend.relay.lease.LeaseTerm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All that the disk holds of one transfer: its directory with the lease, the segments and the feed. Writing is for
/// the transfer's committer alone.
final class TransferFiles {
    /// A directory of this ending is being deleted, and nothing in it counts.
    static final String DROPPED = ".dropped";

    private static final Logger LOG = LoggerFactory.getLogger(TransferFiles.class);

    private final Place place;
    private final BlockLog blocks;
    private final FeedLog feed;
    private final LeaseFile leaseFile;
    private volatile Lease lease;
    private volatile boolean exists;
    /// Whether the names in the directory may lie in the system's memory alone: a relay that is killed has not forced
    /// its last changes.
    private boolean namesUnforced;

    private TransferFiles(Place place, BlockLog blocks, FeedLog feed, Lease lease, boolean exists) {
        this.place = place;
        this.blocks = blocks;
        this.feed = feed;
        this.leaseFile = new LeaseFile(place);
        this.lease = lease;
        this.exists = exists;
        this.namesUnforced = exists;
    }

    /// A transfer of which nothing is on the disk until something is {@linkplain #prepare prepared}.
    static TransferFiles fresh(Place place, long segmentBytes, Lease lease) {
        return new TransferFiles(place, BlockLog.empty(place, segmentBytes), new FeedLog(place), lease, false);
    }

    /// Finds a transfer on the disk; empty if its directory has no lease that can be read.
    static Optional<TransferFiles> recover(Place place, Buffers buffers, long segmentBytes)
            throws IOException, InterruptedException {
        Optional<Lease> lease = new LeaseFile(place).read();
        if (lease.isEmpty()) {
            return Optional.empty();
        }
        FeedLog feed = new FeedLog(place);
        feed.recover();
        BlockLog blocks = BlockLog.recover(place, buffers, segmentBytes);
        return Optional.of(new TransferFiles(place, blocks, feed, lease.get(), true));
    }

    BlockLog blocks() {
        return blocks;
    }

    FeedLog feed() {
        return feed;
    }

    Lease lease() {
        return lease;
    }

    TransferId transfer() {
        return place.transfer();
    }

    /// Bytes of blocks and feed held.
    long bytes() {
        return blocks.index().bytes() + feed.bytes();
    }

    /// Number of blocks and feed entries held.
    long items() {
        return blocks.index().size() + (long) feed.held();
    }

    /// Whether the transfer has a directory.
    boolean exists() {
        return exists;
    }

    /// Sees to it that there is a directory with a lease that covers what is written from now on.
    void prepare(LeaseTerm term, long nowEpochSeconds) throws IOException {
        Lease renewed = term.renewed(lease, nowEpochSeconds);
        if (!exists) {
            place.disk().makeDirectory(place.directory());
            place.disk().forceDirectory("");
            leaseFile.write(renewed);
            exists = true;
        } else if (!renewed.equals(lease)) {
            leaseFile.write(renewed);
        } else if (namesUnforced) {
            place.disk().forceDirectory(place.directory());
        }
        namesUnforced = false;
        lease = renewed;
    }

    /// Makes durable what was staged, and only then lets it be seen.
    void commit() throws IOException {
        blocks.force();
        feed.force();
        blocks.publish();
        feed.publish();
    }

    void rollBack() {
        blocks.rollBack();
        feed.rollBack();
    }

    /// Closes the segment that is being written; failing to do so costs the next start some time and
    /// nothing else.
    void rest() {
        try {
            blocks.rest();
        } catch (IOException e) {
            LOG.warn("{}: closing a segment failed", place.transfer(), e);
        }
    }

    /// Deletes everything. Once the directory has its other name, it is as good as deleted.
    void delete() throws IOException {
        rollBack();
        if (!exists) {
            return;
        }
        String dropped = place.directory() + DROPPED;
        deleteTree(place.disk(), dropped);
        place.disk().rename(place.directory(), dropped);
        place.disk().forceDirectory("");
        place.files().forget(place.directory());
        try {
            deleteTree(place.disk(), dropped);
        } catch (IOException e) {
            LOG.warn("{}: deleting {} failed; the next start tries again", place.transfer(), dropped, e);
        }
    }

    /// Deletes a directory of files, if it is there.
    static void deleteTree(Disk disk, String directory) throws IOException {
        if (disk.exists(directory)) {
            for (String name : disk.list(directory)) {
                disk.delete(directory + "/" + name);
            }
            disk.delete(directory);
        }
    }
}
