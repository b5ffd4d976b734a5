package org.fastsend.core.send;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.files.FileStamp;
import org.fastsend.core.files.PathIndex;
import org.fastsend.core.files.SlotTable;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTable;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.FileDigest;

/// The files that earlier runs have told of, and which of them are still as they were. What is known of each lies on
/// disk; in memory are some bytes a file and a bit an extent. Not thread-safe: handed on from one thread to the next.
final class LegacyFiles implements Closeable {
    private final int extentSize;
    private final SourceTable told;
    private final SlotTable stamps;
    private final SlotTable leaves;
    private final PathIndex paths = new PathIndex();
    private final BitSet closed = new BitSet();
    /// Read as something else than the walk had seen.
    private final BitSet spoiled = new BitSet();

    private final BitSet withdrawn = new BitSet();
    private final BitSet kept = new BitSet();
    /// Extents that need not be read again, by slot: extents are counted in the order of the manifest.
    private final BitSet covered = new BitSet();

    private int[] firstSlot = new int[64];
    private int slots;

    LegacyFiles(int extentSize, Path spool) {
        this.extentSize = extentSize;
        this.told = new SourceTable(spool);
        this.stamps = new SlotTable(spool, 2 * Long.BYTES);
        this.leaves = new SlotTable(spool, FileDigest.LENGTH);
    }

    int size() {
        return told.size();
    }

    void stamps(int firstFile, List<FileStamp> list) {
        int file = firstFile;
        for (FileStamp stamp : list) {
            stamps.put(file++, bytes(stamp));
        }
    }

    void opened(FileOpened file) {
        told.add(new SourceEntry(
                AnchoredPath.of(Path.of("")),
                file.path(),
                file.kind(),
                file.size(),
                file.modifiedNanos(),
                file.mode(),
                file.linkTarget(),
                0));
        if (file.file() == firstSlot.length) {
            firstSlot = Arrays.copyOf(firstSlot, 2 * firstSlot.length);
        }
        firstSlot[file.file()] = slots;
        slots += file.kind() == FileKind.FILE ? (int) FileLayout.extentCount(file.size(), extentSize) : 0;
        paths.add(file.path(), file.file());
    }

    void closed(FileClosed file) {
        switch (file.outcome()) {
            case GOOD -> closed.set(file.file());
            case CHANGED, UNREADABLE -> spoiled.set(file.file());
            case WITHDRAWN -> withdrawn.set(file.file());
        }
    }

    void read(Extent extent, byte[] leaf, boolean good) {
        leaves.put(slot(extent.file(), extent.offset() / extentSize), leaf);
        if (!good) {
            spoiled.set(extent.file());
        }
    }

    /// The number under which an earlier run told of this very file, as it is now; -1 if there is none.
    /// Claims it.
    int claim(SourceEntry entry, FileStamp stamp) {
        int file = paths.find(entry.relativePath(), number -> isSame(number, entry, stamp));
        if (file >= 0) {
            kept.set(file);
        }
        return file;
    }

    /// Forgets what was claimed.
    void unclaim() {
        kept.clear();
    }

    private boolean isSame(int file, SourceEntry entry, FileStamp stamp) {
        if (withdrawn.get(file) || spoiled.get(file) || kept.get(file)) {
            return false;
        }
        SourceEntry before = told.get(file);
        return before.relativePath().equals(entry.relativePath())
                && before.kind() == entry.kind()
                && before.size() == entry.size()
                && before.modifiedNanos() == entry.modifiedNanos()
                && before.mode() == entry.mode()
                && before.linkTarget().equals(entry.linkTarget())
                && (entry.kind() != FileKind.FILE || Arrays.equals(stamps.get(file), bytes(stamp)));
    }

    boolean isKept(int file) {
        return kept.get(file);
    }

    /// Whether its digest is in the manifest.
    boolean isClosed(int file) {
        return closed.get(file);
    }

    /// The next file, from that number on, that is to be withdrawn: no longer there, or not as it was; -1
    /// at the end.
    int nextLost(int from) {
        int file = from;
        while (file < size() && (kept.get(file) || withdrawn.get(file))) {
            file++;
        }
        return file < size() ? file : -1;
    }

    /// Whether the file is still a part of the transfer, whichever run told of it.
    boolean isAlive(int file) {
        return file >= size() || kept.get(file);
    }

    /// The extent is in a block that counts.
    void cover(Extent extent) {
        covered.set(slot(extent.file(), extent.offset() / extentSize));
    }

    boolean isCovered(Extent extent) {
        return extent.file() < size() && covered.get(slot(extent.file(), extent.offset() / extentSize));
    }

    /// The leaf of an extent that is not read again.
    Optional<byte[]> leaf(int file, long index) {
        return file < size() && covered.get(slot(file, index))
                ? Optional.of(leaves.get(slot(file, index)))
                : Optional.empty();
    }

    @Override
    public void close() {
        told.close();
        stamps.close();
        leaves.close();
    }

    private int slot(int file, long index) {
        return firstSlot[file] + (int) index;
    }

    private static byte[] bytes(FileStamp stamp) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(stamp.changedNanos())
                .putLong(stamp.inode())
                .array();
    }
}
