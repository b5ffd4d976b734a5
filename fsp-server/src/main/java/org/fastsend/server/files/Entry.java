package org.fastsend.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// What a listing says of one name on disk. A link is described itself, not what it points to.
///
/// @param name as clients see it
/// @param size bytes
/// @param mode the permission bits of Unix
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

    private static final int PERMISSION_BITS = 07777;
    private static final int DEFAULT_FILE_MODE = 0644;
    private static final int DEFAULT_DIRECTORY_MODE = 0755;

    /// Reads what is at `path`, to be shown under `name`.
    public static Entry read(Path path, String name) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return readUnix(path, name);
        }
        BasicFileAttributes basic = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Kind kind = kind(basic.isDirectory(), basic.isRegularFile(), basic.isSymbolicLink());
        int mode = kind == Kind.DIRECTORY ? DEFAULT_DIRECTORY_MODE : DEFAULT_FILE_MODE;
        return new Entry(
                name, kind, basic.size(), basic.lastModifiedTime().toInstant(), mode, "", linkTarget(path, kind));
    }

    private static Entry readUnix(Path path, String name) throws IOException {
        Attributes own = new Attributes(Files.readAttributes(
                path,
                "unix:mode,size,lastModifiedTime,dev,ino,isDirectory,isRegularFile,isSymbolicLink",
                LinkOption.NOFOLLOW_LINKS));
        Kind kind = kind(
                own.get("isDirectory", Boolean.class),
                own.get("isRegularFile", Boolean.class),
                own.get("isSymbolicLink", Boolean.class));
        return new Entry(
                name,
                kind,
                own.get("size", Long.class),
                own.get("lastModifiedTime", FileTime.class).toInstant(),
                own.get("mode", Integer.class) & PERMISSION_BITS,
                Long.toHexString(own.get("dev", Long.class)) + "g" + Long.toHexString(own.get("ino", Long.class)),
                linkTarget(path, kind));
    }

    /// What a view named in its answer.
    private record Attributes(Map<String, Object> byName) {
        <T> T get(String name, Class<T> type) {
            return type.cast(Objects.requireNonNull(byName.get(name), name));
        }
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
