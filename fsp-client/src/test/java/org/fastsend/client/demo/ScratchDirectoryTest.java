package org.fastsend.client.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchDirectoryTest {
    @TempDir
    private Path elsewhere;

    @Test
    void isPrivateAndGoneAfterwardsWhateverIsInTheWay() throws IOException {
        Path kept = Files.writeString(elsewhere.resolve("kept"), "x");
        Path path;
        try (ScratchDirectory scratch = ScratchDirectory.create("fsp-test-")) {
            path = scratch.path();
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            Path locked = Files.createDirectory(scratch.resolve("locked"));
            Files.createFile(locked.resolve("file"));
            Files.createSymbolicLink(locked.resolve("link"), elsewhere);
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        }
        assertFalse(Files.exists(path));
        assertTrue(Files.exists(kept), "links are not followed");
    }

    @Test
    void doesNotMindBeingGoneAlready() throws IOException {
        ScratchDirectory scratch = ScratchDirectory.create("fsp-test-");
        Files.delete(scratch.path());
        scratch.close();
        scratch.close();
    }
}
