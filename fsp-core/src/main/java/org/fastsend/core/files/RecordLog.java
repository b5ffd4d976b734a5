package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.jspecify.annotations.Nullable;

/// An append-only file of checksummed records: u32 length, u32 CRC32C of the length and the bytes, the bytes.
/// Whatever a crash leaves at its end that is no whole record is cut off when it is opened again. One process at a
/// time has it open. Not thread-safe.
final class RecordLog implements Closeable {
    static final int MAX_RECORD_BYTES = 1 << 20;
    static final int HEADER_BYTES = 2 * Integer.BYTES;

    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path path;
    private final FileChannel channel;
    private long length;

    /// Hears of a record when the log is opened.
    interface Replay {
        /// A whole record; `position` is where it starts, as [#read] takes it.
        void record(long position, byte[] bytes);
    }

    /// Replays what `channel` holds, from its start, and goes on behind the last whole record.
    RecordLog(Path path, FileChannel channel, Replay replay) throws IOException {
        this.path = path;
        this.channel = channel;
        lock();
        long size = channel.size();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        while (size - length >= HEADER_BYTES) {
            TemporaryFile.read(channel, header.clear(), length);
            int recordBytes = header.getInt(0);
            if (recordBytes < 0 || recordBytes > MAX_RECORD_BYTES || recordBytes > size - length - HEADER_BYTES) {
                break;
            }
            byte[] record = new byte[recordBytes];
            TemporaryFile.read(channel, ByteBuffer.wrap(record), length + HEADER_BYTES);
            if (header.getInt(Integer.BYTES) != checksum(record)) {
                break;
            }
            replay.record(length, record);
            length += HEADER_BYTES + recordBytes;
        }
        if (size > length) {
            channel.truncate(length);
        }
    }

    /// Appends records, all in few writes, and returns where the first starts; not durable before [#force]. After
    /// an exception the log must not be appended to any more.
    long append(List<byte[]> records) throws IOException {
        long start = length;
        long bytes = records.stream()
                .mapToLong(record -> HEADER_BYTES + record.length)
                .sum();
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(bytes, BUFFER_BYTES));
        for (byte[] record : records) {
            if (record.length > MAX_RECORD_BYTES) {
                throw new IllegalArgumentException("record of " + record.length + " bytes");
            }
            put(
                    buffer,
                    ByteBuffer.allocate(HEADER_BYTES)
                            .putInt(record.length)
                            .putInt(checksum(record))
                            .array());
            put(buffer, record);
        }
        write(buffer);
        return start;
    }

    /// The record that starts at `position`.
    byte[] read(long position) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        TemporaryFile.read(channel, header, position);
        byte[] record = new byte[Math.clamp(header.getInt(0), 0, MAX_RECORD_BYTES)];
        TemporaryFile.read(channel, ByteBuffer.wrap(record), position + HEADER_BYTES);
        if (header.getInt(Integer.BYTES) != checksum(record)) {
            throw new IOException("a record at byte " + position + " fails its checksum");
        }
        return record;
    }

    /// Makes everything that was appended durable.
    void force() throws IOException {
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void put(ByteBuffer buffer, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(buffer.remaining(), bytes.length - at);
            buffer.put(bytes, at, count);
            at += count;
            if (!buffer.hasRemaining()) {
                write(buffer);
            }
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        int bytes = buffer.flip().remaining();
        TemporaryFile.write(channel, buffer, length);
        length += bytes;
        buffer.clear();
    }

    private void lock() throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw inUse(null);
            }
        } catch (OverlappingFileLockException e) {
            throw inUse(e);
        }
    }

    private FspException inUse(@Nullable Throwable cause) {
        return new FspException(
                ErrorCode.NOT_WRITABLE,
                FileNames.printable(path) + " is in use: another process is at work on the same transfer",
                cause);
    }

    private static int checksum(byte[] record) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(record.length).flip());
        sum.update(record);
        return (int) sum.getValue();
    }
}
