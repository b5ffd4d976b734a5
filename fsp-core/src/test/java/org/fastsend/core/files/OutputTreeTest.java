package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTreeTest {
    private static final int EXTENT = 64 * 1024;

    @TempDir
    Path temp;

    private Path source;
    private Path destination;
    private Path work;

    @BeforeEach
    void makeDirectories() throws Exception {
        source = Files.createDirectory(temp.resolve("source"));
        destination = Files.createDirectory(temp.resolve("destination"));
        work = destination.resolve(".fsp-" + SentTree.TRANSFER);
    }

    @Test
    void aTreeOfEverythingArrivesAsItWas() throws Exception {
        Path root = Trees.golden(source, "tree");
        SentTree sent = SentTree.of(EXTENT, temp, root);
        assertEquals(List.of(), sent.omitted);
        assertEquals(List.of(), sent.collect(destination));
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
        assertEquals(List.of("tree"), names(destination), "the work directory is gone");
    }

    @Test
    void blocksMayComeInAnyOrderFromSeveralThreads() throws Exception {
        Path root = Trees.golden(source, "tree");
        SentTree sent = SentTree.of(EXTENT, temp, root);
        long seed = 42;
        Collections.shuffle(sent.blocks, new Random(seed));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER);
                var threads = Executors.newFixedThreadPool(4)) {
            sent.tellAll(output);
            List<Callable<Commit>> tasks = new ArrayList<>();
            for (SentTree.Block block : sent.blocks) {
                tasks.add(() -> {
                    block.writeTo(output);
                    return output.commit();
                });
            }
            int held = 0;
            for (Future<Commit> commit : threads.invokeAll(tasks)) {
                held += commit.get().blocks().size();
            }
            assertEquals(sent.blocks.size(), held, "each block is committed once, seed " + seed);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void destinationsThatDoNotExistYetMayLieSideBySide() throws Exception {
        Path root = Trees.golden(source, "tree");
        SentTree sent = SentTree.of(EXTENT, temp, root);
        Path one = destination.resolve("one");
        try (OutputTree other = OutputTree.open(destination.resolve("two"), SentTree.TRANSFER)) {
            sent.tellAll(other);
            assertEquals(List.of(), sent.collect(one));
        }
        assertEquals(Snapshot.of(root), Snapshot.of(one.resolve("tree")));
    }

    @Test
    void aFileAppearsOnlyOnceItsLastBlockIsCommittedAndTheSenderClosedIt() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 3 * EXTENT));
        SentTree sent = SentTree.of(EXTENT, temp, file);
        Path arrived = destination.resolve("f");
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output);
            sent.writeAll(output);
            assertEquals(3, output.commit().blocks().size());
            assertFalse(Files.exists(arrived), "not closed yet");
            sent.closed.forEach(output::closed);
            assertFalse(Files.exists(arrived), "not committed yet");
            assertEquals(new Commit(List.of(), List.of()), output.commit());
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(arrived));
        }
    }

    @Test
    void whatDoesNotMatchItsDigestStaysOutOfItsNameAndIsReported() throws Exception {
        Trees.file(source.resolve("bad"), Trees.bytes(new Random(1), 100));
        Trees.file(source.resolve("good"), Trees.bytes(new Random(2), 100));
        SentTree sent = SentTree.of(EXTENT, temp, source.resolve("bad"), source.resolve("good"));
        sent.closed.set(0, new FileClosed(0, FileOutcome.GOOD, new byte[32]));
        List<WithheldFile> withheld = sent.collect(destination);
        assertEquals(1, withheld.size());
        assertEquals("bad", withheld.getFirst().path());
        assertEquals(ErrorCode.INTEGRITY, withheld.getFirst().code());
        assertFalse(Files.exists(destination.resolve("bad")));
        assertTrue(Files.exists(destination.resolve("good")));
        assertTrue(Files.exists(work.resolve("part-0")), "what came is kept");
        assertTrue(withheld.getFirst().reason().contains(work.resolve("part-0").toString()), "and named");
    }

    @Test
    void filesThatTheSenderCouldNotReadAreReportedAndNotDelivered() throws Exception {
        for (String name : List.of("changed", "unreadable")) {
            Trees.file(source.resolve(name), Trees.bytes(new Random(1), 100));
        }
        SentTree sent = SentTree.of(EXTENT, temp, source.resolve("changed"), source.resolve("unreadable"));
        sent.closed.set(
                0, new FileClosed(0, FileOutcome.CHANGED, sent.closed.get(0).digest()));
        sent.closed.set(1, new FileClosed(1, FileOutcome.UNREADABLE, new byte[32]));
        List<WithheldFile> withheld = sent.collect(destination);
        assertEquals(
                List.of(ErrorCode.SOURCE_CHANGED, ErrorCode.MISSING_PATH),
                withheld.stream().map(WithheldFile::code).toList());
        assertEquals(List.of(work.getFileName().toString()), names(destination));
    }

    @Test
    void aFileThatItsSenderWithdrewIsNotDeliveredNorReportedAndItsLaterVersionIs() throws Exception {
        Trees.file(source.resolve("a"), Trees.bytes(new Random(1), 100));
        Trees.file(source.resolve("b"), Trees.bytes(new Random(2), 100));
        SentTree sent = SentTree.of(EXTENT, temp, source.resolve("a"), source.resolve("b"));
        FileOpened later = sent.opened.get(1);
        sent.opened.set(1, new FileOpened(1, later.kind(), "a", later.size(), later.modifiedNanos(), later.mode(), ""));
        sent.closed.set(0, new FileClosed(0, FileOutcome.WITHDRAWN, new byte[32]));
        assertEquals(List.of(), sent.collect(destination));
        assertArrayEquals(Files.readAllBytes(source.resolve("b")), Files.readAllBytes(destination.resolve("a")));
        assertEquals(List.of("a"), names(destination));
    }

    @Test
    void aFileOfWhichPartsNeverCameIsReported() throws Exception {
        Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 3 * EXTENT));
        SentTree sent = SentTree.of(EXTENT, temp, source.resolve("f"));
        sent.blocks.remove(1);
        List<WithheldFile> withheld = sent.collect(destination);
        assertEquals(ErrorCode.INTEGRITY, withheld.getFirst().code());
        assertFalse(Files.exists(destination.resolve("f")));
    }

    @Test
    void aDestinationThatDoesNotExistBecomesTheOnlyFile() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 100));
        Path named = temp.resolve("new/place/other name");
        assertEquals(List.of(), SentTree.of(EXTENT, temp, file).collect(named));
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(named));
        assertEquals(List.of("other name"), names(named.getParent()));
    }

    @Test
    void aDestinationThatIsAFileIsReplacedByTheOnlyFile() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 100));
        Path named = Trees.file(temp.resolve("existing"), new byte[10]);
        assertEquals(List.of(), SentTree.of(EXTENT, temp, file).collect(named));
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(named));
    }

    @Test
    void aDestinationThatDoesNotExistBecomesADirectoryForATree() throws Exception {
        Path root = Trees.golden(source, "tree");
        Path missing = temp.resolve("missing");
        assertEquals(List.of(), SentTree.of(EXTENT, temp, root).collect(missing));
        assertEquals(Snapshot.of(root), Snapshot.of(missing.resolve("tree")));
        assertEquals(List.of("tree"), names(missing));
    }

    @Test
    void severalFilesGoIntoADirectoryEvenIfItDoesNotExist() throws Exception {
        Path a = Trees.file(source.resolve("a"), new byte[3]);
        Path b = Trees.file(source.resolve("b"), new byte[3]);
        Path missing = temp.resolve("missing");
        assertEquals(List.of(), SentTree.of(EXTENT, temp, a, b).collect(missing));
        assertEquals(List.of("a", "b"), names(missing));
    }

    @Test
    void aDestinationThatIsAFileCannotReceiveATree() throws Exception {
        Path root = Trees.golden(source, "tree");
        Path file = Trees.file(temp.resolve("file"), new byte[1]);
        SentTree sent = SentTree.of(EXTENT, temp, root);
        FspException failure = assertThrows(FspException.class, () -> sent.collect(file));
        assertEquals(ErrorCode.NOT_WRITABLE, failure.code());
        assertEquals(1, Files.size(file));
    }

    @Test
    void whatHasTheNameAlreadyIsReplacedWhole() throws Exception {
        Path root = Files.createDirectory(source.resolve("tree"));
        byte[] content = Trees.bytes(new Random(1), 100);
        Trees.file(root.resolve("over file"), content);
        Trees.file(root.resolve("over link"), content);
        Files.createSymbolicLink(root.resolve("link over file"), Path.of("over file"));
        Path existing = Files.createDirectory(destination.resolve("tree"));
        Trees.file(existing.resolve("over file"), new byte[1000]);
        Path outside = Trees.file(temp.resolve("outside"), new byte[5]);
        Files.createSymbolicLink(existing.resolve("over link"), outside);
        Trees.file(existing.resolve("link over file"), new byte[1]);
        Trees.file(existing.resolve("bystander"), new byte[1]);
        assertEquals(List.of(), SentTree.of(EXTENT, temp, root).collect(destination));
        assertArrayEquals(content, Files.readAllBytes(existing.resolve("over file")));
        assertFalse(Files.isSymbolicLink(existing.resolve("over link")));
        assertArrayEquals(content, Files.readAllBytes(existing.resolve("over link")));
        assertTrue(Files.isSymbolicLink(existing.resolve("link over file")));
        assertEquals(5, Files.size(outside), "nothing was written through the link");
        assertTrue(Files.exists(existing.resolve("bystander")));
    }

    @Test
    void aDirectoryInTheWayOfAFileWithholdsThatFileOnly() throws Exception {
        Path root = Files.createDirectory(source.resolve("tree"));
        Trees.file(root.resolve("a"), new byte[1]);
        Trees.file(root.resolve("b"), new byte[1]);
        Files.createDirectories(destination.resolve("tree/a/inhabited"));
        List<WithheldFile> withheld = SentTree.of(EXTENT, temp, root).collect(destination);
        assertEquals(
                List.of("tree/a"), withheld.stream().map(WithheldFile::path).toList());
        assertEquals(ErrorCode.NOT_WRITABLE, withheld.getFirst().code());
        assertTrue(Files.exists(destination.resolve("tree/b")));
        Files.delete(destination.resolve("tree/a/inhabited"));
        Files.delete(destination.resolve("tree/a"));
        assertEquals(List.of(), SentTree.of(EXTENT, temp, root).collect(destination), "run again, it gets there");
        assertEquals(List.of("tree"), names(destination));
    }

    @Test
    void aSparseFileStaysSparse() throws Exception {
        long size = 5L << 30;
        Path file = Trees.sparse(source.resolve("sparse"), size);
        Path middle = destination.resolve("sparse");
        SentTree sent = SentTree.of(8 << 20, temp, file);
        long travelled =
                sent.blocks.stream().mapToLong(block -> block.data().length).sum();
        assertEquals(8 << 20, travelled, "only the last extent has data");
        assertEquals(List.of(), sent.collect(destination));
        assertEquals(size, Files.size(middle));
        assertTrue(bytesOnDisk(middle) <= 16 << 20, bytesOnDisk(middle) + " bytes are on the disk");
    }

    @Test
    void aFileThatEndsInAHoleHasItsFullSize() throws Exception {
        byte[] content = new byte[3 * EXTENT + 17];
        content[0] = 1;
        Trees.file(source.resolve("f"), content);
        assertEquals(List.of(), SentTree.of(EXTENT, temp, source.resolve("f")).collect(destination));
        assertArrayEquals(content, Files.readAllBytes(destination.resolve("f")));
    }

    @Test
    void twoBlocksWithTheSameExtentsAreBothHeld() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 2 * EXTENT));
        SentTree sent = SentTree.of(EXTENT, temp, file);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.writeAll(output);
            assertEquals(2, output.commit().blocks().size());
            SentTree.Block again = new SentTree.Block(
                    9, sent.blocks.getFirst().extents(), sent.blocks.getFirst().data());
            again.writeTo(output);
            assertEquals(List.of(9), output.commit().blocks());
            assertEquals(List.of(), output.finish());
        }
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(destination.resolve("f")));
    }

    @Test
    void aBlockThatContradictsAnotherIsRefused() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), 2 * EXTENT));
        SentTree sent = SentTree.of(EXTENT, temp, file);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.writeAll(output);
            byte[] other = sent.blocks.getFirst().data().clone();
            other[5]++;
            SentTree.Block contradiction =
                    new SentTree.Block(9, sent.blocks.getFirst().extents(), other);
            assertThrows(BlockFormatException.class, () -> contradiction.writeTo(output));
            assertEquals(List.of(0, 1), output.commit().blocks());
            assertEquals(List.of(), output.finish());
        }
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(destination.resolve("f")));
    }

    @Test
    void extentsThatAreNoneOfTheirFileAreRefused() throws Exception {
        Path file = Trees.file(source.resolve("f"), Trees.bytes(new Random(1), EXTENT + 100));
        SentTree sent = SentTree.of(EXTENT, temp, file);
        List<Extent> wrong = List.of(
                new Extent(0, 0, EXTENT - 1, false),
                new Extent(0, 1, EXTENT, false),
                new Extent(0, EXTENT, 101, false),
                new Extent(0, EXTENT, 99, false),
                new Extent(0, 2L * EXTENT, 1, false),
                new Extent(0, (long) EXTENT << 40, EXTENT, false),
                new Extent(1, 0, EXTENT, false),
                new Extent(0, 0, 0, false));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            for (Extent extent : wrong) {
                ByteBuffer data = ByteBuffer.allocate(extent.length());
                assertThrows(
                        BlockFormatException.class, () -> output.write(0, List.of(extent), data), extent.toString());
            }
            Extent right = new Extent(0, 0, EXTENT, false);
            for (int length : new int[] {EXTENT - 1, EXTENT + 1}) {
                assertThrows(
                        BlockFormatException.class, () -> output.write(0, List.of(right), ByteBuffer.allocate(length)));
            }
            assertEquals(List.of(), output.commit().blocks());
        }
    }

    @Test
    void theSameCollectionCannotRunTwiceAtOnce() {
        try (OutputTree first = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals(new BitSet(), first.heldBlocks());
            FspException failure =
                    assertThrows(FspException.class, () -> OutputTree.open(destination, SentTree.TRANSFER));
            assertEquals(ErrorCode.NOT_WRITABLE, failure.code());
        }
    }

    @Test
    void theWorkDirectoryIsPrivate() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(work)));
            assertEquals(work.resolve("ticket"), output.aside("ticket"));
        }
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxrwxrwx"));
        FspException failure = assertThrows(FspException.class, () -> OutputTree.open(destination, SentTree.TRANSFER));
        assertTrue(failure.getMessage().contains("others may look into it"), failure.getMessage());
    }

    @Test
    void aMissingParentIsMadeAndAFileInItsPlaceIsRefused() throws Exception {
        Path file = Trees.file(temp.resolve("file"), new byte[1]);
        FspException failure =
                assertThrows(FspException.class, () -> OutputTree.open(file.resolve("x/y"), SentTree.TRANSFER));
        assertEquals(ErrorCode.NOT_WRITABLE, failure.code());
        assertFalse(failure.getMessage().contains("\n"));
    }

    @Test
    void nothingIsCollectedThroughALinkBehindTheAnchor() throws Exception {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.createSymbolicLink(destination.resolve("link"), outside);
        for (String way : List.of("link", "link/into", "link/new/into")) {
            AnchoredPath place = AnchoredPath.within(destination, destination.resolve(way));
            FspException failure =
                    assertThrows(FspException.class, () -> OutputTree.open(place, SentTree.TRANSFER), way);
            assertEquals(ErrorCode.NOT_WRITABLE, failure.code(), failure.getMessage());
        }
        assertEquals(List.of(), names(outside));
    }

    @Test
    void aLinkThatTakesThePlaceOfTheDestinationIsNotFollowed() throws Exception {
        Path root = Trees.golden(source, "tree");
        SentTree sent = SentTree.of(EXTENT, temp, root);
        Path into = Files.createDirectory(destination.resolve("into"));
        Path outside = Files.createDirectory(temp.resolve("outside"));
        try (OutputTree output = OutputTree.open(AnchoredPath.within(destination, into), SentTree.TRANSFER)) {
            Files.move(into, destination.resolve("aside"));
            Files.createSymbolicLink(into, outside);
            assertThrows(FspException.class, () -> {
                sent.tellAll(output);
                sent.writeAll(output);
                output.finish();
            });
        }
        assertEquals(List.of(), names(outside));
    }

    @Test
    void aThousandSmallFilesAreCommittedTogether() throws Exception {
        Path root = Files.createDirectory(source.resolve("many"));
        int count = 1_000;
        for (int i = 0; i < count; i++) {
            Trees.file(root.resolve("file " + i), ("content " + i).getBytes(StandardCharsets.UTF_8));
        }
        SentTree sent = SentTree.of(1 << 20, temp, root);
        assertTrue(sent.blocks.size() <= 2, sent.blocks.size() + " blocks");
        assertEquals(List.of(), sent.collect(destination));
        assertEquals(count, names(destination.resolve("many")).size());
        assertEquals("content 77", Files.readString(destination.resolve("many/file 77")));
        assertTrue(Files.isDirectory(destination.resolve("many"), LinkOption.NOFOLLOW_LINKS));
    }

    private static long bytesOnDisk(Path file) throws Exception {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        return Long.parseLong(blocks) * 512;
    }

    private static List<String> names(Path directory) throws Exception {
        try (var list = Files.list(directory)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
