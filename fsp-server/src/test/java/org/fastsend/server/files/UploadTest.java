package org.fastsend.server.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadTest {
    @TempDir
    private Path directory;

    @Test
    void nothingHasTheFinalNameBeforeTheCommit() throws IOException, InterruptedException {
        Path target = tree().root().resolve("target");
        try (Upload upload = Upload.whole(tree(), target)) {
            upload.write(bytes("content"));
            assertFalse(Files.exists(target));
            assertEquals(List.of(), listed());
            upload.commit();
        }
        assertEquals("content", Files.readString(target));
        assertEquals(List.of("target"), all());
    }

    @Test
    void anUploadThatIsNotCommittedLeavesNothingAndTouchesNothing() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "old");
        try (Upload upload = Upload.whole(tree(), target)) {
            upload.write(bytes("half of the new"));
        }
        assertEquals("old", Files.readString(target));
        assertEquals(List.of("target"), all());
    }

    @Test
    void aReplacedFileKeepsItsModeAndANewOneIsNoSecret() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "old");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-x---"));
        commit(Upload.whole(tree(), target), "new");
        commit(Upload.whole(tree(), directory.resolve("fresh")), "new");
        assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
        Path ordinary = Files.createFile(directory.resolve("ordinary"));
        assertEquals(
                Files.getPosixFilePermissions(ordinary), Files.getPosixFilePermissions(directory.resolve("fresh")));
    }

    @Test
    void aResumedUploadContinuesWhereItIsTold() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "0123456789");
        commit(Upload.resumed(tree(), target, 5), "abc");
        assertEquals("01234abc89", Files.readString(target));
        commit(Upload.resumed(tree(), target, 10), "x");
        assertEquals("01234abc89x", Files.readString(target));
    }

    @Test
    void noGapCanBeLeft() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "0123456789");
        assertThrows(FileSystemException.class, () -> Upload.resumed(tree(), target, 11));
        assertThrows(IOException.class, () -> Upload.resumed(tree(), directory.resolve("missing"), 1));
        assertFalse(Files.exists(directory.resolve("missing")));
    }

    @Test
    void whoeverStopsACommitHearsThatItWasStoppedOnlyIfItWas() throws Exception {
        for (int i = 0; i < 100; i++) {
            Path target = directory.resolve("target " + i);
            Thread committing = Thread.currentThread();
            CompletableFuture<Void> stopper = CompletableFuture.runAsync(() -> {
                while (!Files.exists(target)) {
                    Thread.onSpinWait();
                }
                committing.interrupt();
            });
            boolean stopped = false;
            try (Upload upload = Upload.whole(tree(), target)) {
                upload.write(bytes("content"));
                upload.commit();
            } catch (IOException e) {
                stopped = true;
            }
            stopper.join();
            var _ = Thread.interrupted();
            assertEquals(stopped, !Files.exists(target), "round " + i);
        }
    }

    @Test
    void onlyRegularFilesAreReplaced() throws IOException {
        Path subdirectory = Files.createDirectory(directory.resolve("sub"));
        assertThrows(FileSystemException.class, () -> Upload.whole(tree(), subdirectory));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("elsewhere"));
        assertThrows(FileSystemException.class, () -> Upload.whole(tree(), link));
    }

    @Test
    void aDirectoryThatBecomesALinkMeanwhileLeadsNobodyOut() throws IOException {
        Path inside = Files.createDirectories(directory.resolve("tree/sub"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        RootedTree tree = new RootedTree(directory.resolve("tree"));
        Path target = tree.root().resolve("sub").resolve("f");
        try (Upload upload = Upload.whole(tree, target)) {
            upload.write(bytes("content"));
            Path moved = Files.move(inside, directory.resolve("tree/moved"));
            Files.createSymbolicLink(inside, outside);
            upload.commit();
            assertEquals("content", Files.readString(moved.resolve("f")));
        }
        assertThrows(IOException.class, () -> Upload.whole(tree, target));
        assertThrows(IOException.class, () -> Upload.part(tree, target, 0));
        try (Stream<Path> children = Files.list(outside)) {
            assertEquals(0, children.count());
        }
    }

    @Test
    void aDirectoryThatIsRenamedMeanwhileGetsTheFileOrItsBeginning() throws IOException {
        Path before = Files.createDirectory(directory.resolve("before"));
        Path after = tree().root().resolve("after");
        Path target = tree().root().resolve("before").resolve("f");
        Upload whole = Upload.whole(tree(), target);
        Upload broken = Upload.whole(tree(), target.resolveSibling("g"));
        broken.leave(Upload.Remains.BEGINNING);
        broken.write(bytes("01234"));
        Files.move(before, after);
        commit(whole, "content");
        broken.close();
        assertEquals("content", Files.readString(after.resolve("f")));
        assertEquals(Optional.of(5L), Begun.remaining(after.resolve("g"), Upload.Remains.BEGINNING));
    }

    @Test
    void whatRemainsOfABrokenUploadIsGoneOnWithOnce() throws IOException {
        Path target = tree().root().resolve("target");
        try (Upload broken = Upload.whole(tree(), target)) {
            broken.leave(Upload.Remains.BEGINNING);
            broken.write(bytes("01234"));
        }
        assertFalse(Files.exists(target));
        assertEquals(Optional.of(5L), Begun.remaining(target, Upload.Remains.BEGINNING));
        assertEquals(Optional.empty(), Begun.remaining(target, Upload.Remains.PARTS));
        assertThrows(IOException.class, () -> Upload.continued(tree(), target, Upload.Remains.BEGINNING, 6));
        assertEquals(Optional.of(5L), Begun.remaining(target, Upload.Remains.BEGINNING), "nothing is lost by that");
        commit(Upload.continued(tree(), target, Upload.Remains.BEGINNING, 5), "56789");
        assertEquals("0123456789", Files.readString(target));
        assertEquals(List.of("target"), all());
    }

    @Test
    void whoIsInterruptedWhileItEndsKeepsWhatRemains() throws IOException {
        Path target = tree().root().resolve("target");
        try (Upload stopped = Upload.whole(tree(), target)) {
            stopped.leave(Upload.Remains.BEGINNING);
            stopped.write(bytes("01234"));
            Thread.currentThread().interrupt();
        }
        assertTrue(Thread.interrupted());
        assertEquals(Optional.of(5L), Begun.remaining(target, Upload.Remains.BEGINNING));
    }

    private RootedTree tree() throws IOException {
        return new RootedTree(directory);
    }

    private List<String> listed() throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        tree().list(tree().root(), entry -> names.add(entry.name()));
        return names;
    }

    private List<String> all() throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).toList();
        }
    }

    private static void commit(Upload upload, String content) throws IOException {
        try (upload) {
            upload.write(bytes(content));
            upload.commit();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
