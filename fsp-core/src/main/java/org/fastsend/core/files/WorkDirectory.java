package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;
import org.fastsend.core.block.TransferId;

/// Where a collection keeps what is not complete: `.fsp-<transfer id>` in the destination; or, beside a destination
/// that did not exist when the collection began (only the manifest tells whether it is to become a directory or a
/// file), the same with a hash of the destination's name. Nobody else may look into it, it is on the destination's
/// disk, and what is complete is renamed out of it. Thread-safe.
final class WorkDirectory implements Closeable {
    private static final String PREFIX = ".fsp-";
    private static final int PRIVATE_MODE = 0700;

    private final AnchoredPath destination;
    private final Directory directory;
    private final boolean inside;

    private WorkDirectory(AnchoredPath destination, Directory directory, boolean inside) {
        this.destination = destination;
        this.directory = directory;
        this.inside = inside;
    }

    /// Opens the work directory of a transfer into `destination`, made now or by an earlier run. Throws
    /// NOT_WRITABLE.
    static WorkDirectory open(AnchoredPath destination, TransferId transfer) {
        Path absolute = destination.path();
        Path parent = absolute.getParent();
        boolean inside = Files.isDirectory(absolute);
        try {
            if (parent != null && !absolute.endsWith("..") && !absolute.endsWith(".")) {
                String beside = PREFIX + transfer + "-" + shortHash(absolute.getFileName());
                if (!inside || Files.isDirectory(parent.resolve(beside), LinkOption.NOFOLLOW_LINKS)) {
                    AnchoredPath holder = destination.parent();
                    makeMissing(holder);
                    return new WorkDirectory(destination, privateDirectory(holder, Path.of(beside)), false);
                }
            }
            return new WorkDirectory(destination, privateDirectory(destination, Path.of(PREFIX + transfer)), true);
        } catch (IOException e) {
            throw DiskFailure.writing(absolute, e);
        }
    }

    /// Tells destinations of the same transfer apart that lie side by side.
    private static String shortHash(Path name) {
        CRC32C sum = new CRC32C();
        sum.update(FileNames.printable(name).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    AnchoredPath destination() {
        return destination;
    }

    /// Whether it lies in the destination, not beside it.
    boolean isInside() {
        return inside;
    }

    Directory directory() {
        return directory;
    }

    Path path() {
        return directory.path();
    }

    Path resolve(String name) {
        return path().resolve(name);
    }

    /// The names in it.
    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (Directory listed = Directory.open(path())) {
            for (Iterator<Path> each = listed.names(); each.hasNext(); ) {
                names.add(each.next().getFileName().toString());
            }
        }
        return names;
    }

    /// Makes an empty directory of that name in it, private for now.
    Path makeDirectory(String name) throws IOException {
        Files.createDirectory(resolve(name), PrivateDirectory.attributes(path()));
        return Path.of(name);
    }

    /// Deletes it with everything in it, the journal last: until then a further run would find nothing to do.
    void remove() throws IOException {
        List<String> names = names();
        names.remove(OutputTree.JOURNAL);
        names.addLast(OutputTree.JOURNAL);
        close();
        try (Directory emptied = Directory.open(path())) {
            for (String name : names) {
                emptied.delete(Path.of(name));
            }
        }
        Files.delete(path());
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }

    private static void makeMissing(AnchoredPath directory) throws IOException {
        if (directory.path().getParent() != null && !Files.isDirectory(directory.path())) {
            makeMissing(directory.parent());
            directory.make();
            DirectorySync.force(directory.parent().path());
        }
    }

    private static Directory privateDirectory(AnchoredPath holder, Path name) throws IOException {
        AnchoredPath place = holder.resolve(name);
        Path path = place.path();
        try {
            place.make(PrivateDirectory.attributes(path));
            DirectorySync.force(holder.path());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
        Directory directory = place.open();
        if (directory instanceof HeldDirectory && directory.ownMode() != PRIVATE_MODE) {
            directory.close();
            throw new FileSystemException(
                    path.toString(), null, "others may look into it, so it is not what an earlier run left");
        }
        return directory;
    }
}
