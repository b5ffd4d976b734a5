package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Both kinds of directories: the one behind a descriptor, and the one for platforms that have none.
class DirectoryTest {
    enum Kind {
        HELD,
        CHECKED;

        Directory open(Path path) throws IOException {
            return this == HELD ? Directory.open(path) : new CheckedDirectory(path);
        }
    }

    @TempDir
    Path temp;

    private Path top;

    @BeforeEach
    void makeTop() throws Exception {
        top = Files.createDirectory(temp.resolve("top")).toRealPath();
        Files.createDirectory(top.resolve("child"));
        Trees.file(top.resolve("file"), new byte[] {1, 2, 3});
        Files.createSymbolicLink(top.resolve("link"), temp);
        Files.createSymbolicLink(top.resolve("file link"), Path.of("file"));
    }

    @Test
    void thisPlatformHoldsDirectoriesOpen() throws Exception {
        try (Directory directory = Directory.open(top)) {
            assertInstanceOf(HeldDirectory.class, directory);
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAndFactsAreThoseOfTheEntriesThemselves(Kind kind) throws Exception {
        try (Directory directory = kind.open(top)) {
            Set<String> names = new HashSet<>();
            for (Iterator<Path> each = directory.names(); each.hasNext(); ) {
                names.add(each.next().getFileName().toString());
            }
            assertEquals(Set.of("child", "file", "link", "file link"), names);
            assertEquals(
                    FileFacts.Type.DIRECTORY, directory.facts(Path.of("child")).type());
            assertEquals(FileFacts.Type.LINK, directory.facts(Path.of("link")).type());
            assertEquals(3, directory.facts(Path.of("file")).size());
            assertThrows(NoSuchFileException.class, () -> directory.facts(Path.of("missing")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void linksAreNeverFollowed(Kind kind) throws Exception {
        try (Directory directory = kind.open(top)) {
            assertThrows(FileSystemException.class, () -> directory.child(Path.of("link")));
            assertThrows(IOException.class, () -> directory.child(Path.of("file")));
            Set<StandardOpenOption> write = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            assertThrows(IOException.class, () -> directory.file(Path.of("file link"), write));
        }
        assertEquals(3, Files.size(top.resolve("file")));
    }

    @ParameterizedTest
    @EnumSource
    void filesAreWrittenMarkedMovedAndDeleted(Kind kind) throws Exception {
        try (Directory directory = kind.open(top);
                Directory child = directory.child(Path.of("child"))) {
            try (FileChannel file =
                    directory.file(Path.of("new"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
                file.write(ByteBuffer.wrap(new byte[] {7}));
            }
            directory.mark(Path.of("new"), 0451, 1_234_567_890_123_456_789L);
            directory.move(Path.of("new"), child, Path.of("moved"));
            Path moved = top.resolve("child/moved");
            assertEquals("r--r-x--x", PosixFilePermissions.toString(Files.getPosixFilePermissions(moved)));
            assertEquals(
                    1_234_567_890_123_456_789L, Files.getLastModifiedTime(moved).to(TimeUnit.NANOSECONDS));
            child.delete(Path.of("moved"));
            assertFalse(Files.exists(moved));
            directory.delete(Path.of("child"));
            directory.delete(Path.of("link"));
            assertTrue(Files.exists(temp), "the link is gone, not what it leads to");
        }
    }

    @ParameterizedTest
    @EnumSource
    void movingReplacesFilesAndLinksButNoDirectories(Kind kind) throws Exception {
        try (Directory directory = kind.open(top)) {
            directory.move(Path.of("file link"), directory, Path.of("link"));
            assertEquals(Path.of("file"), Files.readSymbolicLink(top.resolve("link")));
            directory.move(Path.of("file"), directory, Path.of("link"));
            assertTrue(Files.isRegularFile(top.resolve("link")));
            assertThrows(FileSystemException.class, () -> directory.move(Path.of("link"), directory, Path.of("child")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryIsMarkedDurablyOrNot(Kind kind) throws Exception {
        for (boolean durable : new boolean[] {true, false}) {
            try (Directory directory = kind.open(top)) {
                directory.markSelf(0750, 987_654_321, durable);
                assertEquals(0750, directory.ownMode());
                assertEquals(987_654_321, Files.getLastModifiedTime(top).to(TimeUnit.NANOSECONDS));
                directory.setOwnMode(0700);
                assertEquals(0700, directory.ownMode());
            }
        }
    }

    @Test
    void aDirectoryHeldOpenIsTheSameOneWhateverTakesItsPlace() throws Exception {
        try (Directory directory = Directory.open(top.resolve("child"))) {
            swapChildForALink();
            directory
                    .file(Path.of("f"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))
                    .close();
            assertTrue(Files.exists(top.resolve("aside/f")));
            assertFalse(Files.exists(temp.resolve("f")));
        }
    }

    @Test
    void aCheckedDirectoryRefusesWhatTookItsPlace() throws Exception {
        try (Directory directory = new CheckedDirectory(top.resolve("child"))) {
            swapChildForALink();
            Set<StandardOpenOption> create = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            assertThrows(FileSystemException.class, () -> directory.file(Path.of("f"), create));
            assertFalse(Files.exists(temp.resolve("f")));
        }
    }

    private void swapChildForALink() throws IOException {
        Files.move(top.resolve("child"), top.resolve("aside"));
        Files.createSymbolicLink(top.resolve("child"), temp);
    }
}
