package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Path;

/// Where a directory is, and how far the way to it is to be trusted: links are followed on the way to the anchor,
/// which the caller chose, and nowhere behind it, where others may plant some.
///
/// @param anchor a directory
/// @param way from there, empty for the anchor itself
public record AnchoredPath(Path anchor, Path way) {
    /// All of the way is trusted.
    public static AnchoredPath of(Path directory) {
        return new AnchoredPath(directory, directory.getFileSystem().getPath(""));
    }

    Path path() {
        return anchor.resolve(way);
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
