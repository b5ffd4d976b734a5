package org.fastsend.client.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Compares two trees byte for byte, the plain way that needs no trust in any of our own code: names,
/// kinds, contents, where links lead, permissions, and the times of files.
final class TreeComparison {
    private final Path original;
    private final Path copy;
    private long files;

    TreeComparison(Path original, Path copy) {
        this.original = original;
        this.copy = copy;
    }

    /// The first difference; empty if there is none.
    Optional<String> difference() throws IOException {
        return difference(original, copy);
    }

    /// Entries compared so far.
    long files() {
        return files;
    }

    private Optional<String> difference(Path one, Path other) throws IOException {
        files++;
        if (!Files.exists(other, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(other + " is missing");
        }
        BasicFileAttributes is = attributes(one);
        BasicFileAttributes got = attributes(other);
        if (is.isDirectory() != got.isDirectory() || is.isSymbolicLink() != got.isSymbolicLink()) {
            return Optional.of(other + " is of another kind than " + one);
        }
        if (is.isSymbolicLink()) {
            boolean same = Files.readSymbolicLink(one).equals(Files.readSymbolicLink(other));
            return same ? Optional.empty() : Optional.of(other + " leads elsewhere than " + one);
        }
        if (!permissions(one).equals(permissions(other))) {
            return Optional.of(other + " has other permissions than " + one);
        }
        return is.isDirectory() ? entries(one, other) : contents(one, is, other, got);
    }

    private Optional<String> entries(Path one, Path other) throws IOException {
        SortedSet<Path> names = names(one);
        SortedSet<Path> copied = names(other);
        copied.removeAll(names);
        if (!copied.isEmpty()) {
            return Optional.of(other.resolve(copied.getFirst()) + " is not in " + one);
        }
        for (Path name : names) {
            Optional<String> found = difference(one.resolve(name), other.resolve(name));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> contents(Path one, BasicFileAttributes is, Path other, BasicFileAttributes got)
            throws IOException {
        if (is.isOther()) {
            return Optional.empty();
        }
        long at = Files.mismatch(one, other);
        if (at >= 0) {
            return Optional.of(other + " differs from " + one + " at byte " + at);
        }
        boolean sameTime =
                is.lastModifiedTime().toMillis() == got.lastModifiedTime().toMillis();
        return sameTime ? Optional.empty() : Optional.of(other + " has another time than " + one);
    }

    private static SortedSet<Path> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            TreeSet<Path> names = new TreeSet<>();
            entries.map(Path::getFileName).forEach(names::add);
            return names;
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static Object permissions(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix")
                ? Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
                : "";
    }
}
