package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A tree with names that clients trip over.
final class SampleTree {
    private static final long SEED = 20_260_101;
    private static final int LARGE_BYTES = 5_000_000;

    private SampleTree() {}

    static Path make(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("deep/er/and deeper"));
        Files.createDirectories(directory.resolve("empty directory"));
        Random random = new Random(SEED);
        for (String name : new String[] {
            "plain.txt",
            "with space",
            "ünïcödé-名前",
            ".leading-dot",
            "-leading-dash",
            "deep/er/and deeper/f",
            "x".repeat(255)
        }) {
            byte[] content = new byte[random.nextInt(3000)];
            random.nextBytes(content);
            Files.write(directory.resolve(name), content);
        }
        Files.createFile(directory.resolve("empty"));
        byte[] large = new byte[LARGE_BYTES];
        random.nextBytes(large);
        Files.write(directory.resolve("deep/large"), large);
        return directory;
    }

    /// Same names, same content.
    static void assertSame(Path expected, Path actual) throws IOException {
        assertEquals(describe(expected), describe(actual));
        for (String name : describe(expected).keySet()) {
            if (Files.isRegularFile(expected.resolve(name))) {
                assertEquals(-1, Files.mismatch(expected.resolve(name), actual.resolve(name)), name);
            }
        }
    }

    private static Map<String, String> describe(Path directory) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            all.forEach(path -> entries.put(directory.relativize(path).toString(), kind(path)));
        }
        return entries;
    }

    private static String kind(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return "link to " + Files.readSymbolicLink(path);
            }
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "directory" : "file of " + Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
