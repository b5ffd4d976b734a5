package org.fastsend.core.files;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.manifest.RelativePath;
import org.fastsend.core.seal.FileDigest;

/// What the manifest has told of each file, on disk. Each extent of each file has a slot: a number that counts
/// extents in the order of the manifest, under which its leaf is kept. Thread-safe.
final class FileTable implements Closeable {
    /// Extents in one transfer: 256 TiB at 1 MiB, and a bit for each of them is 32 MiB of memory.
    static final int MAX_SLOTS = 1 << 28;

    private static final int OPEN = 0;
    private static final int MAX_TEXT_BYTES = RelativePath.MAX_BYTES;

    private final int extentSize;
    private final SpoolTable opened;
    /// Behind a byte for the outcome (its code + 1, so that 0 is a file not closed yet) the digest.
    private final SlotTable closed;
    private long slots;

    FileTable(Path directory, int extentSize) {
        this.extentSize = extentSize;
        this.opened = new SpoolTable(directory);
        this.closed = new SlotTable(directory, 1 + FileDigest.LENGTH);
    }

    /// A file of the manifest and the slots of its extents.
    record Known(FileOpened file, int firstSlot, int slots) {}

    /// Adds the next file. Throws PROTOCOL if it is out of order, or if the extents become too many.
    synchronized void add(FileOpened file) {
        if (file.file() != opened.size()) {
            throw new FspException(
                    ErrorCode.PROTOCOL,
                    "the sender's manifest names file " + file.file() + " where file " + opened.size() + " belongs");
        }
        long count = file.kind() == FileKind.FILE ? FileLayout.extentCount(file.size(), extentSize) : 0;
        if (count > MAX_SLOTS - slots) {
            throw new FspException(
                    ErrorCode.PROTOCOL, "the transfer is too large: more than " + MAX_SLOTS + " extents");
        }
        opened.add(new ByteWriter()
                .varint(slots)
                .varint(count)
                .u8(file.kind().code())
                .text(file.path())
                .varint(file.size())
                .i64(file.modifiedNanos())
                .u16(file.mode())
                .text(file.linkTarget())
                .toBytes());
        slots += count;
    }

    int size() {
        return opened.size();
    }

    /// Throws PROTOCOL if no such file was added.
    Known get(int file) {
        if (file < 0 || file >= opened.size()) {
            throw new FspException(ErrorCode.PROTOCOL, "the sender speaks of file " + file + ", which it never named");
        }
        try {
            ByteReader in = new ByteReader(opened.get(file));
            int firstSlot = in.count();
            int count = in.count();
            FileKind kind = FileKind.of(in.u8()).orElseThrow();
            return new Known(
                    new FileOpened(
                            file,
                            kind,
                            in.text(MAX_TEXT_BYTES),
                            in.varint(),
                            in.i64(),
                            in.u16(),
                            in.text(MAX_TEXT_BYTES)),
                    firstSlot,
                    count);
        } catch (MalformedBytesException e) {
            throw new IllegalStateException("what was spooled reads back differently", e);
        }
    }

    /// The file that an extent of block `number` belongs to; throws if it is no extent of a known file.
    Known get(int number, Extent extent) throws BlockFormatException {
        if (extent.file() < opened.size()) {
            Known known = get(extent.file());
            long index = extent.offset() / extentSize;
            boolean fits = index < known.slots
                    && extent.offset() == index * extentSize
                    && extent.length() == Math.min(extentSize, known.file.size() - extent.offset());
            if (fits) {
                return known;
            }
        }
        throw new BlockFormatException("block " + number + " holds bytes " + extent.offset() + " to "
                + (extent.offset() + extent.length()) + " of file " + extent.file() + ", which are no extent of it");
    }

    /// The slot of an extent of that file.
    int slot(Known known, Extent extent) {
        return known.firstSlot + (int) (extent.offset() / extentSize);
    }

    void close(FileClosed file) {
        byte[] record = new byte[1 + FileDigest.LENGTH];
        record[0] = (byte) (file.outcome().code() + 1);
        System.arraycopy(file.digest(), 0, record, 1, FileDigest.LENGTH);
        closed.put(file.file(), record);
    }

    /// What the sender said of the file at last, if it is closed.
    Optional<FileClosed> closed(int file) {
        byte[] record = closed.get(file);
        return record[0] == OPEN
                ? Optional.empty()
                : Optional.of(new FileClosed(
                        file,
                        FileOutcome.of(record[0] - 1).orElseThrow(),
                        Arrays.copyOfRange(record, 1, record.length)));
    }

    @Override
    public void close() {
        opened.close();
        closed.close();
    }
}
