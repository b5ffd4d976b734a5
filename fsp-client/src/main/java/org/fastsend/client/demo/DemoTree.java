package org.fastsend.client.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A tree that has what real ones have: one big file, some thousand small ones, names with blanks, accents,
/// dots and dashes in front, 255 bytes long, empty files and directories, links. The same bytes every time.
final class DemoTree {
    static final int BIG_BYTES = 200 << 20;
    static final int SMALL_FILES = 3_000;

    private static final int SMALL_MAX_BYTES = 64 << 10;
    private static final int FILES_A_DIRECTORY = 100;
    private static final int NAME_MAX_BYTES = 255;

    private final Path root;
    private final ByteBuffer noise = ByteBuffer.allocate(1 << 20);
    private long state = 0x9E3779B97F4A7C15L;

    private DemoTree(Path root) {
        this.root = root;
    }

    /// Makes the tree under a name that does not exist yet; with [#BIG_BYTES] and [#SMALL_FILES], some 300
    /// MB.
    static void create(Path root, int bigBytes, int smallFiles) throws IOException {
        DemoTree tree = new DemoTree(root);
        Files.createDirectories(root);
        tree.big(bigBytes);
        tree.small(smallFiles);
        tree.odd();
    }

    private void big(int bytes) throws IOException {
        try (FileChannel out = create("big file.bin")) {
            for (int left = bytes; left > 0; left -= noise.capacity()) {
                writeNoise(out, Math.min(left, noise.capacity()));
            }
        }
    }

    private void small(int files) throws IOException {
        for (int i = 0; i < files; i++) {
            String directory = "results/run " + i / FILES_A_DIRECTORY;
            if (i % FILES_A_DIRECTORY == 0) {
                Files.createDirectories(root.resolve(directory));
            }
            try (FileChannel out = create(directory + "/sample-" + i + ".dat")) {
                writeNoise(out, (int) Long.remainderUnsigned(next(), SMALL_MAX_BYTES));
            }
        }
    }

    private void odd() throws IOException {
        Files.createDirectories(root.resolve("empty directory"));
        create(".hidden").close();
        create("-rf").close();
        create("n".repeat(NAME_MAX_BYTES)).close();
        Path sparse = root.resolve("mostly holes");
        try (FileChannel out = FileChannel.open(
                sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            out.write(ByteBuffer.wrap(new byte[] {1}), 8 << 20);
        }
        Files.createSymbolicLink(root.resolve("link to the big file"), Path.of("big file.bin"));
        Files.createSymbolicLink(root.resolve("results/link that leads nowhere"), Path.of("../not there"));
        if ("UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"))) {
            // Elsewhere Java cannot make such a name.
            Files.writeString(root.resolve("gr\u00fc\u00dfe \u65e5\u672c\u8a9e.txt"), "\u00e4\u00f6\u00fc\n");
        }
    }

    private FileChannel create(String name) throws IOException {
        return FileChannel.open(root.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /// Bytes that do not compress.
    private void writeNoise(FileChannel out, int bytes) throws IOException {
        noise.clear();
        while (noise.position() < bytes) {
            noise.putLong(next()); // the buffer is a multiple of eight
        }
        noise.position(0).limit(bytes);
        while (noise.hasRemaining()) {
            out.write(noise);
        }
    }

    /// Marsaglia's xorshift64*.
    private long next() {
        state ^= state >>> 12;
        state ^= state << 25;
        state ^= state >>> 27;
        return state * 0x2545F4914F6CDD1DL;
    }
}
