package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fastsend.it.cluster.FspProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the launcher has the JVM learn from: it goes unnoticed where it fails, since commands start without it too.
class RehearsalTest {
    @TempDir
    Path work;

    @Test
    void everythingThatIsRehearsedSucceeds() throws IOException {
        Path stage = Files.createDirectory(work.resolve("stage"));

        FspProcess.Ended ended = FspProcess.run(work, "rehearse", stage.toString());

        assertEquals(0, ended.exit(), ended.out() + ended.err());
        assertEquals(-1, Files.mismatch(stage.resolve("root/tree/large"), stage.resolve("collected/tree/large")));
        assertEquals(-1, Files.mismatch(stage.resolve("root/tree/large"), stage.resolve("got/tree/large")));
    }
}
