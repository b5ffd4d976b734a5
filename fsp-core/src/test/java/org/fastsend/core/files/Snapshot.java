package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A tree as two of them are compared: path to type, mode, time to the nanosecond, content.
final class Snapshot {
    private Snapshot() {}

    static SortedMap<String, String> of(Path root) throws IOException {
        SortedMap<String, String> entries = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                entries.put(root.getParent().relativize(path).toString(), describe(path));
            }
        }
        return entries;
    }

    private static String describe(Path path) throws IOException {
        PosixFileAttributes facts = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String time = " " + facts.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        if (facts.isSymbolicLink()) {
            return "link to " + Files.readSymbolicLink(path) + time;
        }
        String mode = PosixFilePermissions.toString(facts.permissions()) + time;
        return facts.isDirectory() ? "directory " + mode : "file " + mode + " " + facts.size() + " " + digest(path);
    }

    private static String digest(Path path) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
