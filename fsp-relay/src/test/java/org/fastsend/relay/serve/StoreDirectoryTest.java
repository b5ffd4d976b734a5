package org.fastsend.relay.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What else may lie in a relay's directory.
class StoreDirectoryTest {
    @TempDir
    Path work;

    /// A disk of its own has a `lost+found` that only root may look into.
    @Test
    void whatMayNotBeLookedIntoDoesNotCount() throws Exception {
        Path lost = Files.createDirectory(
                work.resolve("lost+found"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assumeFalse(Files.isReadable(lost), "root may look into everything");
        try (StoreDirectory directory = StoreDirectory.open(work)) {
            assertTrue(directory.usableBytes() > 0);
        }
    }
}
