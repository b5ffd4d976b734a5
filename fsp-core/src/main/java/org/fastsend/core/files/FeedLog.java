package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A transfer's manifest feed on disk: entries from 0 on without gaps, appended and read by sequence. Survives a
/// crash at any byte with what was whole. Memory: 8 bytes an entry. Thread-safe.
public final class FeedLog implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedLog.class);
    private static final int KIND_AT = Long.BYTES;
    private static final int BYTES_AT = KIND_AT + 1;

    private final Path path;
    private final RecordLog log;
    private long[] positions = new long[64];
    private int count;

    private FeedLog(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.log = new RecordLog(path, channel, this::replay);
    }

    /// Opens or creates the log in `file`.
    public static FeedLog open(Path file) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return open(file, channel);
        } catch (IOException e) {
            throw DiskFailure.writing(file, e);
        }
    }

    /// A log that ends with the process or when it is closed; its file lies in `directory` and has no name.
    public static FeedLog temporary(Path directory) {
        try {
            return open(directory, TemporaryFile.open(directory));
        } catch (IOException e) {
            throw DiskFailure.writing(directory, e);
        }
    }

    /// The same in a file that is open; closed if that fails.
    static FeedLog open(Path path, FileChannel channel) throws IOException {
        try {
            return new FeedLog(path, channel);
        } catch (IOException | RuntimeException e) {
            TemporaryFile.close(channel);
            throw e;
        }
    }

    /// Number of entries held, which is the sequence of the next one.
    public synchronized long size() {
        return count;
    }

    /// Appends an entry, not durable before [#force]. One that is held already is ignored; a gap is an
    /// IllegalArgumentException. Throws DISK_FULL or IO_FAILURE.
    public void append(FeedEntry entry) {
        append(List.of(entry));
    }

    public synchronized void append(List<FeedEntry> entries) {
        List<byte[]> records = new ArrayList<>();
        for (FeedEntry entry : entries) {
            long next = (long) count + records.size();
            if (entry.sequence() > next) {
                throw new IllegalArgumentException("feed entry " + entry.sequence() + " after " + next + " entries");
            }
            if (entry.sequence() == next) {
                records.add(encode(entry));
            }
        }
        try {
            long position = log.append(records);
            for (byte[] record : records) {
                remember(position);
                position += RecordLog.HEADER_BYTES + record.length;
            }
        } catch (IOException e) {
            throw DiskFailure.writing(path, e);
        }
    }

    /// Makes everything appended durable.
    public synchronized void force() {
        try {
            log.force();
        } catch (IOException e) {
            throw DiskFailure.writing(path, e);
        }
    }

    /// The entry of that sequence, which is held.
    public synchronized FeedEntry read(long sequence) {
        if (sequence < 0 || sequence >= count) {
            throw new IndexOutOfBoundsException("feed entry " + sequence + " of " + count);
        }
        try {
            return decode(log.read(positions[(int) sequence]));
        } catch (IOException e) {
            throw DiskFailure.reading(path, e);
        }
    }

    /// The entries from `sequence` on whose bytes add up to at most `maxBytes`; at least one, if one is held.
    public synchronized List<FeedEntry> read(long sequence, int maxBytes) {
        List<FeedEntry> entries = new ArrayList<>();
        long bytes = 0;
        for (long next = sequence; next < count; next++) {
            FeedEntry entry = read(next);
            bytes += entry.bytes().length;
            if (!entries.isEmpty() && bytes > maxBytes) {
                break;
            }
            entries.add(entry);
        }
        return entries;
    }

    @Override
    public synchronized void close() {
        try {
            log.close();
        } catch (IOException e) {
            LOG.warn("closing {} failed", path, e);
        }
    }

    private void replay(long position, byte[] record) {
        FeedEntry entry = decode(record);
        if (entry.sequence() != count) {
            throw new FspException(
                    ErrorCode.IO_FAILURE,
                    FileNames.printable(path) + " is damaged: entry " + entry.sequence() + " where " + count
                            + " belongs; delete it and run the command again");
        }
        remember(position);
    }

    private void remember(long position) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, count * 2);
        }
        positions[count++] = position;
    }

    private static byte[] encode(FeedEntry entry) {
        return ByteBuffer.allocate(BYTES_AT + entry.bytes().length)
                .putLong(entry.sequence())
                .put((byte) entry.kind().code())
                .put(entry.bytes())
                .array();
    }

    private FeedEntry decode(byte[] record) {
        if (record.length >= BYTES_AT && record.length <= BYTES_AT + FeedEntry.MAX_BYTES) {
            for (FeedEntry.Kind kind : FeedEntry.Kind.values()) {
                if (kind.code() == record[KIND_AT]) {
                    byte[] bytes = Arrays.copyOfRange(record, BYTES_AT, record.length);
                    return new FeedEntry(ByteBuffer.wrap(record).getLong(), kind, bytes);
                }
            }
        }
        throw new FspException(
                ErrorCode.IO_FAILURE, FileNames.printable(path) + " is damaged; delete it and run the command again");
    }
}
