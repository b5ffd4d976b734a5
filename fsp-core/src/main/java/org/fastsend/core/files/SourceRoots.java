package org.fastsend.core.files;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What is to be sent: files, directories or links, each with everything below it.
///
/// @param places of the roots
/// @param named whether each gets its own name at the top of the tree that is sent; otherwise what is in them does
/// @param hidden names of what is left out
/// @param apart a directory that is left out with everything in it, by whatever way the walk gets there
public record SourceRoots(List<AnchoredPath> places, boolean named, Predicate<String> hidden, Optional<Path> apart) {
    public SourceRoots {
        places = List.copyOf(places);
    }

    public SourceRoots(List<AnchoredPath> places, boolean named, Predicate<String> hidden) {
        this(places, named, hidden, Optional.empty());
    }

    /// All that is there, wherever links lead on the way to it.
    public static SourceRoots of(List<Path> paths) {
        return new SourceRoots(paths.stream().map(AnchoredPath::of).toList(), true, _ -> false);
    }

    /// The same but for one directory, which may be missing.
    public SourceRoots without(Path directory) {
        return new SourceRoots(places, named, hidden, Optional.of(directory));
    }
}
