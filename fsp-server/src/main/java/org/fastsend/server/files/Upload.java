package org.fastsend.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A file that a client is sending. A whole file is written under a name of its own and gets the final name at once
/// when all of it is safely on disk; closing without [#commit] leaves nothing. A resumed one extends the file that
/// is there, as clients expect who ask for its size first. One thread at a time.
public final class Upload implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> AS_UMASK_SAYS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw-rw-"));

    private static final String KEPT_PREFIX = RootedTree.UPLOAD_PREFIX + "kept-";

    private final Path written;
    private final Path target;
    private final FileChannel channel;
    private final long start;
    private boolean keep;
    private boolean committed;

    private Upload(Path written, Path target, FileChannel channel, long start) {
        this.written = written;
        this.target = target;
        this.channel = channel;
        this.start = start;
    }

    /// A new file, which will take the place of what is at `target` now.
    public static Upload whole(Path target) throws IOException {
        refuseUnlessFile(target);
        Path written = fresh(parentOf(target));
        return new Upload(written, target, open(written), 0);
    }

    /// More of the file at `target`, from `offset` on, which lies within it or at its end.
    public static Upload resumed(Path target, long offset) throws IOException {
        refuseUnlessFile(target);
        FileChannel channel = open(target);
        try {
            if (offset > channel.size()) {
                throw new FileSystemException(
                        target.toString(),
                        null,
                        "only " + channel.size() + " bytes are here, cannot resume at " + offset);
            }
            channel.position(offset);
            return new Upload(target, target, channel, offset);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// A part of the file at `target`, which is made if it is not there.
    public static Upload part(Path target, long offset) throws IOException {
        refuseUnlessFile(target);
        FileChannel channel = FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return new Upload(target, target, channel.position(offset), offset);
    }

    /// Goes on with what [#keepOnFailure] kept.
    public static Upload kept(Path target) throws IOException {
        refuseUnlessFile(target);
        Path written = fresh(parentOf(target));
        // Out of the way of others who want to go on with it.
        Files.move(keptFor(target), written, StandardCopyOption.ATOMIC_MOVE);
        Upload upload = new Upload(written, target, open(written), 0);
        upload.keepOnFailure();
        return upload;
    }

    /// Whether there is something to go on with.
    public static boolean isKept(Path target) {
        return Files.isRegularFile(keptFor(target), LinkOption.NOFOLLOW_LINKS);
    }

    /// Removes what is kept of uploads in a directory that holds nothing else: who sees it empty may remove it.
    public static void forgetKept(Path directory) throws IOException {
        List<Path> kept = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (!String.valueOf(child.getFileName()).startsWith(KEPT_PREFIX)) {
                    return;
                }
                kept.add(child);
            }
        }
        for (Path file : kept) {
            Files.deleteIfExists(file);
        }
    }

    /// Closing without [#commit] leaves what was written to be continued, out of everybody's sight.
    public void keepOnFailure() {
        keep = true;
    }

    private static Path keptFor(Path target) {
        byte[] name = String.valueOf(target.getFileName()).getBytes(StandardCharsets.UTF_8);
        return target.resolveSibling(KEPT_PREFIX + HashAlgorithm.SHA_256.hex(name));
    }

    public void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Writes all of another file, and returns how many bytes that was.
    public long copy(FileChannel from) throws IOException {
        long copied = 0;
        long count;
        do {
            count = from.transferTo(copied, Long.MAX_VALUE - copied, channel);
            copied += count;
        } while (count > 0);
        return copied;
    }

    /// Writes bytes that belong so far behind where this upload began. Thread-safe.
    public void writeAt(long offset, ByteBuffer bytes) throws IOException {
        long at = start + offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// Makes what was written durable, under its final name.
    public void commit() throws IOException {
        channel.force(true);
        channel.close();
        if (!written.equals(target)) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && isPosix(target)) {
                Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(target));
            }
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
            Directories.force(parentOf(target));
            Files.deleteIfExists(keptFor(target));
        }
        committed = true;
    }

    @Override
    public void close() throws IOException {
        if (keep && !committed) {
            channel.force(true);
        }
        channel.close();
        if (committed || written.equals(target)) {
            return;
        }
        if (keep) {
            Files.move(written, keptFor(target), StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.deleteIfExists(written);
        }
    }

    private static Path fresh(Path directory) throws IOException {
        return isPosix(directory)
                ? Files.createTempFile(directory, RootedTree.UPLOAD_PREFIX, "", AS_UMASK_SAYS)
                : Files.createTempFile(directory, RootedTree.UPLOAD_PREFIX, "");
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private static void refuseUnlessFile(Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(target.toString(), null, "not a regular file");
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static Path parentOf(Path target) {
        Path parent = target.getParent();
        if (parent == null) {
            throw new AssertionError("a file in a tree has a directory");
        }
        return parent;
    }
}
