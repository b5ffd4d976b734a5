package org.fastsend.relay.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory that a relay keeps its blocks in, held by this process alone: two relays that wrote to one directory
/// would destroy each other's blocks.
public final class StoreDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);
    private static final String LOCK = "lock";
    /// Part of the disk that is left to others, at most {@link #MAX_FLOOR_BYTES}.
    private static final int FLOOR_PART = 50;

    private static final long MAX_FLOOR_BYTES = 1L << 30;

    private final Path path;
    private final FileChannel lock;

    private StoreDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Makes the directory if need be, and locks it. Fails with {@link FspException}.
    public static StoreDirectory open(Path path) {
        try {
            Files.createDirectories(path);
            FileChannel channel =
                    FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                channel.close();
                throw new FspException(
                        ErrorCode.NOT_WRITABLE, "another relay is using " + path + "; give each one its own --dir");
            }
            return new StoreDirectory(path, channel);
        } catch (FileAlreadyExistsException e) {
            throw new FspException(ErrorCode.NOT_WRITABLE, path + " is not a directory", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null && lock.isValid();
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    /// Bytes that others may count on finding free on this disk: a fiftieth of it, 1 GiB at most.
    public long floorBytes() {
        try {
            return Math.min(MAX_FLOOR_BYTES, Files.getFileStore(path).getTotalSpace() / FLOOR_PART);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Bytes that can be used here: those that are free, and those that the directory's files take already. What may
    /// not be looked into is not this relay's, like the `lost+found` of a disk of its own.
    public long usableBytes() {
        try {
            Sum held = new Sum();
            Files.walkFileTree(path, held);
            return held.bytes + Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Of the files that can be seen.
    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException cause) {
            LOG.info("{} does not count", file, cause);
            return FileVisitResult.CONTINUE;
        }
    }

    /// Lets another process have the directory.
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
