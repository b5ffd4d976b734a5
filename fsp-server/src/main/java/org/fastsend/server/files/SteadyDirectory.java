package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A directory of a tree that is held open: whatever others make of its path meanwhile, a link out of the tree for
/// instance, what is done here is done in this very directory (openat(2) and its kind). It was reached from the
/// tree's root by one real directory after the other. Where the system cannot do that, paths have to do. One
/// thread at a time.
final class SteadyDirectory implements AutoCloseable {
    private final Path path;
    private final Optional<SecureDirectoryStream<Path>> handle;

    private SteadyDirectory(Path path, Optional<SecureDirectoryStream<Path>> handle) {
        this.path = path;
        this.handle = handle;
    }

    /// Opens a directory below the root of a tree, whose path has no link in it. Fails when it has one
    /// by now.
    @SuppressWarnings("StreamResourceLeak") // what is held is closed with this
    static SteadyDirectory open(Path root, Path directory) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (!(stream instanceof SecureDirectoryStream<Path> top)) {
            stream.close();
            return new SteadyDirectory(directory, Optional.empty());
        }
        SecureDirectoryStream<Path> at = top;
        for (Path name : root.equals(directory) ? List.<Path>of() : root.relativize(directory)) {
            try (SecureDirectoryStream<Path> above = at) {
                at = above.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
            }
        }
        return new SteadyDirectory(directory, Optional.of(at));
    }

    /// Hands over what is here as it comes, so that one of a million names costs no memory; only once. Uploads in
    /// progress are nobody's yet, and a name that vanishes meanwhile is left out.
    void list(Directories.EntrySink sink) throws IOException, InterruptedException {
        try (DirectoryStream<Path> paths = handle.isPresent() ? handle.get() : Files.newDirectoryStream(path)) {
            for (Path child : paths) {
                Path name = child.getFileName();
                if (name.toString().startsWith(RootedTree.UPLOAD_PREFIX)) {
                    continue;
                }
                Entry entry;
                try {
                    entry = Entry.of(name.toString(), attributes(name), path.resolve(name));
                } catch (NoSuchFileException _) {
                    continue;
                }
                sink.accept(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /// Deletes what remained of broken uploads, when nothing else is here; not together with a listing.
    void deleteRemains() throws IOException {
        List<Path> remains = new ArrayList<>();
        DirectoryStream<Path> names = handle.isPresent() ? handle.get() : Files.newDirectoryStream(path);
        try {
            for (Path child : names) {
                Path name = child.getFileName();
                if (!Begun.isRemains(name)) {
                    return;
                }
                remains.add(name);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } finally {
            if (handle.isEmpty()) {
                names.close();
            }
        }
        for (Path name : remains) {
            deleteIfThere(name);
        }
    }

    private BasicFileAttributes attributes(Path name) throws IOException {
        Optional<PosixFileAttributeView> posix = permissions(name);
        return posix.isPresent() ? posix.get().readAttributes() : times(name).readAttributes();
    }

    /// Opens a file here, never through a link.
    FileChannel open(Path name, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        if (handle.isPresent() && handle.get().newByteChannel(name, all, attributes) instanceof FileChannel channel) {
            return channel;
        }
        return FileChannel.open(path.resolve(name), all, attributes);
    }

    /// Gives an entry another name, here or elsewhere, in the place of one that may have it.
    void move(Path name, SteadyDirectory to, Path newName) throws IOException {
        if (handle.isPresent() && to.handle.isPresent()) {
            handle.get().move(name, to.handle.get(), newName);
        } else {
            Files.move(path.resolve(name), to.path.resolve(newName), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    void delete(Path name) throws IOException {
        if (handle.isPresent()) {
            handle.get().deleteFile(name);
        } else {
            Files.delete(path.resolve(name));
        }
    }

    void deleteIfThere(Path name) throws IOException {
        try {
            delete(name);
        } catch (NoSuchFileException _) {
            return; // as wanted
        }
    }

    void deleteDirectory(Path name) throws IOException {
        if (handle.isPresent()) {
            handle.get().deleteDirectory(name);
        } else {
            Files.delete(path.resolve(name));
        }
    }

    /// The permissions of an entry; empty where there are none.
    Optional<PosixFileAttributeView> permissions(Path name) {
        return handle.map(open ->
                        open.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))
                .or(() -> Optional.ofNullable(Files.getFileAttributeView(
                        path.resolve(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)));
    }

    /// The times of an entry, and what it is.
    BasicFileAttributeView times(Path name) {
        return handle.map(open ->
                        open.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))
                .orElseGet(() -> Files.getFileAttributeView(
                        path.resolve(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    }

    /// Whether a name stands here by now.
    boolean holds(Path name) throws IOException {
        try {
            var _ = times(name).readAttributes();
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    long size(Path name) throws IOException {
        return times(name).readAttributes().size();
    }

    /// Makes the names durable, where the system can.
    void force() throws IOException {
        if (handle.isEmpty()) {
            Directories.force(path);
            return;
        }
        try (FileChannel self = open(path.getFileSystem().getPath("."), Set.of(StandardOpenOption.READ))) {
            self.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        if (handle.isPresent()) {
            handle.get().close();
        }
    }
}
