package org.fastsend.relay.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// The directory that a relay keeps its blocks in, held by this process alone: two relays that wrote to one directory
/// would destroy each other's blocks.
public final class StoreDirectory implements AutoCloseable {
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

    /// Bytes that can be used here: those that are free, and those that the directory's files take already.
    public long usableBytes() {
        try (Stream<Path> files = Files.walk(path)) {
            long held = files.filter(Files::isRegularFile)
                    .mapToLong(StoreDirectory::size)
                    .sum();
            return held + Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
