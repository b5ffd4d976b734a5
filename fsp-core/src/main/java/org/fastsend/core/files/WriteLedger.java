package org.fastsend.core.files;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fastsend.core.block.BlockFormatException;

/// Who writes what, and what waits for the next commit. Two blocks may hold the same extent, if one was striped
/// again: only one of them writes it, the other waits and then relies on it, so that no block counts as written
/// before all of its data is. Thread-safe. Memory: the leaves of the blocks between two commits, and a bit for each
/// extent and file.
final class WriteLedger {
    /// Extents that may wait for a commit: some 200 bytes of memory each, which matters when files are tiny.
    static final int MAX_UNCOMMITTED_EXTENTS = 100_000;

    private final LeafTable leaves;
    private final int maxUncommittedExtents;
    private final BitSet busy = new BitSet();
    private final BitSet heldBlocks = new BitSet();
    private Batch next = new Batch();
    private int uncommittedExtents;
    private boolean ended;

    WriteLedger(LeafTable leaves, int maxUncommittedExtents) {
        this.leaves = leaves;
        this.maxUncommittedExtents = maxUncommittedExtents;
    }

    /// What one commit makes durable.
    static final class Batch {
        final List<Integer> blocks = new ArrayList<>();
        final List<byte[]> records = new ArrayList<>();
        /// Files that were written to.
        final Set<Integer> touched = new LinkedHashSet<>();
        /// Files that may be complete now.
        final Set<Integer> candidates = new LinkedHashSet<>();
        int extents;

        boolean isEmpty() {
            return blocks.isEmpty() && candidates.isEmpty();
        }
    }

    /// Takes the extents for writing and returns which of them are not written yet; waits while another block
    /// writes one of them. Throws if one was written with other data.
    synchronized BitSet claim(PlacedBlock block) throws InterruptedException, BlockFormatException {
        int[] slots = block.slots();
        while (!ended && (uncommittedExtents >= maxUncommittedExtents || anyBusy(slots))) {
            wait();
        }
        if (ended) {
            throw new IllegalStateException("a commit failed, or the output is closed: nothing more is written");
        }
        BitSet missing = new BitSet();
        for (int i = 0; i < slots.length; i++) {
            if (!leaves.has(slots[i])) {
                missing.set(i);
            } else if (!leaves.has(slots[i], block.leaves().get(i))) {
                throw new BlockFormatException("block " + block.number() + " differs from another block in a part of "
                        + block.files().get(i).file().path());
            }
        }
        missing.stream().forEach(i -> busy.set(slots[i]));
        return missing;
    }

    /// Gives claimed extents up for others to write.
    synchronized void release(PlacedBlock block, BitSet claimed) {
        claimed.stream().forEach(i -> busy.clear(block.slots()[i]));
        notifyAll();
    }

    /// All data of the block is written: it waits for the next commit with the files it touched.
    synchronized void wrote(PlacedBlock block, BitSet claimed) {
        try {
            claimed.stream()
                    .forEach(i -> leaves.put(block.slots()[i], block.leaves().get(i)));
        } finally {
            release(block, claimed);
        }
        uncommittedExtents += block.slots().length;
        next.extents += block.slots().length;
        next.blocks.add(block.number());
        next.records.add(BlockJournal.block(block.number(), block.slots(), block.leaves()));
        for (FileTable.Known file : block.files()) {
            next.touched.add(file.file().file());
            if (leaves.isWhole(file)) {
                next.candidates.add(file.file().file());
            }
        }
    }

    /// The sender closed the file; it may be complete.
    synchronized void closed(int file) {
        next.candidates.add(file);
    }

    /// What was written since the last call.
    synchronized Batch take() {
        Batch batch = next;
        next = new Batch();
        return batch;
    }

    synchronized boolean isWhole(FileTable.Known file) {
        return leaves.isWhole(file);
    }

    synchronized byte[] digest(FileTable.Known file) {
        return leaves.digest(file);
    }

    /// An earlier run has made the block durable.
    synchronized void held(int block) {
        heldBlocks.set(block);
    }

    /// The batch is durable.
    synchronized void committed(Batch batch) {
        batch.blocks.forEach(heldBlocks::set);
        uncommittedExtents -= batch.extents;
        notifyAll();
    }

    /// No commit will come any more: whoever waits for one gives up.
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized BitSet heldBlocks() {
        return (BitSet) heldBlocks.clone();
    }

    private boolean anyBusy(int[] slots) {
        for (int slot : slots) {
            if (busy.get(slot)) {
                return true;
            }
        }
        return false;
    }
}
