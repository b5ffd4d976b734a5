package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.ManifestRecord.Begin;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.FileDigest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A collection on disk. The manifest's records come in order through [#begin], [#opened] and [#closed]; blocks in
/// any order through [#write], from several threads at once; [#commit] makes what was written durable and gives
/// complete, verified files their final names; [#finish] puts links in place and gives directories their modes and
/// times. Killed at any moment, the same destination opened again for the same transfer goes on from what
/// [#heldBlocks] says.
///
/// Nothing has its final name before it is whole, verified and durable. Memory: a bit for each extent, block and
/// file, the leaves of what was written since the last commit, and where names are taken for each other
/// [Namesakes]. All methods throw FspException when the disk fails (DISK_FULL, NOT_WRITABLE, IO_FAILURE); after
/// a failed commit nothing but [#close] makes sense, and what was committed before stays.
public final class OutputTree implements Closeable {
    static final String JOURNAL = "journal";

    private static final String FEED = "feed";
    private static final Set<StandardOpenOption> JOURNAL_OPTIONS =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Logger LOG = LoggerFactory.getLogger(OutputTree.class);

    /// Everything that has to be closed, in the order in which it was opened.
    private final List<Closeable> parts;

    private final WorkDirectory work;
    private final PartialFiles partials;
    private final CommitBarrier barrier;
    private final LeafTable leaves;
    private final WriteLedger ledger;
    private final BlockJournal journal;
    private final FeedLog feed;
    /// Files that have their final name; handed on to [Delivery].
    private final BitSet delivered = new BitSet();
    private final Object committing = new Object();
    private volatile @Nullable Begun begun;
    private boolean broken;

    /// What there is once [#begin] has told how files are cut.
    private record Begun(FileDigest.HoleLeaves holes, Delivery delivery) {}

    private OutputTree(WorkDirectory work, UnaryOperator<FileChannel> channels, List<Closeable> parts)
            throws IOException {
        this.work = work;
        this.parts = parts;
        List<String> leftovers = work.names();
        this.partials = kept(parts, new PartialFiles(work, channels, leftovers.contains(JOURNAL)));
        this.barrier = kept(parts, new CommitBarrier(work, partials));
        this.leaves = kept(parts, new LeafTable(work.path()));
        this.ledger = new WriteLedger(leaves, WriteLedger.MAX_UNCOMMITTED_EXTENTS);
        FileChannel channel = kept(parts, work.directory().file(Path.of(JOURNAL), JOURNAL_OPTIONS));
        this.journal = new BlockJournal(work.resolve(JOURNAL), channels.apply(channel), new FromJournal());
        this.feed =
                kept(parts, FeedLog.open(work.resolve(FEED), work.directory().file(Path.of(FEED), JOURNAL_OPTIONS)));
        DirectorySync.force(work.path()); // before anybody is told that an entry of the manifest is kept
        for (String name : leftovers) {
            if (name.startsWith(PartialFiles.PREFIX)) {
                // Whatever the journal says: a power cut took the rename back, so it is done again.
                delivered.clear(Integer.parseInt(name.substring(PartialFiles.PREFIX.length())));
            } else if (name.startsWith(FinalTree.NEW)) {
                work.directory().delete(Path.of(name));
            }
        }
    }

    /// Opens the destination of a transfer, new or left by an earlier run. A destination that is no directory yet
    /// becomes one, or the transfer's only file. Throws NOT_WRITABLE also if another process is collecting the same
    /// there.
    public static OutputTree open(Path destination, TransferId transfer) {
        return open(AnchoredPath.of(destination.toAbsolutePath()), transfer);
    }

    /// The same for a destination that others can reach as well.
    public static OutputTree open(AnchoredPath destination, TransferId transfer) {
        return open(destination, transfer, UnaryOperator.identity());
    }

    /// @param channels applied to each channel that data or journal goes through
    static OutputTree open(Path destination, TransferId transfer, UnaryOperator<FileChannel> channels) {
        return open(AnchoredPath.of(destination.toAbsolutePath()), transfer, channels);
    }

