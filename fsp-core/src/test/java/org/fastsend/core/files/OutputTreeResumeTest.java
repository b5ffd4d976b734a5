package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A collection that is killed goes on where it was. A kill is a tree that is closed in the middle, and the bytes
/// on the disk are then made what a kill at a worse moment would have left.
class OutputTreeResumeTest {
    private static final int EXTENT = 4 * 1024;

    @TempDir
    Path temp;

    private Path root;
    private Path destination;
    private Path work;
    private SentTree sent;

    @BeforeEach
    void sendSomeFiles() throws Exception {
        root = Files.createDirectory(temp.resolve("tree"));
        destination = Files.createDirectory(temp.resolve("destination"));
        work = destination.resolve(".fsp-" + SentTree.TRANSFER);
        Random random = new Random(1);
        Trees.file(root.resolve("large"), Trees.bytes(random, 2 * EXTENT + 1));
        Trees.file(root.resolve("small"), Trees.bytes(random, 100));
        Files.createSymbolicLink(root.resolve("link"), Path.of("small"));
        Files.createDirectory(root.resolve("directory"));
        sent = SentTree.of(EXTENT, temp, root);
    }

    @Test
    void aJournalCutAtAnyByteIsGoodForWhatIsWholeInIt() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output); // not closed, so that nothing is delivered yet
            for (SentTree.Block block : sent.blocks) {
                block.writeTo(output);
                output.commit();
            }
        }
        Map<Path, byte[]> killed = contents(work);
        byte[] journal = killed.get(work.resolve("journal"));
        int held = -1;
        for (int cut = 0; cut <= journal.length; cut++) {
            if (!Files.exists(work)) {
                restore(killed);
            }
            Files.write(work.resolve("journal"), Arrays.copyOf(journal, cut));
            try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
                BitSet now = output.heldBlocks();
                assertTrue(now.cardinality() >= held, "the longer the journal, the more is held");
                assertEquals(now.cardinality(), now.length(), "blocks are held in the order of their commits");
                boolean anotherBlock = now.cardinality() > held;
                held = now.cardinality();
                if (anotherBlock || cut % 29 == 0) {
                    sent.tellAll(output);
                    sent.writeAll(output);
                    assertEquals(List.of(), output.finish(), "cut at " + cut);
                    assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")), "cut at " + cut);
                }
            }
        }
        assertEquals(sent.blocks.size(), held);
    }

    @Test
    void garbageBehindTheJournalIsCutOff() throws Exception {
        commitAllButTheLast();
        byte[] journal = Files.readAllBytes(work.resolve("journal"));
        Random random = new Random(7);
        for (int garbage = 1; garbage < 60; garbage++) {
            byte[] longer = Arrays.copyOf(journal, journal.length + garbage);
            System.arraycopy(Trees.bytes(random, garbage), 0, longer, journal.length, garbage);
            Files.write(work.resolve("journal"), longer);
            try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
                assertEquals(sent.blocks.size() - 1, output.heldBlocks().cardinality());
            }
            assertEquals(journal.length, Files.size(work.resolve("journal")));
        }
    }

    @Test
    void bytesOfAWriteThatWasNeverCommittedDoNoHarm() throws Exception {
        commitAllButTheLast();
        int file = sent.fileOf("tree/large");
        byte[] partial = Files.readAllBytes(work.resolve("part-" + file));
        Files.write(work.resolve("part-" + file), Arrays.copyOf(partial, partial.length + 5 * EXTENT));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.writeAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void aHoleErasesWhatAnEarlierRunLeftInItsPlace() throws Exception {
        byte[] content = Trees.bytes(new Random(3), 3 * EXTENT);
        Arrays.fill(content, EXTENT, 2 * EXTENT, (byte) 0);
        Trees.file(root.resolve("holey"), content);
        sent = SentTree.of(EXTENT, temp, root);
        commitNothing();
        int file = sent.fileOf("tree/holey");
        Files.write(work.resolve("part-" + file), Trees.bytes(new Random(4), 3 * EXTENT));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.writeAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void aKillBetweenRenamingAndSayingSoLosesNothing() throws Exception {
        byte[] before = commitAll();
        assertTrue(Files.exists(destination.resolve("tree/small")));
        Files.write(work.resolve("journal"), before);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals(sent.blocks.size(), output.heldBlocks().cardinality(), "nothing is fetched again");
            sent.tellAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void aRenameThatAPowerCutTookBackIsDoneAgain() throws Exception {
        commitAll();
        int file = sent.fileOf("tree/small");
        Files.move(destination.resolve("tree/small"), work.resolve("part-" + file));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void aDeliveredFileThatItsOwnerTookAwayIsNotMissed() throws Exception {
        commitAll();
        Files.delete(destination.resolve("tree/small"));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertFalse(Files.exists(destination.resolve("tree/small")));
    }

    @Test
    void dataThatVanishedFromTheWorkDirectoryIsReported() throws Exception {
        commitAllButTheLast();
        int file = sent.fileOf("tree/small");
        SentTree.Block last = sent.blocks.getLast();
        boolean smallIsHeld = last.extents().stream().noneMatch(extent -> extent.file() == file);
        String victim = smallIsHeld ? "tree/small" : "tree/large";
        Files.delete(work.resolve("part-" + sent.fileOf(victim)));
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            List<WithheldFile> withheld = output.finish();
            assertTrue(
                    withheld.stream().anyMatch(f -> f.path().equals(victim) && f.code() == ErrorCode.INTEGRITY),
                    withheld.toString());
        }
        assertFalse(Files.exists(destination.resolve(victim)));
    }

    @Test
    void theSavedFeedIsThereAgain() {
        FeedEntry entry = new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[] {1, 2, 3});
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.feed().append(entry);
        }
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals(1, output.feed().size());
            assertEquals(entry, output.feed().read(0));
        }
    }

    @Test
    void aRunThatBeganBesideAMissingDestinationGoesOnThere() throws Exception {
        Path missing = temp.resolve("missing");
        try (OutputTree output = OutputTree.open(missing, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.blocks.getFirst().writeTo(output);
            output.commit();
        }
        assertTrue(Files.isDirectory(missing), "the tree has begun to appear");
        try (OutputTree output = OutputTree.open(missing, SentTree.TRANSFER)) {
            assertEquals(1, output.heldBlocks().cardinality());
            sent.tellAll(output);
            sent.writeAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(missing.resolve("tree")));
    }

    private void commitNothing() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output);
        }
    }

    private void commitAllButTheLast() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output);
            for (SentTree.Block block : sent.blocks.subList(0, sent.blocks.size() - 1)) {
                block.writeTo(output);
            }
            assertEquals(sent.blocks.size() - 1, output.commit().blocks().size());
        }
    }

    /// Commits and delivers everything, and returns the journal as it was before it said so of the files.
    private byte[] commitAll() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output);
            sent.writeAll(output);
            output.commit();
            byte[] before = Files.readAllBytes(work.resolve("journal"));
            sent.closed.forEach(output::closed);
            output.commit();
            return before;
        }
    }

    private static Map<Path, byte[]> contents(Path directory) throws Exception {
        Map<Path, byte[]> contents = new TreeMap<>();
        try (var list = Files.list(directory)) {
            for (Path file : list.toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private void restore(Map<Path, byte[]> contents) throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals(0, output.knownFiles());
        }
        for (Map.Entry<Path, byte[]> file : contents.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }
}
