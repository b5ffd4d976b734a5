package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Optional;
import java.util.Set;

/// The tree that a session may touch. Turns the paths of clients into real ones; a symbolic link is followed when
/// it ends inside the tree and refused when it ends outside. What comes back contains no link but possibly its last
/// name, and is to be opened without following that one. Thread-safe.
public final class RootedTree {
    /// Files that are still being uploaded carry this prefix: they belong to nobody yet, so no client can name
    /// them.
    public static final String UPLOAD_PREFIX = ".fsp-upload-";

    private final Path root;

    /// @throws IOException when there is no such directory
    public RootedTree(Path directory) throws IOException {
        root = directory.toRealPath();
        if (!Files.isDirectory(root)) {
            throw new NoSuchFileException(directory.toString(), null, "not a directory");
        }
    }

    public Path root() {
        return root;
    }

    /// The real path of something that exists, links followed to their end.
    public Path existing(VirtualPath path) throws IOException {
        return inside(joined(path).toRealPath(), path);
    }

    /// The path of an entry that may exist or not, its last name not followed if it is a link: what is deleted,
    /// renamed or made. The directory that holds it exists.
    public Path entry(VirtualPath path) throws IOException {
        if (path.isRoot()) {
            throw new AccessDeniedException(path.toString(), null, "the root itself cannot be changed");
        }
        return existing(path.parent()).resolve(checked(path.name()));
    }

    /// The path of a file to write, which may exist or not: what a link inside the tree points to is meant, not the
    /// link.
    public Path target(VirtualPath path) throws IOException {
        Path entry = entry(path);
        return Files.isSymbolicLink(entry) ? existing(path) : entry;
    }

    /// Where in the tree a real path of it is, whatever links led there.
    public VirtualPath place(Path real) {
        VirtualPath place = VirtualPath.ROOT;
        for (Path name : root.relativize(real)) {
            place = place.resolve(name.toString());
        }
        return place;
    }

    /// Opens a file for reading: `real` is what [#existing] gave, and it must still be that.
    public FileChannel open(Path real) throws IOException {
        try (SteadyDirectory directory = directoryOf(real)) {
            return directory.open(nameOf(real), Set.of(StandardOpenOption.READ));
        }
    }

    /// Lists a directory: `real` is what [#existing] gave, and it must still be that, however late this comes and
    /// however long it takes.
    public void list(Path real, Directories.EntrySink sink) throws IOException, InterruptedException {
        try (SteadyDirectory directory = SteadyDirectory.open(root, real)) {
            directory.list(sink);
        }
    }

    /// Deletes a file; of a link the link.
    public void delete(Path entry) throws IOException {
        try (SteadyDirectory directory = directoryOf(entry)) {
            boolean overtaken = Begun.isOvertaken(entry);
            directory.delete(nameOf(entry));
            if (overtaken) {
                Begun.forgetBeginning(directory, nameOf(entry));
            }
        }
    }

    /// Removes a directory that is empty but for what remained of broken uploads, which nobody sees.
    public void deleteDirectory(Path entry) throws IOException {
        try (SteadyDirectory itself = SteadyDirectory.open(root, entry)) {
            itself.deleteRemains();
        }
        try (SteadyDirectory directory = directoryOf(entry)) {
            directory.deleteDirectory(nameOf(entry));
        }
    }

    /// Renames within the tree, in the place of what may be at `to`. What clients began to send there is of a
    /// version that this one comes after.
    public void move(Path from, Path to) throws IOException {
        try (SteadyDirectory source = directoryOf(from);
                SteadyDirectory target = directoryOf(to)) {
            boolean overtaken = Begun.isOvertaken(from);
            source.move(nameOf(from), target, nameOf(to));
            if (source.holds(nameOf(from))) {
                return; // both were names of the same file, and nothing happened
            }
            if (overtaken) {
                Begun.forgetBeginning(source, nameOf(from));
            }
            Begun.forget(target, nameOf(to));
        }
    }

