package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileSystemSyncTest {
    @TempDir
    Path temp;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileSystemIsSyncedAsOftenAsAsked() throws Exception {
        try (FileSystemSync sync = FileSystemSync.open(temp).orElseThrow()) {
            sync.sync();
            sync.sync();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCallThatFailsSaysSo() throws Exception {
        FileSystemSync sync = FileSystemSync.open(temp).orElseThrow();
        sync.close();
        sync.close(); // once more does nothing, whoever has the descriptor by now
        NativeFiles files = NativeFiles.ofThisPlatform().orElseThrow();
        IOException failure = assertThrows(IOException.class, () -> files.syncfs(-1));
        assertEquals("syncfs failed with error 9", failure.getMessage());
        assertThrows(IOException.class, () -> files.open(temp.resolve("missing")));
        assertThrows(IOException.class, () -> files.close(-1));
        assertThrows(IOException.class, () -> files.nextData(-1, 0));
    }

    @Test
    void whereItCannotBeOpenedThereIsNone() {
        Optional<FileSystemSync> none = FileSystemSync.open(temp.resolve("missing"));
        assertTrue(none.isEmpty());
    }
}