    private static OutputTree open(AnchoredPath destination, TransferId transfer, UnaryOperator<FileChannel> channels) {
        List<Closeable> parts = new ArrayList<>();
        try {
            return new OutputTree(kept(parts, WorkDirectory.open(destination, transfer)), channels, parts);
        } catch (IOException e) {
            close(parts);
            throw DiskFailure.writing(destination.path(), e);
        } catch (RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    /// Numbers of the blocks held durably; the caller's to keep.
    public BitSet heldBlocks() {
        return ledger.heldBlocks();
    }

    /// The manifest as far as it was saved here. Whoever follows the manifest appends to it.
    public FeedLog feed() {
        return feed;
    }

    /// A path in the work directory, into which only its owner may look, for what else belongs to this collection.
    /// [#finish] deletes it.
    public Path aside(String name) {
        return work.resolve(name);
    }

    /// The manifest's first record.
    public void begin(Begin begin) {
        FileTable files = new FileTable(work.path(), begin.extentBytes());
        Delivery delivery = new Delivery(work, partials, ledger, files, begin.rootName(), delivered);
        begun = new Begun(new FileDigest.HoleLeaves(begin.extentBytes()), kept(parts, delivery));
    }

    /// The next file, directory or link. Throws PROTOCOL if its name leads out of the destination or it is out of
    /// order.
    public void opened(FileOpened file) {
        try {
            begun().delivery.opened(file);
        } catch (IOException e) {
            throw DiskFailure.writing(work.destination().path(), e);
        }
    }

    /// How the sender got on with a file and what its digest must be. Said again, the last word counts.
    public void closed(FileClosed file) {
        FileTable files = begun().delivery.files();
        files.get(file.file());
        files.close(file);
        ledger.closed(file.file());
    }

    /// Files that [#opened] has told of: blocks with extents of others cannot be written yet.
    public int knownFiles() {
        Begun now = begun;
        return now == null ? 0 : now.delivery.files().size();
    }

    /// Writes a block's extents into partial files; not durable before the next [#commit]. `data` holds, from
    /// position to limit, those that are no holes, in order; the position does not move. Throws
    /// BlockFormatException, with nothing counted as held, if extents and data do not fit each other or their
    /// files, or contradict another block. Waits for a commit when 100,000 extents were written since the last one,
    /// so another thread has to commit now and then.
    public void write(int number, List<Extent> extents, ByteBuffer data)
            throws BlockFormatException, InterruptedException {
        Begun now = begun();
        PlacedBlock block = PlacedBlock.of(number, extents, data, now.delivery.files(), now.holes);
        barrier.fileSystem(); // waits until failures of what is written now will be heard of
        BitSet claimed = ledger.claim(block);
        boolean written = false;
        try {
            for (int i = claimed.nextSetBit(0); i >= 0; i = claimed.nextSetBit(i + 1)) {
                long size = block.files().get(i).file().size();
                partials.write(extents.get(i), size, block.parts().get(i));
            }
            written = true;
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException("interrupted while writing").initCause(e);
        } catch (IOException e) {
            throw DiskFailure.writing(work.destination().path(), e);
        } finally {
            if (!written) {
                ledger.release(block, claimed);
            }
        }
        ledger.wrote(block, claimed);
    }

    /// Makes everything written so far durable, then writes the blocks' numbers into the journal, then delivers the
    /// files that are complete. Any thread may call it; one at a time does the work.
    public Commit commit() {
        synchronized (committing) {
            if (broken) {
                throw new IllegalStateException("an earlier commit failed");
            }
            Begun now = begun;
            WriteLedger.Batch batch = ledger.take();
            if (now == null || batch.isEmpty()) {
                return new Commit(List.of(), now == null ? List.of() : now.delivery.takeReports());
            }
            broken = true; // unless all of it succeeds
            try {
                commit(batch, now.delivery);
                broken = false;
            } catch (IOException e) {
                throw DiskFailure.writing(work.destination().path(), e);
            } finally {
                if (broken) {
                    ledger.end();
                }
            }
            return new Commit(List.copyOf(batch.blocks), now.delivery.takeReports());
        }
    }

    private void commit(WriteLedger.Batch batch, Delivery delivery) throws IOException {
        batch.touched.removeIf(delivery::isDelivered);
        List<FileOpened> ready = delivery.prepare(batch.candidates);
        barrier.sync(batch.touched, ready);
        if (!batch.records.isEmpty()) {
            journal.append(batch.records);
            journal.force();
        }
        ledger.committed(batch);
        // Durable with the next commit or finish; until then a file without its partial counts as delivered.
        journal.append(delivery.deliver(ready));
    }

    /// All blocks are held and the manifest is final: commits, makes links, gives directories their modes and
    /// times. Returns what is not in its place. Where that is nothing, the work directory is gone afterwards;
    /// otherwise it stays, with what came of those files. Closes the tree.
    public List<WithheldFile> finish() {
        synchronized (committing) {
            List<WithheldFile> withheld = new ArrayList<>(commit().withheld());
            try {
                Begun now = begun;
                if (now != null) {
                    now.delivery.finish(barrier.fileSystem());
                    withheld.addAll(now.delivery.takeReports());
                }
                journal.force();
                close();
                if (withheld.isEmpty()) {
                    work.remove();
                }
                return withheld;
            } catch (IOException e) {
                throw DiskFailure.writing(work.destination().path(), e);
            }
        }
    }

    /// Leaves everything as it is for a later run.
    @Override
    public void close() {
        ledger.end();
        close(parts);
    }

    private static <C extends Closeable> C kept(List<Closeable> parts, C part) {
        synchronized (parts) {
            parts.add(part);
            return part;
        }
    }

    /// Closes what was opened, in the opposite order.
    private static void close(List<Closeable> parts) {
        synchronized (parts) {
            for (Closeable part : parts.reversed()) {
                try {
                    part.close();
                } catch (IOException e) {
                    LOG.warn("closing a part of the output failed", e);
                }
            }
            parts.clear();
        }
    }

    private Begun begun() {
        Begun now = begun;
        if (now == null) {
            throw new IllegalStateException("the manifest has not begun");
        }
        return now;
    }

    private final class FromJournal implements BlockJournal.Replay {
        @Override
        public void block(int number) {
            ledger.held(number);
        }

        @Override
        public void leaf(int slot, byte[] leaf) {
            leaves.put(slot, leaf);
        }

        @Override
        public void delivered(int file) {
            delivered.set(file);
        }
    }
}
