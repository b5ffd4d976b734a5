package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/// An append-only table of small records on disk, numbered from 0: what a transfer must remember of each of its
/// files or blocks, without memory that grows with their number. Lives as long as the process; its files have no
/// name from the moment they are open, so nothing is left behind by a kill. Thread-safe.
public final class SpoolTable implements Closeable {
    /// Bytes of the longest record.
    public static final int MAX_RECORD_BYTES = 1 << 20;

    private static final int TAIL_BYTES = 64 * 1024;

    private final Path directory;
    private final FileChannel records;
    /// Where each record ends: 8 bytes a record, in a table of its own.
    private final SlotTable ends;
    /// The newest bytes, not written yet; they follow the first `flushedBytes` ones.
    private final ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES);
    private long flushedBytes;
    private int count;

    /// Opens an empty table whose temporary files lie in `directory`.
    public SpoolTable(Path directory) {
        this.directory = directory;
        this.records = TemporaryFile.open(directory);
        this.ends = new SlotTable(directory, Long.BYTES);
    }

    /// Appends a record and returns its index. Throws DISK_FULL or IO_FAILURE; the table is then as before.
    public synchronized int add(byte[] record) {
        if (record.length > MAX_RECORD_BYTES) {
            throw new IllegalArgumentException("record of " + record.length + " bytes");
        }
        try {
            if (record.length > tail.remaining()) {
                flush();
            }
            if (record.length > tail.remaining()) {
                TemporaryFile.write(records, ByteBuffer.wrap(record), flushedBytes);
                flushedBytes += record.length;
            } else {
                tail.put(record);
            }
        } catch (IOException e) {
            throw DiskFailure.writing(directory, e);
        }
        ends.put(
                count,
                ByteBuffer.allocate(Long.BYTES)
                        .putLong(0, flushedBytes + tail.position())
                        .array());
        return count++;
    }

    /// The record at `index`, which was added before.
    public byte[] get(int index) {
        long start;
        long end;
        synchronized (this) {
            if (index < 0 || index >= count) {
                throw new IndexOutOfBoundsException("record " + index + " of " + count);
            }
            ByteBuffer bounds = ByteBuffer.wrap(ends.get(Math.max(0, index - 1), 2));
            start = index == 0 ? 0 : bounds.getLong(0);
            end = bounds.getLong(index == 0 ? 0 : Long.BYTES);
            if (start >= flushedBytes) {
                int from = (int) (start - flushedBytes);
                return Arrays.copyOfRange(tail.array(), from, from + (int) (end - start));
            }
        }
        ByteBuffer record = ByteBuffer.allocate((int) (end - start));
        try {
            TemporaryFile.read(records, record, start);
        } catch (IOException e) {
            throw DiskFailure.reading(directory, e);
        }
        return record.array();
    }

    public synchronized int size() {
        return count;
    }

    @Override
    public void close() {
        TemporaryFile.close(records);
        ends.close();
    }

    private void flush() throws IOException {
        ByteBuffer bytes = tail.duplicate().flip();
        int length = bytes.remaining();
        TemporaryFile.write(records, bytes, flushedBytes);
        flushedBytes += length;
        tail.clear();
    }
}
