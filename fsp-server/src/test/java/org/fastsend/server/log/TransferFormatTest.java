package org.fastsend.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.fastsend.server.files.VirtualPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferFormatTest {
    private static final Instant TIME = Instant.parse("2026-03-05T09:52:00Z");

    @TempDir
    private Path directory;

    @Test
    void xferlogHasItsFourteenFieldsAndNoNameCanAddOne() {
        assertEquals(
                Optional.of("Thu Mar  5 09:52:00 2026 2 192.0.2.7 896242 /bob/my_file b _ i r bob ftp 0 * c"),
                TransferFormat.xferlog(ZoneOffset.UTC).line(transfer("STOR", "my file", "")));
        assertEquals(
                Optional.of("Thu Mar  5 09:52:00 2026 2 192.0.2.7 896242 /bob/a__0_b b _ o r bob ftp 0 * i"),
                TransferFormat.xferlog(ZoneOffset.UTC).line(transfer("RETR", "a\r\n0 b", "cut off")));
    }

    @Test
    void xferlogIsAboutFilesOnly() {
        assertEquals(Optional.empty(), TransferFormat.xferlog(ZoneOffset.UTC).line(transfer("LIST", "", "")));
    }

    @Test
    void jsonTellsEverythingOnOneLine() throws IOException {
        String line = TransferFormat.json()
                .line(transfer("STOR", "a\n\"b", "no room"))
                .orElseThrow();
        assertFalse(line.contains("\n"));
        JsonNode node = new ObjectMapper().readTree(line);
        assertEquals("/a\n\"b", node.get("path").asText());
        assertEquals("/bob/a\n\"b", node.get("file").asText());
        assertEquals(896_242, node.get("bytes").asLong());
        assertEquals("failed", node.get("outcome").asText());
        assertEquals("no room", node.get("reason").asText());
    }

    @Test
    void namesCannotForgeALineOfTheServersLog() {
        String line = TransferFormat.keyValue()
                .line(transfer("STOR", "x\"\r\ntransfer user=root", ""))
                .orElseThrow();
        assertEquals(1, line.lines().count());
        assertTrue(line.contains("path=\"/x\\\"??transfer user=root\""), line);
    }

    @Test
    void aLogThatWasMovedAwayIsMadeAnew() throws IOException {
        Path file = directory.resolve("log");
        try (TransferLog log = new TransferLog(List.of(new LogFile(file, TransferFormat.json())))) {
            log.write(transfer("STOR", "a", ""));
            Files.move(file, directory.resolve("log.1"));
            log.write(transfer("STOR", "b", ""));
            log.reopen();
            log.write(transfer("STOR", "c", ""));
        }
        assertEquals(2, Files.readAllLines(directory.resolve("log.1")).size());
        assertEquals(1, Files.readAllLines(file).size());
    }

    private static TransferRecord transfer(String verb, String name, String reason) {
        TransferRecord.Subject subject =
                new TransferRecord.Subject("bob", "192.0.2.7", verb, VirtualPath.ROOT.child(name), "/bob", true, false);
        TransferRecord.Outcome outcome =
                reason.isEmpty() ? TransferRecord.Outcome.COMPLETE : TransferRecord.Outcome.FAILED;
        return new TransferRecord(subject, TIME, 896_242, 2_000_000_000L, outcome, reason);
    }
}
