package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tree from a disk that tells `README` from `readme` comes to one that does not. The disk of a test does, so a
/// second, hard link to what has come stands for what such a disk shows: both names lead to one file.
class FoldedNamesTest {
    private static final int EXTENT = 4 * 1024;

    @TempDir
    Path temp;

    private final byte[] capital = Trees.bytes(new Random(1), 100);
    private Path root;
    private Path destination;

    @BeforeEach
    void makeSource() throws Exception {
        root = Files.createDirectory(temp.resolve("tree"));
        destination = Files.createDirectory(temp.resolve("destination"));
        Trees.file(root.resolve("README"), capital);
        Trees.file(root.resolve("other"), Trees.bytes(new Random(2), 100));
    }

    private Path there(String name) {
        return destination.resolve("tree").resolve(name);
    }

    private void deliverFirst(OutputTree output, SentTree sent) throws Exception {
        sent.tellOpened(output);
        sent.writeAll(output);
        sent.closed.stream()
                .filter(file -> file.file() == sent.fileOf("tree/README"))
                .forEach(output::closed);
        output.commit();
        assertArrayEquals(capital, Files.readAllBytes(there("README")));
    }

    private List<WithheldFile> deliverTheRest(OutputTree output, SentTree sent) {
        for (FileClosed file : sent.closed) {
            output.closed(file);
        }
        return output.finish();
    }

    private void assertSecondIsWithheld(List<WithheldFile> withheld, String second) throws Exception {
        assertEquals(
                List.of("tree/" + second),
                withheld.stream().map(WithheldFile::path).toList());
        assertEquals(ErrorCode.NOT_WRITABLE, withheld.getFirst().code());
        String reason = withheld.getFirst().reason();
        assertTrue(reason.startsWith("this disk takes its name for that of tree/README"), reason);
        assertArrayEquals(capital, Files.readAllBytes(there("README")));
        assertArrayEquals(capital, Files.readAllBytes(there(second)));
        assertTrue(Files.exists(there("other")));
    }

    @Test
    void aFileWhoseNameIsAnotherFilesIsWithheld() throws Exception {
        Trees.file(root.resolve("readme"), Trees.bytes(new Random(3), 100));
        SentTree sent = SentTree.of(EXTENT, temp, root);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            deliverFirst(output, sent);
            Files.createLink(there("readme"), there("README"));
            assertSecondIsWithheld(deliverTheRest(output, sent), "readme");
        }
        Path kept = destination.resolve(".fsp-" + SentTree.TRANSFER).resolve("part-" + sent.fileOf("tree/readme"));
        assertArrayEquals(Files.readAllBytes(root.resolve("readme")), Files.readAllBytes(kept));
    }

    @Test
    void aFileWhoseNameIsThatOfWhatAnEarlierRunDeliveredIsWithheld() throws Exception {
        Trees.file(root.resolve("readme"), Trees.bytes(new Random(3), 100));
        SentTree sent = SentTree.of(EXTENT, temp, root);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            deliverFirst(output, sent);
        }
        Files.createLink(there("readme"), there("README"));
        for (int run = 0; run < 2; run++) {
            try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
                sent.tellOpened(output);
                sent.writeAll(output);
                assertSecondIsWithheld(deliverTheRest(output, sent), "readme");
            }
        }
    }

    @Test
    void aLinkWhoseNameIsAFilesIsWithheld() throws Exception {
        Files.createSymbolicLink(root.resolve("readme"), Path.of("other"));
        SentTree sent = SentTree.of(EXTENT, temp, root);
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            deliverFirst(output, sent);
            Files.createLink(there("readme"), there("README"));
            assertSecondIsWithheld(deliverTheRest(output, sent), "readme");
        }
    }

    @Test
    void whatWasThereBeforeIsReplacedWhateverItsSpelling() throws Exception {
        Files.createDirectory(destination.resolve("tree"));
        Trees.file(there("README"), new byte[10]);
        Files.createLink(there("readme"), there("README"));
        SentTree sent = SentTree.of(EXTENT, temp, root);
        assertEquals(List.of(), sent.collect(destination));
        assertArrayEquals(capital, Files.readAllBytes(there("README")));
    }

    @Test
    void twoNamesOfOneFileThatWasThereBeforeBecomeTwoFilesWhereTheDiskTellsThemApart() throws Exception {
        Trees.file(root.resolve("readme"), Trees.bytes(new Random(3), 100));
        Files.createDirectory(destination.resolve("tree"));
        Trees.file(there("README"), new byte[10]);
        Files.createLink(there("readme"), there("README"));
        SentTree sent = SentTree.of(EXTENT, temp, root);
        assertEquals(List.of(), sent.collect(destination));
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }
}
