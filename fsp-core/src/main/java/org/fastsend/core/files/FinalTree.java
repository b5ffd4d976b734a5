package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.files.LentSet.Loan;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.jspecify.annotations.Nullable;

/// The destination as people see it: whatever appears in it is complete, for it is made in the work directory and
/// renamed. A name from the manifest leads through directories only; a link on the way, whoever put it there, is
/// refused. Used by one thread at a time. Keeps a bounded number of directories open.
final class FinalTree implements Closeable {
    /// Begins the names of what is being made in the work directory.
    static final String NEW = "new-";

    private static final int MAX_OPEN_DIRECTORIES = 32;
    private static final int OWNER_MAY_WRITE = 0700;

    private final WorkDirectory work;
    private final AnchoredPath base;
    /// The destination's own name, if it is to become the one file of the transfer.
    private final Optional<Path> onlyName;
    private final LentSet<String, Directory> open = new LentSet<>(MAX_OPEN_DIRECTORIES, this::open);
    /// Whether the disk has been seen to take two names for one; some do so in certain directories only.
    private boolean folds;

    private FinalTree(WorkDirectory work, AnchoredPath base, Optional<Path> onlyName) {
        this.work = work;
        this.base = base;
        this.onlyName = onlyName;
    }

    /// The destination as a directory that receives the roots of the transfer; made if missing.
    static FinalTree intoDirectory(WorkDirectory work) throws IOException {
        AnchoredPath destination = work.destination();
        if (!Files.isDirectory(destination.path())) {
            destination.make();
            DirectorySync.force(destination.parent().path());
        }
        return new FinalTree(work, destination, Optional.empty());
    }

    /// The destination as the transfer's only file.
    static FinalTree asOnlyFile(WorkDirectory work) {
        AnchoredPath destination = work.destination();
        return new FinalTree(
                work, destination.parent(), Optional.of(destination.path().getFileName()));
    }

    /// Whether everything of the transfer must be the one file that the destination names.
    boolean hasOnlyName() {
        return onlyName.isPresent();
    }

    /// Where the entry will be.
    Path path(FileOpened file) {
        return base.path().resolve(onlyName.orElseGet(() -> FileNames.path(file.path())));
    }

    /// Makes a directory, or makes one that is there writable for us, until [#mark].
    void makeDirectory(FileOpened file) throws IOException {
        try (Loan<Directory> directory = open.lend(file.path())) {
            int mode = directory.value().ownMode();
            if ((mode & OWNER_MAY_WRITE) != OWNER_MAY_WRITE) {
                directory.value().setOwnMode(mode | OWNER_MAY_WRITE);
            }
        }
    }

    /// Gives a complete file of the work directory its final name, in place of what file or link has it now.
    void deliver(FileOpened file) throws IOException {
        moveIn(PartialFiles.name(file.file()), file);
    }

    /// Puts a symbolic link in its place.
    void link(FileOpened file) throws IOException {
        String name = NEW + file.file();
        Path made = work.resolve(name);
        Files.deleteIfExists(made);
        Files.createSymbolicLink(made, FileNames.path(file.linkTarget()));
        Objects.requireNonNull(
                        Files.getFileAttributeView(made, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS))
                .setTimes(FileTime.from(file.modifiedNanos(), TimeUnit.NANOSECONDS), null, null);
        moveIn(Path.of(name), file);
    }

    /// Whether a file already has its final name with the size and time of the manifest.
    boolean isDelivered(FileOpened file) throws IOException {
        try (Loan<Directory> parent = open.lend(parent(file.path()))) {
            FileFacts facts = parent.value().facts(name(file));
            return facts.type() == FileFacts.Type.FILE
                    && facts.size() == file.size()
                    && facts.modifiedNanos() == file.modifiedNanos();
        } catch (FileSystemException _) {
            return false; // not there, or not to be reached without following a link
        }
    }

    /// Whether something has the entry's name already on a disk that takes different names for one: it may be
    /// another entry's.
    boolean mayBeAnothers(FileOpened file) throws IOException {
        try (Loan<Directory> parent = open.lend(parent(file.path()))) {
            FileFacts there = parent.value().facts(name(file));
            folds = folds || isKnownByAnotherName(parent.value(), lastName(file.path()), there);
            return folds;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static boolean isKnownByAnotherName(Directory parent, String name, FileFacts facts) throws IOException {
        for (String other : Namesakes.spellings(name)) {
            try {
                if (parent.facts(FileNames.path(other)).identity() == facts.identity()) {
                    return true;
                }
            } catch (FileSystemException _) {
                // not there, or too long
            }
        }
        return false;
    }

    /// Whether two entries that are in their places are one.
    boolean isOne(FileOpened one, FileOpened other) throws IOException {
        return identity(one) == identity(other);
    }

    private long identity(FileOpened file) throws IOException {
        try (Loan<Directory> parent = open.lend(parent(file.path()))) {
            return parent.value().facts(name(file)).identity();
        }
    }

    /// Gives a directory its final mode and time. What is in it must be complete by then. With `durable`, the
    /// directory with all the names in it survives a power cut from then on.
    void mark(FileOpened file, boolean durable) throws IOException {
        try (Loan<Directory> directory = open.lend(file.path())) {
            directory.value().markSelf(file.mode(), file.modifiedNanos(), durable);
        }
    }

    /// Makes the names in the base durable.
    void forceBase() throws IOException {
        DirectorySync.force(base.path());
    }

    @Override
    public void close() throws IOException {
        open.close();
    }

    private void moveIn(Path name, FileOpened file) throws IOException {
        try (Loan<Directory> parent = open.lend(parent(file.path()))) {
            work.directory().move(name, parent.value(), name(file));
        } catch (AtomicMoveNotSupportedException e) {
            throw refused(file.path(), "it lies on another disk than the destination", e);
        }
    }

    private Directory open(String relative) throws IOException {
        if (relative.isEmpty()) {
            return base.open();
        }
        Path name = FileNames.path(lastName(relative));
        try (Loan<Directory> parent = open.lend(parent(relative))) {
            try {
                return child(parent.value(), name, relative);
            } catch (NoSuchFileException _) {
                Path made = work.makeDirectory(NEW + "directory");
                work.directory().move(made, parent.value(), name);
                return child(parent.value(), name, relative);
            }
        }
    }

    private static Directory child(Directory parent, Path name, String relative) throws IOException {
        FileFacts.Type type = parent.facts(name).type();
        return switch (type) {
            case DIRECTORY -> parent.child(name);
            case LINK -> throw refused(relative, "it is a symbolic link, and nothing is written through one", null);
            default -> throw refused(relative, "it is not a directory", null);
        };
    }

    private static FileSystemException refused(String relative, String reason, @Nullable Throwable cause) {
        FileSystemException refusal = new FileSystemException(relative, null, reason);
        refusal.initCause(cause);
        return refusal;
    }

    private Path name(FileOpened file) {
        return onlyName.orElseGet(() -> FileNames.path(lastName(file.path())));
    }

    private static String lastName(String relative) {
        return relative.substring(relative.lastIndexOf('/') + 1);
    }

    private static String parent(String relative) {
        int slash = relative.lastIndexOf('/');
        return slash < 0 ? "" : relative.substring(0, slash);
    }
}
