package org.fastsend.server.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// What tells one state of a file from the next without reading it.
///
/// @param mark empty for a file that is not there
record FileVersion(String mark) {
    /// Two files that change together.
    record Pair(FileVersion first, FileVersion second) {}

    static FileVersion of(Path path) {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return new FileVersion(now.lastModifiedTime() + " " + now.size() + " " + now.fileKey());
        } catch (IOException _) {
            return new FileVersion(""); // whoever reads the file says what is wrong with it
        }
    }
}
