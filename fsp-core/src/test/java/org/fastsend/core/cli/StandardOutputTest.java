package org.fastsend.core.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    @Test
    void whatDoesNotFitOnAFullDiskIsAFailure() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has a disk that is always full");
        try (OutputStream disk = Files.newOutputStream(full)) {
            FspException failure = printed(disk).orElseThrow();
            assertEquals(ErrorCode.IO_FAILURE, failure.code());
            assertTrue(failure.getMessage().contains("No space left on device"), failure.getMessage());
        }
    }

    @Test
    void aReaderWhoHasHeardEnoughIsNone() {
        assertEquals(Optional.empty(), printed(failing("Broken pipe")));
        assertEquals(Optional.empty(), printed(OutputStream.nullOutputStream()));
        assertTrue(printed(failing("Input/output error")).isPresent());
    }

    private static Optional<FspException> printed(OutputStream out) {
        StandardOutput standard = new StandardOutput(out);
        PrintWriter writer = new PrintWriter(standard, true, StandardCharsets.UTF_8);
        writer.println("{}");
        writer.flush();
        return standard.failure();
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }
}
