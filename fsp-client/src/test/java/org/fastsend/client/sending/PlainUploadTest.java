package org.fastsend.client.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.client.ftp.FakeFtpServer;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.SourceRoots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainUploadTest {
    @TempDir
    private Path here;

    private final List<TransferEvent> events = new ArrayList<>();
    private FakeFtpServer fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeFtpServer();
        Files.createDirectories(here.resolve("tree/deep"));
        Files.writeString(here.resolve("tree/a b"), "hello world");
        Files.writeString(here.resolve("tree/deep/empty"), "");
        Files.writeString(here.resolve("single"), "one");
    }

    @AfterEach
    void stop() throws IOException {
        fake.close();
    }

    private TransferReport upload(String... names) {
        try (FtpServer server = fake.connect()) {
            List<Path> roots = java.util.Arrays.stream(names).map(here::resolve).toList();
            return new PlainUpload(server, () -> 0, FakeFtpServer.unhurried(), events::add)
                    .run(SourceRoots.of(roots), "/in/here");
        }
    }

    private String stored(String path) {
        return new String(fake.contents(path).orElseThrow(), UTF_8);
    }

    @Test
    void storesTreesAndFilesUnderTheirNames() {
        TransferReport report = upload("tree", "single");
        assertEquals("hello world", stored("/in/here/tree/a b"));
        assertEquals("", stored("/in/here/tree/deep/empty"));
        assertEquals("one", stored("/in/here/single"));
        assertEquals(14, report.bytes());
        assertEquals(5, report.files());
        assertTrue(fake.paths().stream().noneMatch(path -> path.contains(".fsp-")), fake.paths()::toString);
    }

    @Test
    void goesOnWhereItBrokeOff() {
        upload("single");
        String partial = fake.commands().stream()
                .filter(c -> c.startsWith("STOR "))
                .findFirst()
                .orElseThrow()
                .substring("STOR ".length());
        fake.file(partial, "on");
        upload("single");
        assertTrue(fake.commands().contains("REST 2"), fake.commands()::toString);
        assertEquals("one", stored("/in/here/single"));
    }

    @Test
    void saysWhatPlainFtpCannotKeep() throws IOException {
        Files.createSymbolicLink(here.resolve("tree/link"), Path.of("a b"));
        TransferReport report = upload("tree");
        assertEquals(List.of("tree/link: plain FTP stores no links"), report.troubles());
    }

    @Test
    void aNameWithALineBreakIsNoCommand() throws IOException {
        Files.writeString(here.resolve("tree/x\nDELE victim"), "");
        Files.createDirectories(here.resolve("tree/y\r\nDELE victim/inner"));
        TransferReport report = upload("tree");
        assertEquals(
                List.of(
                        "tree/x?DELE victim: plain FTP has no names with line breaks",
                        "tree/y??DELE victim/inner: plain FTP has no names with line breaks",
                        "tree/y??DELE victim: plain FTP has no names with line breaks"),
                report.troubles().stream().sorted().toList());
        assertTrue(fake.commands().stream().noneMatch(c -> c.startsWith("DELE")), fake.commands()::toString);
    }

    @Test
    void namesAMissingRootBeforeAnythingIsSent() {
        assertEquals(
                ErrorCode.MISSING_PATH,
                assertThrows(FspException.class, () -> upload("none")).code());
        assertTrue(fake.commands().stream().noneMatch(c -> c.startsWith("STOR") || c.startsWith("MKD")));
    }

    @Test
    void namesAServerThatTakesNothing() {
        fake.reply("STOR", "553 Not allowed");
        assertEquals(
                ErrorCode.NOT_WRITABLE,
                assertThrows(FspException.class, () -> upload("single")).code());
    }
}
