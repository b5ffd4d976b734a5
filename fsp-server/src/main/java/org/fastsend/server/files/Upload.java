package org.fastsend.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// A file that a client is sending. A whole file is written under a name of its own and gets the final name at once
/// when all of it is safely on disk; closing without [#commit] leaves nothing, or [Remains] out of everybody's
/// sight. A resumed one extends the file that is there, as clients expect who ask for its size first. One thread at
/// a time.
public final class Upload implements AutoCloseable {
    /// What is left of an upload that is not committed.
    public enum Remains {
        NOTHING,
        /// The beginning of the file, for who asks for its size and sends the rest.
        BEGINNING,
        /// Parts of the file, of which the sender knows which.
        PARTS
    }

    private static final FileAttribute<?>[] AS_UMASK_SAYS = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw-rw-"))
    };
    private static final FileAttribute<?>[] NO_ATTRIBUTES = {};
    private static final int NAME_BYTES = 12;
    private static final long COPIED_AT_ONCE_BYTES = 1 << 20;

    private final SteadyDirectory directory;
    private final Path written;
    private final Path target;
    private final FileChannel channel;
    private final long start;
    private Remains remains = Remains.NOTHING;
    private Optional<Begun> begun = Optional.empty();
    private Optional<Quota.Room> room = Optional.empty();
    private boolean appending;
    private boolean committed;

    private Upload(SteadyDirectory directory, Path written, Path target, FileChannel channel, long start) {
        this.directory = directory;
        this.written = written;
        this.target = target;
        this.channel = channel;
        this.start = start;
    }

    /// A new file of the tree, which will take the place of what is at `target` now.
    public static Upload whole(RootedTree tree, Path target) throws IOException {
        return begin(tree, target, directory -> {
            Path written = freshName(target);
            FileChannel channel = directory.open(
                    written, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(target));
            return new Upload(directory, written, nameOf(target), channel, 0);
        });
    }

    /// The same from a client, who may break off and come back.
    ///
    /// @param kind what is left then
    public static Upload sent(RootedTree tree, Path target, Remains kind) throws IOException {
        Upload upload = whole(tree, target);
        try {
            upload.leave(kind);
            upload.begun = Optional.of(Begun.in(upload.directory, upload.target));
        } catch (IOException | RuntimeException e) {
            upload.close();
            throw e;
        }
        return upload;
    }

    /// More of the file at `target`, from `offset` on, which lies within it or at its end.
    public static Upload resumed(RootedTree tree, Path target, long offset) throws IOException {
        return begin(tree, target, directory -> {
            FileChannel channel = directory.open(nameOf(target), Set.of(StandardOpenOption.WRITE));
            return new Upload(directory, nameOf(target), nameOf(target), at(offset, channel, target), offset);
        });
    }

    /// More behind the end of the file at `target`, wherever that is by then: others may append to it, too.
    public static Upload appended(RootedTree tree, Path target) throws IOException {
        return begin(tree, target, directory -> {
            Set<OpenOption> atTheEnd = Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            FileChannel channel = directory.open(nameOf(target), atTheEnd);
            Upload upload = new Upload(directory, nameOf(target), nameOf(target), channel, 0);
            upload.appending = true;
            return upload;
        });
    }

    /// A part of the file at `target`, which is made if it is not there.
    public static Upload part(RootedTree tree, Path target, long offset) throws IOException {
        return begin(tree, target, directory -> {
            Set<OpenOption> made = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileChannel channel = directory.open(nameOf(target), made, attributes(target));
            return new Upload(directory, nameOf(target), nameOf(target), channel.position(offset), offset);
        });
    }

    /// Goes on with what remained of an upload to `target`, from `offset` on: beginnings within what is there or at
    /// its end, parts anywhere.
    public static Upload continued(RootedTree tree, Path target, Remains kind, long offset) throws IOException {
        return begin(tree, target, directory -> {
            Path written = freshName(target);
            // Out of the way of others who want to go on with it.
            directory.move(Begun.name(target, kind), directory, written);
            FileChannel channel = directory.open(written, Set.of(StandardOpenOption.WRITE));
            Upload upload = new Upload(directory, written, nameOf(target), channel, offset);
            upload.leave(kind);
            try {
                at(offset, channel, target);
                if (kind == Remains.BEGINNING) {
                    channel.truncate(offset); // what lay behind is of a file that nobody sends any more
                }
            } catch (IOException e) {
                upload.end();
                throw e;
            }
            return upload;
        });
    }

    /// Says what closing without [#commit] leaves.
    public void leave(Remains kind) {
        remains = kind;
    }

    /// Bounds what is written from here on; the room is left when the upload is closed.
    public Upload within(Quota.Room space) {
        room = Optional.of(space);
        return this;
    }

    public void write(ByteBuffer bytes) throws IOException {
        take(bytes.remaining());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Writes all of another file, and returns how many bytes that was.
    public long copy(FileChannel from) throws IOException {
        long copied = 0;
        long count;
        do {
            count = from.transferTo(copied, COPIED_AT_ONCE_BYTES, channel);
            take(count);
            copied += count;
        } while (count > 0);
        return copied;
    }

    /// Writes bytes that belong so far behind where this upload began; appended ones come in order. Thread-safe but for
    /// these.
    public void writeAt(long offset, ByteBuffer bytes) throws IOException {
        if (appending) {
            write(bytes);
            return;
        }
        take(bytes.remaining());
        long at = start + offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// Makes what was written durable, under its final name. Once it has that, whoever stops the transfer comes
    /// too late, and is not to hear that it was stopped.
    public void commit() throws IOException {
        channel.force(true);
        channel.close();
        if (!written.equals(target)) {
            keepPermissions();
            directory.move(written, directory, target);
            committed = true;
            forceNames();
            Begun.forget(directory, target);
        }
        committed = true;
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            end();
        }
    }

    private void end() throws IOException {
        room.ifPresent(Quota.Room::close);
        room = Optional.empty();
        boolean keep;
        try (channel) {
            keep = !committed && remains != Remains.NOTHING && directory.size(written) > 0;
            if (keep && channel.isOpen()) {
                forceUnlessInterrupted();
            }
        }
        if (committed || written.equals(target)) {
            return;
        }
        if (keep) {
            directory.move(written, directory, Begun.name(target, remains));
        } else {
            directory.deleteIfThere(written);
        }
        if (begun.isPresent()) {
            begun.get().brokenOff(keep && remains == Remains.BEGINNING);
        }
    }

    private void forceNames() throws IOException {
        while (true) {
            try {
                directory.force();
                return;
            } catch (ClosedByInterruptException _) {
                var _ = Thread.interrupted(); // too late
            }
        }
    }

    /// Whoever stops a transfer may interrupt it as late as here; the beginning is kept all the same, if not through a
    /// power cut.
    private void forceUnlessInterrupted() throws IOException {
        try {
            channel.force(true);
        } catch (ClosedByInterruptException _) {
            // what was written is there; who goes on with it forces it in the end
        }
    }

    private void keepPermissions() throws IOException {
        Optional<PosixFileAttributeView> before = directory.permissions(target);
        Optional<PosixFileAttributeView> now = directory.permissions(written);
        if (before.isPresent() && now.isPresent() && directory.holds(target)) {
            Set<PosixFilePermission> permissions = before.get().readAttributes().permissions();
            now.get().setPermissions(permissions);
        }
    }

    private void take(long bytes) throws QuotaExceededException {
        if (room.isPresent()) {
            room.get().take(bytes);
        }
    }

    /// Makes an upload of what stands in the directory of its target.
    private interface Opening {
        Upload in(SteadyDirectory directory) throws IOException;
    }

    private static Upload begin(RootedTree tree, Path target, Opening opening) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(target.toString(), null, "not a regular file");
        }
        SteadyDirectory directory = tree.directoryOf(target);
        try {
            return opening.in(directory);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static FileChannel at(long offset, FileChannel channel, Path target) throws IOException {
        try {
            if (offset > channel.size()) {
                throw new FileSystemException(
                        target.toString(),
                        null,
                        "only " + channel.size() + " bytes are here, cannot resume at " + offset);
            }
            return channel.position(offset);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static Path freshName(Path target) {
        byte[] name = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(name);
        return target.getFileSystem()
                .getPath(RootedTree.UPLOAD_PREFIX + HexFormat.of().formatHex(name));
    }

    static FileAttribute<?>[] attributes(Path target) {
        return target.getFileSystem().supportedFileAttributeViews().contains("posix") ? AS_UMASK_SAYS : NO_ATTRIBUTES;
    }

    private static Path nameOf(Path target) {
        Path name = target.getFileName();
        if (name == null) {
            throw new AssertionError("a file in a tree has a name");
        }
        return name;
    }
}
