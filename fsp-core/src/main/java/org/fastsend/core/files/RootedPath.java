package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.jspecify.annotations.Nullable;

/// A directory that clients see as `/`, and the way from the names they give to paths below it. `..` stops at the
/// root, as in any file system. Links are followed as long as they stay inside; one that leads out is refused.
/// Immutable, thread-safe.
///
/// The answer holds for the moment of the question: someone who can plant links on the server's own disk meanwhile
/// is kept out by opening what was found with `NOFOLLOW_LINKS`, and for whole trees by [SourceTree] and
/// [ExtentReader].
public final class RootedPath {
    private final Path root;

    /// Throws MISSING_PATH if `root` is no directory that can be read.
    public RootedPath(Path root) {
        try {
            this.root = root.toRealPath();
            if (!Files.isDirectory(this.root)) {
                throw new NotDirectoryException(root.toString());
            }
        } catch (IOException e) {
            throw DiskFailure.reading(root, e);
        }
    }

    /// The absolute virtual name, such as `/a/b`, that `name` means for a client whose working directory is
    /// `workingDirectory`.
    public static String absolute(String workingDirectory, String name) {
        String joined = name.startsWith("/") ? name : workingDirectory + "/" + name;
        List<String> names = new ArrayList<>();
        for (String part : joined.split("/", -1)) {
            if (part.equals("..")) {
                if (!names.isEmpty()) {
                    names.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                names.add(part);
            }
        }
        return "/" + String.join("/", names);
    }

    /// The path of something that exists, links resolved. Throws MISSING_PATH if it does not exist, lies behind a
    /// link that leads out, or has a name that no file can have.
    public Path existing(String name) {
        Path path = below(name);
        try {
            return inside(name, path.toRealPath());
        } catch (IOException e) {
            throw missing(name, DiskFailure.reason(e), e);
        }
    }

    /// The path of an entry itself, which exists; if it is a link, of the link. Its directory's links are resolved.
    public Path entry(String name) {
        Path path = creatable(name);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw missing(name, "no such file or directory", null);
        }
        return path;
    }

    /// The path of something that may be created, replaced or renamed: its directory exists inside the root, links
    /// to it resolved; the last name is taken as it is. The root itself is its own answer.
    public Path creatable(String name) {
        Path path = below(name);
        Path parent = path.getParent();
        if (path.equals(root) || parent == null) {
            return root;
        }
        try {
            return inside(name, parent.toRealPath()).resolve(path.getFileName());
        } catch (IOException e) {
            throw missing(name, DiskFailure.reason(e), e);
        }
    }

    /// The name under which clients know a path below the root.
    public String name(Path path) {
        return absolute("/", FileNames.printable(root.relativize(path)));
    }

    private Path below(String name) {
        String absolute = absolute("/", name);
        if (absolute.equals("/")) {
            return root;
        }
        return root.resolve(FileNames.path(String.join("/", checked(name, absolute.substring(1)))));
    }

    private static List<String> checked(String name, String relative) {
        try {
            return FileNames.components(relative);
        } catch (FspException e) {
            throw missing(name, "no file can have this name", e);
        }
    }

    private Path inside(String name, Path real) {
        if (!real.startsWith(root)) {
            throw missing(name, "it lies behind a link that leads out of the served directory", null);
        }
        return real;
    }

    private static FspException missing(String name, String reason, @Nullable Throwable cause) {
        return new FspException(ErrorCode.MISSING_PATH, name.replaceAll("\\p{Cntrl}", "?") + ": " + reason, cause);
    }
}
