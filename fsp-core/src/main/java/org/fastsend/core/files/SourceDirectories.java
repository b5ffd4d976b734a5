package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.fastsend.core.files.LentSet.Loan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directories of a source tree that readers are at, a bounded number of them open. Behind the anchor of
/// a root's base no link is followed, whatever took a directory's place since the walk. Thread-safe.
final class SourceDirectories implements Closeable {
    private static final int MAX_OPEN = 32;
    private static final Logger LOG = LoggerFactory.getLogger(SourceDirectories.class);

    private final LentSet<Place, Directory> open = new LentSet<>(MAX_OPEN, this::open);

    /// The directory that an entry lies in.
    Loan<Directory> lend(SourceEntry entry) throws IOException {
        int slash = entry.relativePath().lastIndexOf('/');
        return open.lend(
                new Place(entry.base(), slash < 0 ? "" : entry.relativePath().substring(0, slash)));
    }

    /// The last name of an entry, by which its directory knows it.
    static Path name(SourceEntry entry) {
        return FileNames.path(
                entry.relativePath().substring(entry.relativePath().lastIndexOf('/') + 1));
    }

    /// Opens an entry that is a file, and nothing else: opening a pipe would wait for its other end.
    FileChannel open(SourceEntry entry) throws IOException {
        try (Loan<Directory> parent = lend(entry)) {
            Path name = name(entry);
            if (parent.value().facts(name).type() != FileFacts.Type.FILE) {
                throw new FileSystemException(entry.relativePath(), null, "it is no longer a file");
            }
            return parent.value().file(name, Set.of(StandardOpenOption.READ));
        }
    }

    @Override
    public void close() {
        try {
            open.close();
        } catch (IOException e) {
            LOG.warn("closing a source directory failed", e);
        }
    }

    private Directory open(Place place) throws IOException {
        int slash = place.relative.lastIndexOf('/');
        if (place.relative.isEmpty()) {
            return place.base.open();
        }
        Place above = new Place(place.base, slash < 0 ? "" : place.relative.substring(0, slash));
        try (Loan<Directory> parent = open.lend(above)) {
            return parent.value().child(FileNames.path(place.relative.substring(slash + 1)));
        }
    }

    /// A directory: a root's base, and the path below it, empty for the base itself.
    private record Place(AnchoredPath base, String relative) {}
}
