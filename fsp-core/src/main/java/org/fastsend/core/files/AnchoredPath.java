package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;

/// Where a file or directory is, and how far the way to it is to be trusted: links are followed on the way to
/// the anchor, which the caller chose, and nowhere behind it, where others may plant some.
///
/// @param anchor what is trusted: a directory, unless it is all of the way
/// @param way from there, empty for the anchor itself
public record AnchoredPath(Path anchor, Path way) {
    /// All of the way is trusted.
    public static AnchoredPath of(Path path) {
        return new AnchoredPath(path, path.getFileSystem().getPath(""));
    }

    /// Somewhere below an anchor, or the anchor itself; nothing else is within it.
    public static AnchoredPath within(Path anchor, Path path) {
        if (!path.startsWith(anchor)) {
            throw new IllegalArgumentException(path + " is not within " + anchor);
        }
        return new AnchoredPath(anchor, anchor.relativize(path));
    }

    /// Where it is now, if nobody has planted a link.
    public Path path() {
        return anchor.resolve(way);
    }

    /// The directory that holds it; of an anchor, whatever is above.
    AnchoredPath parent() {
        if (way.toString().isEmpty()) {
            return of(Objects.requireNonNull(anchor.getParent()));
        }
        Path above = way.getParent();
        return new AnchoredPath(anchor, above == null ? way.getFileSystem().getPath("") : above);
    }

    /// What has that name in it; that is not to be a link.
    AnchoredPath resolve(Path name) {
        return new AnchoredPath(anchor, way.resolve(name));
    }

    /// Makes the directory. Java cannot do that in a directory that is held open, so it looks afterwards whether
    /// the way there was still real.
    void make(FileAttribute<?>... attributes) throws IOException {
        Path made = path();
        Files.createDirectory(made, attributes);
        try {
            open().close();
        } catch (IOException e) {
            Files.deleteIfExists(made);
            throw e;
        }
    }

    Directory open() throws IOException {
        Directory at = Directory.open(anchor);
        for (Path name : way) {
            if (!name.toString().isEmpty()) {
                try (Directory above = at) {
                    at = above.child(name);
                }
            }
        }
        return at;
    }
}