    /// Changes attributes of a file or directory that [#existing] gave: of that very one, whatever its path means by
    /// then.
    public void change(Path real, AttributeChange change) throws IOException {
        try (SteadyDirectory directory = directoryOf(real)) {
            BasicFileAttributeView times = directory.times(nameOf(real));
            BasicFileAttributes now = times.readAttributes();
            if (!now.isRegularFile() && !now.isDirectory()) {
                throw new FileSystemException(real.toString(), null, "neither a file nor a directory");
            }
            boolean toBeReplaced = Begun.isToReplace(real);
            change.apply(times, directory.permissions(nameOf(real)));
            if (toBeReplaced) {
                Begun.renew(directory, nameOf(real)); // its content is the same
            }
        }
    }

    /// What is done with attributes, where modes are only on some systems.
    @FunctionalInterface
    public interface AttributeChange {
        void apply(BasicFileAttributeView times, Optional<PosixFileAttributeView> modes) throws IOException;
    }

    /// Makes a directory.
    public void makeDirectory(Path entry) throws IOException {
        Files.createDirectory(entry);
        mustBeIn(entry);
    }

    /// Makes a symbolic link that says `target`.
    public void makeLink(Path entry, Path target) throws IOException {
        Files.createSymbolicLink(entry, target);
        mustBeIn(entry);
    }

    /// Java can make neither in a directory that is held open, so this looks afterwards whether the way there was still
    /// real, and takes it back if not.
    private void mustBeIn(Path entry) throws IOException {
        try (SteadyDirectory directory = directoryOf(entry)) {
            if (!directory.holds(nameOf(entry))) {
                throw new NoSuchFileException(entry.toString());
            }
        } catch (IOException e) {
            Files.deleteIfExists(entry);
            throw e;
        }
    }

    /// The directory that holds an entry of the tree.
    SteadyDirectory directoryOf(Path entry) throws IOException {
        Path parent = entry.getParent();
        if (parent == null || !parent.startsWith(root)) {
            throw new AccessDeniedException(entry.toString(), null, "not an entry of the tree");
        }
        return SteadyDirectory.open(root, parent);
    }

    private static Path nameOf(Path entry) {
        Path name = entry.getFileName();
        if (name == null) {
            throw new AssertionError("an entry of a tree has a name");
        }
        return name;
    }

    /// Whether a link's end lies inside the tree.
    public boolean holds(Path link) {
        try {
            return link.toRealPath().startsWith(root);
        } catch (IOException _) {
            return false; // it leads nowhere
        }
    }

    private Path inside(Path real, VirtualPath path) throws AccessDeniedException {
        if (!real.startsWith(root)) {
            throw new AccessDeniedException(path.toString(), null, "a link there leads out of the served tree");
        }
        for (Path name : root.relativize(real)) {
            if (isReserved(name.toString())) {
                throw new AccessDeniedException(path.toString(), null, "a link there leads to an upload in progress");
            }
        }
        return real;
    }

    private static boolean isReserved(String name) {
        return name.startsWith(UPLOAD_PREFIX);
    }

    private Path joined(VirtualPath path) throws IOException {
        Path result = root;
        for (String name : path.names()) {
            result = result.resolve(checked(name));
        }
        return result;
    }

    /// A name becomes exactly one name on disk, whatever separators that system knows.
    private Path checked(String name) throws IOException {
        if (isReserved(name)) {
            throw new AccessDeniedException(name, null, "the name is reserved for uploads in progress");
        }
        try {
            Path single = root.getFileSystem().getPath(name);
            if (single.isAbsolute()
                    || single.getNameCount() != 1
                    || !single.getFileName().toString().equals(name)) {
                throw new AccessDeniedException(name, null, "not a file name here");
            }
            return single;
        } catch (InvalidPathException e) {
            throw new AccessDeniedException(name, null, "not a file name here: " + e.getReason());
        }
    }
}
