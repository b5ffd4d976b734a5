package org.fastsend.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Set;

/// What a listing says of one name on disk. A link is described itself, not what it points to.
///
/// @param name as clients see it
/// @param size bytes
/// @param mode the nine permission bits of Unix
/// @param unique the same for two names of one file, different otherwise; empty where the system cannot tell
/// @param linkTarget as stored in a link, else empty
public record Entry(String name, Kind kind, long size, Instant modified, int mode, String unique, String linkTarget) {
    /// What stands under a name.
    public enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        /// A device, a socket, a pipe: shown, never opened.
        SPECIAL
    }

    private static final int DEFAULT_FILE_MODE = 0644;
    private static final int DEFAULT_DIRECTORY_MODE = 0755;

    /// Reads what is at `path`, to be shown under `name`.
    public static Entry read(Path path, String name) throws IOException {
        BasicFileAttributes read =
                path.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        : Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return of(name, read, path);
    }

    /// What attributes say that were read already.
    ///
    /// @param path where a link's target is read
    static Entry of(String name, BasicFileAttributes read, Path path) throws IOException {
        Kind kind = kind(read.isDirectory(), read.isRegularFile(), read.isSymbolicLink());
        return new Entry(
                name,
                kind,
                read.size(),
                read.lastModifiedTime().toInstant(),
                mode(read, kind),
                unique(read),
                linkTarget(path, kind));
    }

    private static int mode(BasicFileAttributes read, Kind kind) {
        if (!(read instanceof PosixFileAttributes posix)) {
            return kind == Kind.DIRECTORY ? DEFAULT_DIRECTORY_MODE : DEFAULT_FILE_MODE;
        }
        Set<PosixFilePermission> permissions = posix.permissions();
        int mode = 0;
        // From the highest bit down, in the order in which Java lists them.
        for (PosixFilePermission bit : PosixFilePermission.values()) {
            mode = mode << 1 | (permissions.contains(bit) ? 1 : 0);
        }
        return mode;
    }

    /// Java's key of a file on Unix is `(dev=HEX,ino=DECIMAL)`; the fact must have neither commas nor brackets.
    private static String unique(BasicFileAttributes read) {
        Object key = read.fileKey();
        return key == null
                ? ""
                : key.toString().replace("(dev=", "").replace(",ino=", "g").replace(")", "");
    }

    /// The same under another name.
    public Entry named(String other) {
        return new Entry(other, kind, size, modified, mode, unique, linkTarget);
    }

    public boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    private static Kind kind(boolean directory, boolean file, boolean link) {
        if (link) {
            return Kind.LINK;
        }
        if (directory) {
            return Kind.DIRECTORY;
        }
        return file ? Kind.FILE : Kind.SPECIAL;
    }

    private static String linkTarget(Path path, Kind kind) throws IOException {
        return kind == Kind.LINK ? Files.readSymbolicLink(path).toString() : "";
    }
}
