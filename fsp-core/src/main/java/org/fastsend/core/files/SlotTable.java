package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/// A table of records of one width on disk, each in the slot of its number and free to change; a slot never written
/// reads as zeros. Temporary like [SpoolTable]. Thread-safe as far as different slots are concerned; one slot has
/// one writer at a time. The newest page of slots written in a row is kept in memory, so that filling a table in
/// order is cheap.
public final class SlotTable implements Closeable {
    private static final int PAGE_SLOTS = 512;

    private final Path directory;
    private final int width;
    private final FileChannel slots;
    private final byte[] page;
    /// Number of the first slot of the page in memory, and whether it differs from the disk's.
    private int pageStart;
    private boolean dirty;

    /// Opens an empty table of records of `width` bytes, whose temporary file lies in `directory`.
    public SlotTable(Path directory, int width) {
        this.directory = directory;
        this.width = width;
        this.slots = TemporaryFile.open(directory);
        this.page = new byte[PAGE_SLOTS * width];
    }

    public synchronized void put(int slot, byte[] record) {
        if (record.length != width) {
            throw new IllegalArgumentException(record.length + " bytes for a slot of " + width);
        }
        turnTo(slot);
        System.arraycopy(record, 0, page, (slot - pageStart) * width, width);
        dirty = true;
    }

    public byte[] get(int slot) {
        return get(slot, 1);
    }

    /// The records of `count` slots in a row.
    synchronized byte[] get(int slot, int count) {
        byte[] records = new byte[Math.multiplyExact(count, width)];
        if (slot >= pageStart && slot + count <= pageStart + PAGE_SLOTS) {
            System.arraycopy(page, (slot - pageStart) * width, records, 0, records.length);
            return records;
        }
        writePage();
        try {
            TemporaryFile.readUpTo(slots, ByteBuffer.wrap(records), (long) slot * width);
        } catch (IOException e) {
            throw DiskFailure.reading(directory, e);
        }
        return records;
    }

    @Override
    public void close() {
        TemporaryFile.close(slots);
    }

    private void turnTo(int slot) {
        int start = slot - slot % PAGE_SLOTS;
        if (start == pageStart) {
            return;
        }
        writePage();
        Arrays.fill(page, (byte) 0);
        try {
            TemporaryFile.readUpTo(slots, ByteBuffer.wrap(page), (long) start * width);
        } catch (IOException e) {
            throw DiskFailure.reading(directory, e);
        }
        pageStart = start;
    }

    private void writePage() {
        if (!dirty) {
            return;
        }
        try {
            TemporaryFile.write(slots, ByteBuffer.wrap(page), (long) pageStart * width);
        } catch (IOException e) {
            throw DiskFailure.writing(directory, e);
        }
        dirty = false;
    }
}
