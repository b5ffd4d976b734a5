package org.fastsend.it.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// File trees to send, and the comparison that decides whether they arrived.
public final class Trees {
    private Trees() {}

    /// A file of random bytes.
    public static Path file(Path at, long bytes, long seed) throws IOException {
        Files.createDirectories(at.getParent());
        Random random = new Random(seed);
        try (var out = Files.newOutputStream(at)) {
            byte[] piece = new byte[1 << 16];
            for (long left = bytes; left > 0; left -= piece.length) {
                random.nextBytes(piece);
                out.write(piece, 0, (int) Math.min(left, piece.length));
            }
        }
        return at;
    }

    /// Names, kinds and times that transfers get wrong.
    public static void awkward(Path root, long seed) throws IOException {
        file(root.resolve("with spaces/a file.txt"), 1000, seed);
        file(root.resolve("ünïcödé/日本語.bin"), 2000, seed + 1);
        file(root.resolve(".hidden/-dash"), 10, seed + 2);
        file(root.resolve("-leading/.dots..."), 3, seed + 3);
        file(root.resolve("long").resolve("n".repeat(255)), 77, seed + 4);
        file(root.resolve("empty file"), 0, seed);
        file(root.resolve("big.bin"), 5_000_003, seed + 5);
        Files.createDirectories(root.resolve("empty directory/inner"));
        Files.createSymbolicLink(root.resolve("link to big"), Path.of("big.bin"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("outside"), Path.of("/etc"));
        Files.setPosixFilePermissions(root.resolve(".hidden/-dash"), PosixFilePermissions.fromString("r-x--x---"));
        Files.setLastModifiedTime(root.resolve("big.bin"), FileTime.fromMillis(1_000_000_000_123L));
        Files.setLastModifiedTime(root.resolve("empty directory"), FileTime.fromMillis(1_234_567_890_000L));
    }

    /// Many small files in a few directories.
    public static void small(Path root, int files, int bytes, long seed) throws IOException {
        byte[] content = new byte[bytes];
        Random random = new Random(seed);
        for (int i = 0; i < files; i++) {
            Path at = root.resolve("d" + i % 20).resolve("f" + i);
            if (i < 20) {
                Files.createDirectories(at.getParent());
            }
            random.nextBytes(content);
            Files.write(at, content);
        }
    }

    /// A file of that size which takes almost no disk: these words at these places, and holes around them.
    public static void sparse(Path at, long bytes, Map<Long, String> words) throws IOException {
        Files.createDirectories(at.getParent());
        try (FileChannel out = FileChannel.open(at, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (var word : words.entrySet()) {
                out.write(StandardCharsets.UTF_8.encode(word.getValue()), word.getKey());
            }
            if (out.size() < bytes) {
                out.write(ByteBuffer.allocate(1), bytes - 1);
            }
        }
    }

    /// So many bytes of the file from that place on, or what there is of them.
    public static ByteBuffer bytesAt(Path file, long position, int bytes) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(bytes);
        try (FileChannel in = FileChannel.open(file)) {
            int count = 0;
            while (found.hasRemaining() && count >= 0) {
                count = in.read(found, position + found.position());
            }
        }
        return found.flip();
    }

    /// What a file takes of the disk: holes take nothing.
    public static long allocatedBytes(Path file) throws IOException {
        Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        try (var lines = du.inputReader()) {
            return Long.parseLong(lines.readLine().split("\\s+", 2)[0]) << 10;
        }
    }

    /// Same names, kinds, contents, modes, times and links; nothing more, nothing less.
    public static void assertSame(Path expected, Path actual) throws IOException {
        assertEquals(names(expected), names(actual));
        try (Stream<Path> all = Files.walk(expected)) {
            for (Path path : all.toList()) {
                assertSameEntry(path, actual.resolve(expected.relativize(path).toString()));
            }
        }
    }

    private static SortedSet<String> names(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void assertSameEntry(Path expected, Path actual) throws IOException {
        if (Files.isSymbolicLink(expected)) {
            assertEquals(Files.readSymbolicLink(expected), Files.readSymbolicLink(actual), actual.toString());
            return;
        }
        String attributes = "posix:permissions,lastModifiedTime,isDirectory";
        assertEquals(
                Files.readAttributes(expected, attributes, LinkOption.NOFOLLOW_LINKS),
                Files.readAttributes(actual, attributes, LinkOption.NOFOLLOW_LINKS),
                actual.toString());
        if (Files.isRegularFile(expected) && Files.mismatch(expected, actual) != -1) {
            fail(actual + " differs from " + expected);
        }
    }
}
