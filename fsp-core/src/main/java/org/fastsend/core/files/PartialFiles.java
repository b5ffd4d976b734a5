package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.LentSet.Loan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files that are not complete, in the work directory under their numbers. Holes are not written, so that
/// sparse files stay sparse. Thread-safe; different threads write different extents. Keeps a bounded number of
/// files open.
final class PartialFiles implements Closeable {
    static final String PREFIX = "part-";

    private static final Logger LOG = LoggerFactory.getLogger(PartialFiles.class);
    private static final int MAX_OPEN_FILES = 64;
    private static final int ZEROS = 64 * 1024;
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<OpenOption> FRESH =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);

    private final WorkDirectory work;
    private final UnaryOperator<FileChannel> channels;
    private final boolean resumed;
    private final LentSet<Integer, FileChannel> open = new LentSet<>(MAX_OPEN_FILES, file -> open(file, CREATE));

    /// @param channels applied to each channel that is opened
    /// @param resumed whether an earlier run may have left bytes in the files that no journal speaks of
    PartialFiles(WorkDirectory work, UnaryOperator<FileChannel> channels, boolean resumed) {
        this.work = work;
        this.channels = channels;
        this.resumed = resumed;
    }

    static Path name(int file) {
        return Path.of(PREFIX + file);
    }

    /// Writes an extent of a file of `size` bytes; `data` holds exactly its bytes, and nothing if it is a hole.
    void write(Extent extent, long size, ByteBuffer data) throws IOException {
        if (extent.length() == size) {
            try (FileChannel channel = open(extent.file(), FRESH)) {
                TemporaryFile.write(channel, data.duplicate(), 0);
                resize(channel, size);
            }
            return;
        }
        while (true) {
            try (Loan<FileChannel> loan = open.lend(extent.file())) {
                if (!extent.hole()) {
                    TemporaryFile.write(loan.value(), data.duplicate(), extent.offset());
                } else if (resumed) {
                    clear(loan.value(), extent);
                }
                return;
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                // Another writer was interrupted in this file, which closes the channel for all of them.
                LOG.debug("file {} is opened again", extent.file(), e);
            }
        }
    }

    /// Gives a file all of whose extents are written its size: a hole at its end, or no extent at all, has not.
    void complete(int file, long size) throws IOException {
        try (Loan<FileChannel> loan = open.lend(file)) {
            resize(loan.value(), size);
        }
    }

    /// Whether the file is here; it is not any more once it has its final name.
    boolean exists(int file) throws IOException {
        try {
            work.directory().facts(name(file));
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /// Opens a file for making it durable.
    FileChannel forSync(int file) throws IOException {
        try {
            return open(file, Set.of(StandardOpenOption.WRITE));
        } catch (AccessDeniedException _) {
            // It bears its final mode already, and an earlier run was killed before it was renamed.
            Files.setPosixFilePermissions(work.resolve(PREFIX + file), FileFacts.permissions(0600));
            return open(file, Set.of(StandardOpenOption.WRITE));
        }
    }

    void mark(int file, int mode, long modifiedNanos) throws IOException {
        work.directory().mark(name(file), mode, modifiedNanos);
    }

    /// Closes the file: nothing will be written to it any more.
    void forget(int file) throws IOException {
        open.forget(file);
    }

    @Override
    public void close() throws IOException {
        open.close();
    }

    private FileChannel open(int file, Set<OpenOption> options) throws IOException {
        return channels.apply(work.directory().file(name(file), options));
    }

    private static void resize(FileChannel channel, long size) throws IOException {
        long now = channel.size();
        if (now < size) {
            TemporaryFile.write(channel, ByteBuffer.allocate(1), size - 1);
        } else if (now > size) {
            channel.truncate(size); // an earlier run wrote what was never committed
        }
    }

    /// Overwrites with zeros what an earlier run may have written where a hole belongs.
    private static void clear(FileChannel channel, Extent extent) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
        ByteBuffer found = ByteBuffer.allocate(ZEROS);
        long end = Math.min(extent.offset() + extent.length(), channel.size());
        for (long at = extent.offset(); at < end; at += ZEROS) {
            int count = (int) Math.min(ZEROS, end - at);
            TemporaryFile.readUpTo(channel, found.clear().limit(count), at);
            if (found.flip().mismatch(zeros.clear().limit(count)) >= 0) {
                TemporaryFile.write(channel, zeros.clear().limit(count), at);
            }
        }
    }
}
