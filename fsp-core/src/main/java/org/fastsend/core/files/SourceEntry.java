package org.fastsend.core.files;

import java.nio.file.Path;
import org.fastsend.core.manifest.FileKind;

/// One file, directory or link as it was when the walk saw it.
///
/// @param base the directory that holds the root; everything below it is reached without following links
/// @param relativePath the path below `base`, which is also its path below the receiver's destination: the root's
///     own name first, `/` between names, UTF-8
/// @param size bytes of a file, 0 of anything else
/// @param modifiedNanos modification time, nanoseconds since 1970
/// @param mode the nine permission bits
/// @param linkTarget what a link says, empty for anything else
/// @param identity tells this file from one that takes its place later; 0 where the platform cannot
public record SourceEntry(
        AnchoredPath base,
        String relativePath,
        FileKind kind,
        long size,
        long modifiedNanos,
        int mode,
        String linkTarget,
        long identity)
        implements SourceItem {
    /// Where it lies on this machine.
    public Path path() {
        return base.path().resolve(FileNames.path(relativePath));
    }

    boolean sameVersion(FileFacts now) {
        return now.type() == FileFacts.Type.FILE
                && now.size() == size
                && now.modifiedNanos() == modifiedNanos
                && now.identity() == identity;
    }
}
