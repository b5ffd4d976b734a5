package org.fastsend.core.files;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What is to be sent: files, directories or links, each with everything below it.
///
/// @param paths of the roots; each gets its own name at the top of the tree that is sent
/// @param within a directory from which each root is reached without following a link; empty if whoever names the
///     roots trusts the way to them
/// @param hidden names of what is left out
public record SourceRoots(List<Path> paths, Optional<Path> within, Predicate<String> hidden) {
    public SourceRoots {
        paths = List.copyOf(paths);
    }

    /// All that is there, wherever links lead on the way to it.
    public static SourceRoots of(List<Path> paths) {
        return new SourceRoots(paths, Optional.empty(), _ -> false);
    }

    AnchoredPath base(Path directory) {
        return within.map(anchor -> new AnchoredPath(anchor, anchor.relativize(directory)))
                .orElseGet(() -> AnchoredPath.of(directory));
    }
}
