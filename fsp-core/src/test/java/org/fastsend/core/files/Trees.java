package org.fastsend.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Trees to send.
final class Trees {
    private Trees() {}

    /// Everything that a tree may hold and still arrive as it was.
    static Path golden(Path parent, String name) throws IOException {
        Path root = Files.createDirectory(parent.resolve(name));
        Random random = new Random(1);
        file(root.resolve("with spaces and  more"), bytes(random, 5_000));
        file(root.resolve("grüße-世界-🚀.txt"), bytes(random, 100));
        file(root.resolve(".hidden"), bytes(random, 1));
        file(root.resolve("-rf"), bytes(random, 10));
        file(root.resolve("...dots..."), bytes(random, 10));
        file(root.resolve("back\\slash \"quoted\" *?"), bytes(random, 10));
        file(root.resolve("new\nline"), bytes(random, 10));
        file(root.resolve("x".repeat(255)), bytes(random, 10));
        file(root.resolve("ü".repeat(127) + "x"), bytes(random, 10));
        file(root.resolve("empty"), new byte[0]);
        file(root.resolve("large"), bytes(random, 1_000_000));
        file(root.resolve("zeros"), new byte[300_000]);
        byte[] mixed = bytes(random, 400_000);
        Arrays.fill(mixed, 65_536, 65_536 * 4, (byte) 0);
        file(root.resolve("hole inside"), mixed);
        Files.createDirectory(root.resolve("empty directory"));
        Path deep = Files.createDirectories(root.resolve("a/b/c/d/e"));
        file(deep.resolve("leaf"), bytes(random, 65_536));
        Files.createSymbolicLink(root.resolve("link to file"), Path.of("large"));
        Files.createSymbolicLink(root.resolve("link to directory"), Path.of("a/b"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("nowhere/at all"));
        Files.createSymbolicLink(root.resolve("out of the root"), Path.of("/etc"));
        Files.createSymbolicLink(root.resolve("up and out"), Path.of("../../.."));
        mark(root, random);
        return root;
    }

    static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    static Path file(Path path, byte[] content) throws IOException {
        return Files.write(path, content);
    }

    static Path sparse(Path path, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1}), size - 1);
        }
        return path;
    }

    /// Gives everything below `root` odd modes and times, deepest first.
    private static void mark(Path root, Random random) throws IOException {
        String[] modes = {"rw-r--r--", "rwxr-xr-x", "r--------", "rw-rw-rw-", "rwx--x--x"};
        try (var walk = Files.walk(root)) {
            for (Path path : walk.toList().reversed()) {
                if (!Files.isSymbolicLink(path)) {
                    String mode = Files.isDirectory(path) ? "rwxr-x--x" : modes[random.nextInt(modes.length)];
                    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
                }
                time(path, 1_000_000_000_000_000_000L + random.nextInt(1_000_000_000));
            }
        }
    }

    static void time(Path path, long nanos) throws IOException {
        Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(FileTime.from(nanos, TimeUnit.NANOSECONDS), null, null);
    }
}
