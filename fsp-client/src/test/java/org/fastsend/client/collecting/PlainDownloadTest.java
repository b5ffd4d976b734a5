package org.fastsend.client.collecting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fastsend.client.ftp.FakeFtpServer;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainDownloadTest {
    @TempDir
    private Path destination;

    private final List<TransferEvent> events = new ArrayList<>();
    private FakeFtpServer fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeFtpServer()
                .directory("/tree")
                .file("/tree/hello.txt", "hello world")
                .file("/tree/-dash and blank \u00fc", "x")
                .file("/tree/.hidden", "dot")
                .file("/tree/empty", "")
                .link("/tree/link", "hello.txt")
                .directory("/tree/deep")
                .directory("/tree/deep/er")
                .file("/tree/deep/er/file", "bottom");
    }

    @AfterEach
    void stop() throws IOException {
        fake.close();
    }

    private TransferReport download(String path) {
        try (FtpServer server = fake.connect()) {
            return new PlainDownload(server, destination, () -> 0, FakeFtpServer.unhurried(), events::add).run(path);
        }
    }

    private String text(String name) throws IOException {
        return Files.readString(destination.resolve(name), UTF_8);
    }

    private long count(String verb) {
        return fake.commands().stream().filter(c -> c.startsWith(verb)).count();
    }

    @Test
    void bringsATreeWithEverythingInIt() throws IOException {
        TransferReport report = download("/tree");
        assertEquals("hello world", text("tree/hello.txt"));
        assertEquals("x", text("tree/-dash and blank \u00fc"));
        assertEquals("dot", text("tree/.hidden"));
        assertEquals("", text("tree/empty"));
        assertEquals("bottom", text("tree/deep/er/file"));
        assertEquals(
                "hello.txt",
                Files.readSymbolicLink(destination.resolve("tree/link")).toString());
        assertEquals(
                Instant.parse("2024-01-02T03:04:05.5Z"),
                Files.getLastModifiedTime(destination.resolve("tree/hello.txt")).toInstant());
        assertEquals(9, report.files());
        assertEquals(21, report.bytes());
        assertEquals(new TransferEvent.Progress(21, 21), events.getLast());
        assertFalse(Files.exists(destination.resolve(PlainDownload.PARTIAL_DIRECTORY)));
    }

    @Test
    void bringsASingleFileAndTheWholeServer() throws IOException {
        download("/tree/hello.txt");
        assertEquals("hello world", text("hello.txt"));
        download("/");
        assertEquals("bottom", text("tree/deep/er/file"));
    }

    @Test
    void givesASingleFileTheNameThatWasAskedFor() throws IOException {
        try (FtpServer server = fake.connect()) {
            new PlainDownload(server, destination.resolve("new name"), () -> 0, FakeFtpServer.unhurried(), events::add)
                    .run("/tree/hello.txt");
        }
        assertEquals("hello world", text("new name"));
    }

    @Test
    void goesOnWhereItBrokeOff() throws IOException {
        fake.breakAfter(4);
        assertEquals(
                ErrorCode.CONNECTION_LOST,
                assertThrows(FspException.class, () -> download("/tree/hello.txt"))
                        .code());
        assertFalse(Files.exists(destination.resolve("hello.txt")), "nothing half-written has the final name");
        fake.breakAfter(Integer.MAX_VALUE);
        download("/tree/hello.txt");
        assertEquals("hello world", text("hello.txt"));
        assertTrue(fake.commands().contains("REST 4"), fake.commands()::toString);
    }

    @Test
    void startsAfreshWhenTheFileHasChangedMeanwhile() throws IOException {
        fake.breakAfter(4);
        assertThrows(FspException.class, () -> download("/tree/hello.txt"));
        fake.breakAfter(Integer.MAX_VALUE).file("/tree/hello.txt", "another text");
        download("/tree/hello.txt");
        assertEquals("another text", text("hello.txt"));
        assertEquals(0, count("REST"));
    }

    private void isWrittenAnewBefore(String command) {
        fake.before(
                command,
                () -> fake.file("/tree/hello.txt", "HELLO WORLD").written("/tree/hello.txt", "20240102030406"));
    }

    private void assertLeftOutAsChanged() throws IOException {
        List<String> troubles = events.stream()
                .filter(TransferEvent.FileTrouble.class::isInstance)
                .map(Object::toString)
                .toList();
        assertEquals(1, troubles.size(), troubles::toString);
        assertTrue(troubles.getFirst().contains("/tree/hello.txt changed at"), troubles::toString);
        assertFalse(Files.exists(destination.resolve("tree/hello.txt")));
        assertFalse(Files.exists(destination.resolve(PlainDownload.PARTIAL_DIRECTORY)), "nothing to go on with");
        assertEquals("dot", text("tree/.hidden"));
    }

    private void assertLeavesOutWhatIsWrittenAnew() throws IOException {
        isWrittenAnewBefore("RETR /tree/hello.txt");
        download("/tree");
        assertLeftOutAsChanged();
        download("/tree");
        assertEquals("HELLO WORLD", text("tree/hello.txt"));
    }

    @Test
    void leavesOutAFileThatIsWrittenAnewWithTheSameSizeBehindItsListing() throws IOException {
        assertLeavesOutWhatIsWrittenAnew();
    }

    @Test
    void leavesOutAFileThatIsWrittenAnewWhereOnlyLsIsSpoken() throws IOException {
        fake.features("UTF8", "REST STREAM", "SIZE", "MDTM");
        assertLeavesOutWhatIsWrittenAnew();
    }

    @Test
    void mixesNoVersionsWhereOnlyLsIsSpoken() throws IOException {
        fake.features("UTF8", "REST STREAM", "SIZE", "MDTM").breakAfter(4);
        assertThrows(FspException.class, () -> download("/tree/hello.txt"));
        fake.breakAfter(Integer.MAX_VALUE).file("/tree/hello.txt", "HELLO WORLD");
        fake.written("/tree/hello.txt", "20240102030406");
        download("/tree/hello.txt");
        assertEquals("HELLO WORLD", text("hello.txt"));
    }

    @Test
    void goesOnWithNothingOfWhichNobodyTellsTheTime() throws IOException {
        fake.features("UTF8", "REST STREAM", "SIZE")
                .reply("MDTM", "502 not here")
                .breakAfter(4);
        assertThrows(FspException.class, () -> download("/tree/hello.txt"));
        fake.breakAfter(Integer.MAX_VALUE).file("/tree/hello.txt", "HELLO WORLD");
        download("/tree/hello.txt");
        assertEquals("HELLO WORLD", text("hello.txt"));
    }

    @Test
    void fetchesNothingTwice() {
        download("/tree");
        long before = count("RETR");
        TransferReport again = download("/tree");
        assertEquals(before, count("RETR"));
        assertEquals(21, again.bytes());
    }

    @Test
    void replacesWhatWasThereOnlyByTheWhole() throws IOException {
        Files.writeString(destination.resolve("hello.txt"), "old");
        fake.breakAfter(4);
        assertThrows(FspException.class, () -> download("/tree/hello.txt"));
        assertEquals("old", text("hello.txt"));
        fake.breakAfter(Integer.MAX_VALUE);
        download("/tree/hello.txt");
        assertEquals("hello world", text("hello.txt"));
    }

    @Test
    void writesNothingThroughALinkThatLeadsOut() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        Files.createSymbolicLink(destination.resolve("tree"), outside);
        assertThrows(FspException.class, () -> download("/tree"));
        try (Stream<Path> found = Files.list(outside)) {
            assertEquals(0, found.count());
        }
        Files.delete(outside);
    }

    @Test
    void reportsALinkWhoseTargetNobodyTells() {
        fake.link("/tree/odd", "");
        download("/tree");
        assertTrue(events.stream()
                .anyMatch(e -> e instanceof TransferEvent.FileTrouble trouble
                        && trouble.path().equals("/tree/odd")));
        assertFalse(Files.exists(destination.resolve("tree/odd"), LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void bringsTheRestOfATreeOfWhichSomethingIsRefused() throws IOException {
        Files.createDirectories(destination.resolve("tree/empty/way"));
        fake.reply("RETR /tree/hello.txt", "550 Permission denied")
                .reply("MLSD /tree/deep/er", "550 Permission denied");

        download("/tree");

        List<String> paths = events.stream()
                .filter(TransferEvent.FileTrouble.class::isInstance)
                .map(e -> ((TransferEvent.FileTrouble) e).path())
                .sorted()
                .toList();
        assertEquals(List.of("/tree/deep/er", "/tree/empty", "/tree/hello.txt"), paths);
        assertEquals("dot", text("tree/.hidden"));
        try (Stream<Path> kept = Files.list(destination.resolve(PlainDownload.PARTIAL_DIRECTORY))) {
            assertEquals(1, kept.count(), "for when what is in the way is gone");
        }
    }

    @Test
    void saysWhatIsMissing() {
        assertEquals(
                ErrorCode.MISSING_PATH,
                assertThrows(FspException.class, () -> download("/none")).code());
    }

    @Test
    void refusesADestinationThatIsAFile() throws IOException {
        Path file = Files.writeString(destination.resolve("file"), "");
        assertEquals(
                ErrorCode.NOT_WRITABLE,
                assertThrows(FspException.class, () -> Destination.prepared(file))
                        .code());
        assertEquals(
                ErrorCode.NOT_WRITABLE,
                assertThrows(FspException.class, () -> Destination.prepared(file.resolve("below")))
                        .code());
        assertTrue(Files.isDirectory(Destination.prepared(destination.resolve("a/b"))));
    }
}
