package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.seal.FileDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtentReaderTest {
    private static final int EXTENT = 64 * 1024;

    @TempDir
    Path temp;

    private Path root;
    private final List<SourceEntry> entries = new ArrayList<>();
    private final ExtentReader reader = new ExtentReader(entries::get, EXTENT);

    @BeforeEach
    void makeRoot() throws Exception {
        root = Files.createDirectory(temp.resolve("root"));
    }

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void dataOfSeveralFilesFollowEachOtherAndZerosBecomeHoles() throws Exception {
        byte[] small = Trees.bytes(new Random(1), 100);
        byte[] large = Trees.bytes(new Random(2), 2 * EXTENT);
        Arrays.fill(large, 0, EXTENT, (byte) 0);
        add("small", small);
        add("large", large);
        add("zeros", new byte[50]);
        List<Extent> plan = List.of(extent(0, 0), extent(1, 0), extent(1, 1), extent(2, 0));
        ByteBuffer into = ByteBuffer.allocate(3 * EXTENT);
        ExtentReader.Result read = reader.read(new BlockPlan(plan), into);
        assertEquals(
                List.of(false, true, false, true),
                read.extents().stream().map(Extent::hole).toList());
        assertEquals(100 + EXTENT, into.position());
        assertArrayEquals(small, Arrays.copyOf(into.array(), 100));
        assertArrayEquals(
                Arrays.copyOfRange(large, EXTENT, 2 * EXTENT), Arrays.copyOfRange(into.array(), 100, 100 + EXTENT));
        assertArrayEquals(FileDigest.leaf(ByteBuffer.wrap(small)), read.leaves().getFirst());
        assertArrayEquals(FileDigest.holeLeaf(50), read.leaves().get(3));
        assertEquals(List.of(FileOutcome.GOOD, FileOutcome.GOOD, FileOutcome.GOOD, FileOutcome.GOOD), read.outcomes());
        assertTrue(read.troubles().isEmpty());
    }

    @Test
    void oneByteThatIsNotZeroMakesAnExtentData() throws Exception {
        for (int at : new int[] {0, 1, EXTENT / 2, EXTENT - 1}) {
            byte[] content = new byte[EXTENT];
            content[at] = 1;
            int file = add("f" + at, content);
            assertFalse(read(file, 0).extents().getFirst().hole(), "byte " + at);
        }
    }

    @Test
    void aFileThatIsWrittenToAfterTheWalkIsChanged() throws Exception {
        int file = add("f", Trees.bytes(new Random(1), 2 * EXTENT));
        assertEquals(FileOutcome.GOOD, read(file, 0).outcomes().getFirst());
        byte[] other = Trees.bytes(new Random(2), 2 * EXTENT);
        Files.write(root.resolve("f"), other);
        Trees.time(root.resolve("f"), entries.get(file).modifiedNanos() + 1);
        ExtentReader.Result again = read(file, 0);
        assertEquals(FileOutcome.CHANGED, again.outcomes().getFirst(), "a re-read notices it too");
        assertEquals("it changed while it was read", again.troubles().get(file));
        assertArrayEquals(
                FileDigest.leaf(ByteBuffer.wrap(other, 0, EXTENT)),
                again.leaves().getFirst());
    }

    @Test
    void aFileThatShrankIsFilledUpWithZerosAndChanged() throws Exception {
        byte[] content = Trees.bytes(new Random(1), 2 * EXTENT);
        int file = add("f", content);
        try (var channel = Files.newByteChannel(root.resolve("f"), StandardOpenOption.WRITE)) {
            channel.truncate(EXTENT + 10);
        }
        ByteBuffer into = ByteBuffer.wrap(Trees.bytes(new Random(9), EXTENT)); // must not shine through
        ExtentReader.Result read = reader.read(new BlockPlan(List.of(extent(file, 1))), into);
        assertEquals(FileOutcome.CHANGED, read.outcomes().getFirst());
        byte[] expected = Arrays.copyOf(Arrays.copyOfRange(content, EXTENT, EXTENT + 10), EXTENT);
        assertArrayEquals(expected, into.array());
        assertArrayEquals(
                FileDigest.leaf(ByteBuffer.wrap(expected)), read.leaves().getFirst());
    }

    @Test
    void aFileThatGrewIsReadAsFarAsTheManifestSaysAndChanged() throws Exception {
        byte[] content = Trees.bytes(new Random(1), 100);
        int file = add("f", content);
        Files.write(root.resolve("f"), new byte[] {1}, StandardOpenOption.APPEND);
        ByteBuffer into = ByteBuffer.allocate(200);
        ExtentReader.Result read = reader.read(new BlockPlan(List.of(extent(file, 0))), into);
        assertEquals(FileOutcome.CHANGED, read.outcomes().getFirst());
        assertEquals(100, into.position());
        assertArrayEquals(content, Arrays.copyOf(into.array(), 100));
    }

    @Test
    void anotherFileInItsPlaceIsNoticedByItsInode() throws Exception {
        byte[] content = Trees.bytes(new Random(1), 100);
        int file = add("f", content);
        Path other = Trees.file(root.resolve("other"), content);
        Trees.time(other, entries.get(file).modifiedNanos());
        Files.move(other, root.resolve("f"), StandardCopyOption.REPLACE_EXISTING);
        assertEquals(FileOutcome.CHANGED, read(file, 0).outcomes().getFirst());
    }

    @Test
    void aFileThatIsGoneIsUnreadableAndReadsAsZeros() throws Exception {
        int file = add("f", Trees.bytes(new Random(1), 100));
        Files.delete(root.resolve("f"));
        ExtentReader.Result read = read(file, 0);
        assertEquals(FileOutcome.UNREADABLE, read.outcomes().getFirst());
        assertEquals(
                "it cannot be read: no such file or directory", read.troubles().get(file));
        assertTrue(read.extents().getFirst().hole());
    }

    @Test
    void aLinkInPlaceOfTheFileIsNotFollowed() throws Exception {
        byte[] secret = Trees.bytes(new Random(1), 100);
        Trees.file(temp.resolve("secret"), secret);
        int file = add("f", Trees.bytes(new Random(2), 100));
        Files.delete(root.resolve("f"));
        Files.createSymbolicLink(root.resolve("f"), temp.resolve("secret"));
        ExtentReader.Result read = read(file, 0);
        assertEquals(FileOutcome.CHANGED, read.outcomes().getFirst());
        assertTrue(read.extents().getFirst().hole(), "nothing of the secret was read");
    }

    @Test
    void aLinkInPlaceOfADirectoryIsNotFollowed() throws Exception {
        Files.createDirectory(root.resolve("d"));
        int file = add("d/f", Trees.bytes(new Random(2), 100));
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Trees.file(elsewhere.resolve("f"), Trees.bytes(new Random(1), 100));
        Files.delete(root.resolve("d/f"));
        Files.delete(root.resolve("d"));
        Files.createSymbolicLink(root.resolve("d"), elsewhere);
        ExtentReader.Result read = read(file, 0);
        assertEquals(FileOutcome.UNREADABLE, read.outcomes().getFirst());
        assertTrue(read.extents().getFirst().hole(), "nothing from elsewhere was read");
    }

    @Test
    void aLinkAboveTheRootThatComesAfterTheWalkSendsNothingFromElsewhere() throws Exception {
        Path above = Files.createDirectories(temp.resolve("above"));
        Files.createDirectories(above.resolve("tree"));
        Path file = Trees.file(above.resolve("tree/f"), Trees.bytes(new Random(2), 100));
        entries.add(walk(within(above.resolve("tree")), file));
        Files.createDirectories(temp.resolve("elsewhere/tree"));
        Trees.file(temp.resolve("elsewhere/tree/f"), Trees.bytes(new Random(1), 100));
        Files.move(above, temp.resolve("moved"));
        Files.createSymbolicLink(above, temp.resolve("elsewhere"));
        ExtentReader.Result read = read(0, 0);
        assertEquals(FileOutcome.UNREADABLE, read.outcomes().getFirst());
        assertTrue(read.extents().getFirst().hole(), "nothing from elsewhere was read");
    }

    @Test
    void aLinkAboveTheRootThatComesBeforeTheWalkLeadsNowhere() throws Exception {
        Files.createDirectories(temp.resolve("elsewhere/tree"));
        Files.createSymbolicLink(temp.resolve("above"), temp.resolve("elsewhere"));
        try (SourceTree tree = SourceTree.of(within(temp.resolve("above/tree")))) {
            assertInstanceOf(OmittedEntry.class, tree.next());
            assertFalse(tree.hasNext());
        }
    }

    @Test
    void ofAFileThatAnotherTookThePlaceOfThatOneIsSent() throws Exception {
        int file = add("f", Trees.bytes(new Random(2), 100));
        byte[] newer = Trees.bytes(new Random(3), 100);
        Files.move(Trees.file(root.resolve("newer"), newer), root.resolve("f"), StandardCopyOption.REPLACE_EXISTING);
        ByteBuffer data = ByteBuffer.allocate(EXTENT);
        ExtentReader.Result read = reader.read(new BlockPlan(List.of(extent(file, 0))), data);
        assertEquals(FileOutcome.CHANGED, read.outcomes().getFirst());
        assertArrayEquals(newer, Arrays.copyOf(data.array(), newer.length), "whoever looks for it finds the newer one");
    }

    @Test
    void aPipeInPlaceOfTheFileDoesNotBlockTheReader() throws Exception {
        int file = add("f", Trees.bytes(new Random(2), 100));
        Files.delete(root.resolve("f"));
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", root.resolve("f").toString())
                        .start()
                        .waitFor());
        assertEquals(FileOutcome.CHANGED, read(file, 0).outcomes().getFirst());
    }

    @Test
    void oneBadFileDoesNotSpoilItsNeighbours() throws Exception {
        byte[] good = Trees.bytes(new Random(1), 100);
        add("bad", Trees.bytes(new Random(2), 100));
        add("good", good);
        Files.delete(root.resolve("bad"));
        ByteBuffer into = ByteBuffer.allocate(200);
        ExtentReader.Result read = reader.read(new BlockPlan(List.of(extent(0, 0), extent(1, 0))), into);
        assertEquals(List.of(FileOutcome.UNREADABLE, FileOutcome.GOOD), read.outcomes());
        assertArrayEquals(good, Arrays.copyOf(into.array(), into.position()));
    }

    @Test
    void severalThreadsReadMoreFilesThanStayOpen() throws Exception {
        int files = 150;
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            contents.add(Trees.bytes(new Random(i), EXTENT + 10));
            add("f" + i, contents.get(i));
        }
        List<Callable<Boolean>> reads = new ArrayList<>();
        for (int i = 0; i < 4 * files; i++) {
            int file = i * 7 % files;
            reads.add(() -> {
                ByteBuffer into = ByteBuffer.allocate(EXTENT + 10);
                reader.read(new BlockPlan(List.of(extent(file, 1), extent(file, 0))), into);
                byte[] content = contents.get(file);
                return Arrays.equals(into.array(), 10, EXTENT + 10, content, 0, EXTENT)
                        && Arrays.equals(into.array(), 0, 10, content, EXTENT, EXTENT + 10);
            });
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (Future<Boolean> right : threads.invokeAll(reads)) {
                assertTrue(right.get());
            }
        }
    }

    @Test
    void anInterruptedReaderStopsAndOthersGoOn() throws Exception {
        byte[] content = Trees.bytes(new Random(1), 2 * EXTENT);
        int file = add("f", content);
        assertEquals(FileOutcome.GOOD, read(file, 0).outcomes().getFirst());
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> read(file, 1));
        assertFalse(Thread.currentThread().isInterrupted());
        ExtentReader.Result again = read(file, 1);
        assertEquals(FileOutcome.GOOD, again.outcomes().getFirst());
        assertArrayEquals(
                FileDigest.leaf(ByteBuffer.wrap(content, EXTENT, EXTENT)),
                again.leaves().getFirst());
    }

    @Test
    void holesAreFoundWithoutReadingThem() throws Exception {
        Path sparse = Trees.sparse(root.resolve("sparse"), 3L * EXTENT);
        SourceEntry entry = walk(sparse);
        try (SourceFile file = SourceFile.of(entry, FileChannel.open(sparse), NativeFiles.ofThisPlatform())) {
            assertTrue(file.isHole(0, EXTENT));
            assertTrue(file.isHole(EXTENT, EXTENT));
            assertFalse(file.isHole(2L * EXTENT, EXTENT));
            assertTrue(file.isHole(3L * EXTENT, EXTENT), "behind the end is nothing");
        }
        try (SourceFile file = SourceFile.of(entry, FileChannel.open(sparse), Optional.empty())) {
            assertFalse(file.isHole(0, EXTENT), "a platform that cannot tell reads");
        }
        Files.move(Trees.sparse(root.resolve("other"), 3L * EXTENT), sparse, StandardCopyOption.REPLACE_EXISTING);
        try (SourceFile file = SourceFile.of(entry, FileChannel.open(sparse), NativeFiles.ofThisPlatform())) {
            assertFalse(file.isHole(0, EXTENT), "the holes of another file say nothing");
        }
    }

    private int add(String name, byte[] content) throws Exception {
        entries.add(walk(Trees.file(root.resolve(name), content)));
        return entries.size() - 1;
    }

    /// The entry of one file as the walk from the root sees it.
    private SourceEntry walk(Path file) {
        return walk(SourceRoots.of(List.of(root)), file);
    }

    /// A root that nobody may lead out of the temporary directory.
    private SourceRoots within(Path root) {
        return new SourceRoots(List.of(AnchoredPath.within(temp, root)), true, _ -> false);
    }

    private static SourceEntry walk(SourceRoots roots, Path file) {
        try (SourceTree tree = SourceTree.of(roots)) {
            while (tree.hasNext()) {
                if (tree.next() instanceof SourceEntry entry && entry.path().equals(file)) {
                    return entry;
                }
            }
        }
        throw new AssertionError(file + " was not found");
    }

    private Extent extent(int file, int index) {
        return FileLayout.extent(file, entries.get(file).size(), EXTENT, index);
    }

    private ExtentReader.Result read(int file, int index) throws InterruptedException {
        return reader.read(new BlockPlan(List.of(extent(file, index))), ByteBuffer.allocate(EXTENT));
    }
}
