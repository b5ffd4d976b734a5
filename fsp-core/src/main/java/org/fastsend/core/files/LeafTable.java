package org.fastsend.core.files;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import org.fastsend.core.seal.FileDigest;

/// The leaves of all files of a transfer on disk, by slot, and a bit in memory for each that is there. Not
/// thread-safe.
final class LeafTable implements Closeable {
    private static final int LEAVES_AT_ONCE = 1024;

    private final SlotTable leaves;
    private final BitSet present = new BitSet();

    LeafTable(Path directory) {
        this.leaves = new SlotTable(directory, FileDigest.LENGTH);
    }

    void put(int slot, byte[] leaf) {
        leaves.put(slot, leaf);
        present.set(slot);
    }

    boolean has(int slot) {
        return present.get(slot);
    }

    boolean has(int slot, byte[] leaf) {
        return present.get(slot) && Arrays.equals(leaves.get(slot), leaf);
    }

    /// Whether all leaves of a file are there.
    boolean isWhole(FileTable.Known file) {
        return present.nextClearBit(file.firstSlot()) >= file.firstSlot() + file.slots();
    }

    /// The digest of a file all of whose leaves are there (docs/wire.md, "Digest of a file").
    byte[] digest(FileTable.Known file) {
        FileDigest.Root root = new FileDigest.Root(file.file().size());
        int end = file.firstSlot() + file.slots();
        for (int slot = file.firstSlot(); slot < end; slot += LEAVES_AT_ONCE) {
            byte[] some = leaves.get(slot, Math.min(LEAVES_AT_ONCE, end - slot));
            for (int at = 0; at < some.length; at += FileDigest.LENGTH) {
                root.add(Arrays.copyOfRange(some, at, at + FileDigest.LENGTH));
            }
        }
        return root.finish();
    }

    @Override
    public void close() {
        leaves.close();
    }
}
