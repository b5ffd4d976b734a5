package org.fastsend.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// A file that a client is sending. A whole file is written under a name of its own and gets the final name at once
/// when all of it is safely on disk; closing without [#commit] leaves nothing. A resumed one extends the file that
/// is there, as clients expect who ask for its size first. One thread at a time.
public final class Upload implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> AS_UMASK_SAYS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw-rw-"));

    private final Path written;
    private final Path target;
    private final FileChannel channel;
    private boolean committed;

    private Upload(Path written, Path target, FileChannel channel) {
        this.written = written;
        this.target = target;
        this.channel = channel;
    }

    /// A new file, which will take the place of what is at `target` now.
    public static Upload whole(Path target) throws IOException {
        refuseUnlessFile(target);
        Path directory = parentOf(target);
        Path written = isPosix(directory)
                ? Files.createTempFile(directory, RootedTree.UPLOAD_PREFIX, "", AS_UMASK_SAYS)
                : Files.createTempFile(directory, RootedTree.UPLOAD_PREFIX, "");
        return new Upload(written, target, open(written));
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
            return new Upload(target, target, channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    public void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
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
        }
        committed = true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!committed && !written.equals(target)) {
            Files.deleteIfExists(written);
        }
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
