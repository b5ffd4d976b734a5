package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TicketFileTest {
    private static final String TICKET = "fsp1:AbCd_-09";

    @TempDir
    Path temp;

    @Test
    void aTicketIsReadableByItsOwnerOnly() throws Exception {
        Path file = temp.resolve("ticket");
        TicketFile.write(file, TICKET);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(TICKET, TicketFile.read(file.toString(), InputStream.nullInputStream()));
    }

    @Test
    void writingReplacesWhatWasThereAndItsMode() throws Exception {
        Path file = temp.resolve("ticket");
        Files.writeString(file, "something longer than the ticket itself");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        TicketFile.write(file, TICKET);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(TICKET + "\n", Files.readString(file));
        try (var list = Files.list(temp)) {
            assertEquals(List.of(file), list.toList(), "nothing else is left behind");
        }
    }

    @Test
    void aNewTicketTakesNoNameThatIsTaken() throws Exception {
        Path file = temp.resolve("ticket");
        TicketFile.writeNew(file, TICKET);
        Path dangling = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("nowhere"));
        for (Path taken : List.of(file, dangling)) {
            FspException refusal = assertThrows(FspException.class, () -> TicketFile.writeNew(taken, "fsp1:another"));
            assertEquals(ErrorCode.NOT_WRITABLE, refusal.code());
        }
        assertEquals(TICKET + "\n", Files.readString(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        try (var list = Files.list(temp)) {
            assertEquals(List.of(dangling, file), list.sorted().toList(), "nothing else is left behind");
        }
    }

    @Test
    void aDashIsStandardInput() {
        assertEquals(TICKET, TicketFile.read("-", in("  " + TICKET + "\r\n")));
    }

    @Test
    void whatCannotBeATicketIsRefused() {
        for (String text : List.of("", " \n ", "x".repeat(TicketFile.MAX_CHARACTERS + 1), "x".repeat(1 << 20))) {
            FspException refusal = assertThrows(FspException.class, () -> TicketFile.read("-", in(text)));
            assertEquals(ErrorCode.MALFORMED_TICKET, refusal.code());
        }
    }

    @Test
    void filesThatAreNotThereAreNamed() {
        Path missing = temp.resolve("missing");
        FspException reading = assertThrows(FspException.class, () -> TicketFile.read(missing.toString(), in("")));
        assertEquals(ErrorCode.MISSING_PATH, reading.code());
        FspException writing = assertThrows(FspException.class, () -> TicketFile.write(missing.resolve("t"), TICKET));
        assertEquals(ErrorCode.NOT_WRITABLE, writing.code());
    }

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
