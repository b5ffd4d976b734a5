package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.FileDigest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a manifest says and whoever plants links in the destination, nothing outside of it changes.
class HostileNamesTest {
    @TempDir
    Path temp;

    private Path destination;
    private Path outside;
    private SentTree sent;

    @BeforeEach
    void makeAnOutside() throws Exception {
        destination = Files.createDirectory(temp.resolve("destination"));
        outside = Files.createDirectory(temp.resolve("outside"));
        Path root = Files.createDirectory(temp.resolve("tree"));
        Files.createDirectory(root.resolve("a"));
        Trees.file(root.resolve("a/f"), new byte[] {1, 2, 3});
        sent = SentTree.of(1 << 16, temp, root);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "../x", "/x", "a/../../x", "a/..", "./a", "a/./b", "a//b", "a/", "a/b\0c", "\0"})
    void pathsThatLeadAnywhereButDownAreRefused(String path) {
        FspException refusal = assertThrows(FspException.class, () -> FileNames.components(path));
        assertEquals(ErrorCode.PROTOCOL, refusal.code());
    }

    @Test
    void pathsThatNoDiskTakesAreRefused() {
        assertThrows(FspException.class, () -> FileNames.components("x".repeat(256)));
        assertThrows(FspException.class, () -> FileNames.components("ü".repeat(128)));
        assertThrows(FspException.class, () -> FileNames.components("xxxxxxx/".repeat(512) + "x"));
        assertEquals(List.of("a", "-b", ".c", "..."), FileNames.components("a/-b/.c/..."));
    }

    @Test
    void theCollectionsOwnDirectoryCannotBeWritten() {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.begin(sent.begin);
            for (String own : List.of(".fsp-" + SentTree.TRANSFER + "/journal", ".FSP-" + SentTree.TRANSFER)) {
                FspException refusal = assertThrows(FspException.class, () -> output.opened(file(0, own)));
                assertEquals(ErrorCode.PROTOCOL, refusal.code());
            }
        }
    }

    @Test
    void filesAreNumberedInOrder() {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.begin(sent.begin);
            output.opened(file(0, "a"));
            assertThrows(FspException.class, () -> output.opened(file(0, "b")));
            assertThrows(FspException.class, () -> output.opened(file(2, "b")));
            FileClosed unknown = new FileClosed(1, FileOutcome.GOOD, new byte[32]);
            assertThrows(FspException.class, () -> output.closed(unknown));
        }
    }

    @Test
    void aSizeThatNoDiskHoldsIsRefusedBeforeAnythingIsAllocated() {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.begin(sent.begin);
            FileOpened huge = new FileOpened(0, FileKind.FILE, "huge", Long.MAX_VALUE, 0, 0644, "");
            FspException refusal = assertThrows(FspException.class, () -> output.opened(huge));
            assertEquals(ErrorCode.PROTOCOL, refusal.code());
        }
    }

    @Test
    void aLinkInPlaceOfADirectoryIsRefused() throws Exception {
        Files.createSymbolicLink(destination.resolve("tree"), outside);
        List<WithheldFile> withheld = sent.collect(destination);
        assertEquals(
                List.of("tree", "tree/a", "tree/a/f"),
                withheld.stream().map(WithheldFile::path).sorted().toList());
        assertTrue(withheld.stream().allMatch(file -> file.code() == ErrorCode.NOT_WRITABLE), withheld.toString());
        assertTrue(withheld.getFirst().reason().contains("symbolic link"), withheld.toString());
        assertOutsideIsUntouched();
    }

    @Test
    void aLinkPlantedWhileTheCollectionRunsLeadsNowhere() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellAll(output);
            sent.writeAll(output);
            Files.move(destination.resolve("tree"), destination.resolve("moved"));
            Files.createSymbolicLink(destination.resolve("tree"), outside);
            output.finish();
        }
        assertOutsideIsUntouched();
    }

    @Test
    void aLinkPlantedBetweenTwoRunsIsRefused() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            sent.tellOpened(output);
            sent.writeAll(output);
            output.commit();
        }
        Files.delete(destination.resolve("tree/a"));
        Files.createSymbolicLink(destination.resolve("tree/a"), outside);
        List<WithheldFile> withheld = sent.collect(destination);
        assertTrue(withheld.stream().anyMatch(file -> file.path().equals("tree/a/f")), withheld.toString());
        assertOutsideIsUntouched();
    }

    @Test
    void aManifestCannotWriteThroughALinkOfItsOwn() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.begin(sent.begin);
            output.opened(new FileOpened(0, FileKind.LINK, "x", 0, 0, 0777, outside.toString()));
            output.opened(file(1, "x/evil"));
            output.closed(new FileClosed(1, FileOutcome.GOOD, new FileDigest.Root(0).finish()));
            List<WithheldFile> withheld = output.finish();
            assertEquals(List.of("x"), withheld.stream().map(WithheldFile::path).toList());
        }
        assertTrue(Files.isDirectory(destination.resolve("x"), LinkOption.NOFOLLOW_LINKS));
        assertOutsideIsUntouched();
    }

    @Test
    void setUserIdDoesNotTravel() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            output.begin(sent.begin);
            output.opened(new FileOpened(0, FileKind.FILE, "x", 0, 0, 06755, ""));
            output.closed(new FileClosed(0, FileOutcome.GOOD, new FileDigest.Root(0).finish()));
            assertEquals(List.of(), output.finish());
        }
        assertEquals(0755, (int) Files.getAttribute(destination.resolve("x"), "unix:mode") & 07777);
    }

    private static FileOpened file(int number, String path) {
        return new FileOpened(number, FileKind.FILE, path, 0, 0, 0644, "");
    }

    private void assertOutsideIsUntouched() throws Exception {
        try (var list = Files.list(outside)) {
            assertEquals(List.of(), list.toList());
        }
    }
}
