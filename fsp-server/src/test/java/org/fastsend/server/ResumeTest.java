package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
    @TempDir
    private Path directory;

    @Test
    void anUploadThatBreaksOffIsInvisibleAndGoesOnWhereItWas() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            breakOff(client, "STOR f", "01234");
            assertFalse(Files.exists(served.root().resolve("f")));
            assertEquals("", client.fetch("NLST f*"));
            client.passivePort();
            client.say(550, "RETR f");
            assertEquals("213 5", client.say(213, "SIZE f"));
            client.say(350, "REST 5");
            client.store("STOR f", "56789");
            assertEquals("0123456789", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void itGoesOnByAppendingToo() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            breakOff(client, "STOR f", "01234");
            breakOff(client, "APPE f", "56");
            assertEquals("213 7", client.say(213, "SIZE f"));
            client.store("APPE f", "789");
            assertEquals("0123456789", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void twoWhoAppendAtTheSameTimeLoseNothing() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient one = served.alice();
                ControlClient other = served.alice()) {
            Files.writeString(served.root().resolve("f"), "old ");
            try (Socket first = one.passive();
                    Socket second = other.passive()) {
                one.say(150, "APPE f");
                other.say(150, "APPE f");
                first.getOutputStream().write("first ".getBytes(StandardCharsets.US_ASCII));
                first.shutdownOutput();
                one.expect(226);
                second.getOutputStream().write("second".getBytes(StandardCharsets.US_ASCII));
                second.shutdownOutput();
                other.expect(226);
            }
            assertEquals("old first second", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void whoGoesOnInTheMiddleGetsNothingOfTheOldBehindTheNew() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            breakOff(client, "STOR f", "01234 and more");
            client.say(350, "REST 5");
            client.store("STOR f", "567");
            assertEquals("01234567", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void whoStartsAgainGetsNothingOfTheOld() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            breakOff(client, "STOR f", "old beginning");
            client.store("STOR f", "new");
            assertEquals("new", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void aFileThatIsThereIsNotTouchedByABrokenUpload() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.writeString(served.root().resolve("f"), "old");
            breakOff(client, "STOR f", "half of the new");
            assertEquals("old", Files.readString(served.root().resolve("f")));
            assertEquals("213 3", client.say(213, "SIZE f"));
        }
    }

    @Test
    void nobodyPutsTheRestOfANewFileBehindTheOldOne() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.writeString(served.root().resolve("f"), "old");
            breakOff(client, "STOR f", "new and");
            client.passivePort();
            client.say(350, "REST 3");
            client.say(554, "STOR f");
            client.say(554, "APPE f");
            client.store("STOR f", "new and longer");
            client.store("APPE f", " still");
            assertEquals("new and longer still", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void norWhereNothingOfTheNewOneWasKept() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.writeString(served.root().resolve("f"), "old");
            breakOff(client, "STOR f", "");
            client.passivePort();
            client.say(554, "APPE f");
            client.say(250, "DELE f");
            client.say(550, "SIZE f");
            client.store("APPE f", "new");
            assertEquals("new", Files.readString(served.root().resolve("f")));
        }
    }

    @Test
    void norWhileTheServerHasNotNoticedThatTheSenderIsGone() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient gone = served.alice();
                ControlClient back = served.alice()) {
            Path file = Files.writeString(served.root().resolve("f"), "old");
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
            try (Socket _ = gone.passive()) {
                gone.say(150, "STOR f");
                back.passivePort();
                back.say(554, "APPE f");
                back.store("STOR f", "new");
                back.store("APPE f", " and more");
                gone.send("ABOR\r\n");
                gone.expect(426);
                gone.expect(226);
            }
            back.store("APPE f", " and yet more");
            assertEquals("new and more and yet more", Files.readString(file));
        }
    }

    @Test
    void whoWritesTheFileByOtherMeansCanHaveItAppendedToAgain() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path file = breakOffReplacing(served, client);
            writeByOtherMeans(file, "2100-01-01T00:00:00Z");
            client.store("APPE f", " one");
            assertEquals("another one", Files.readString(file));
        }
    }

    @Test
    void norWhenTheOldFileGotAnotherTimeMeanwhile() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path file = breakOffReplacing(served, client);
            awaitLaterChange(file);
            client.say(213, "MFMT 20010203040506 f");
            client.passivePort();
            client.say(554, "APPE f");
            client.say(213, "MFMT 21000203040506 f");
            client.say(554, "APPE f");
        }
    }

    @Test
    void whoWritesItByOtherMeansMayGiveItAnOlderTime() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("unix"));
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path file = breakOffReplacing(served, client);
            awaitLaterChange(file);
            writeByOtherMeans(file, "2001-01-01T00:00:00Z");
            client.store("APPE f", " one");
            assertEquals("another one", Files.readString(file));
        }
    }

    @Test
    void soMayWhoRenamesAnotherFileInItsPlace() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path file = breakOffReplacing(served, client);
            client.store("STOR f.part", "another");
            client.say(213, "MFMT 20010203040506 f.part");
            client.say(350, "RNFR f.part");
            client.say(250, "RNTO f");
            client.store("APPE f", " one");
            client.say(350, "REST 7");
            client.store("STOR f", ", longer");
            assertEquals("another, longer", Files.readString(file));
            client.say(250, "DELE f");
            client.say(550, "SIZE f");
        }
    }

    @Test
    void aRenamingToTheSameNameEndsNoUpload() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            breakOffReplacing(served, client);
            client.say(350, "RNFR f");
            client.say(250, "RNTO f");
            client.passivePort();
            client.say(554, "APPE f");
        }
    }

    @Test
    void nobodyGoesOnWithTheBeginningOfAVersionThatWasReplacedSince() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            for (List<String> ending : List.of(List.of("250 DELE f"), List.of("350 RNFR f", "250 RNTO g"))) {
                Path file = breakOffReplacing(served, client);
                writeByOtherMeans(file, "2100-01-01T00:00:00Z");
                for (String step : ending) {
                    client.say(Integer.parseInt(step.substring(0, 3)), step.substring(4));
                }
                client.say(550, "SIZE f");
                client.store("APPE f", "yet another");
                assertEquals("yet another", Files.readString(file));
                Files.delete(file);
            }
        }
    }

    @Test
    void whatRemainsIsNoReasonToKeepADirectory() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(257, "MKD d");
            breakOff(client, "STOR d/f", "01234");
            client.say(250, "RMD d");
            assertFalse(Files.exists(served.root().resolve("d")));
        }
    }

    @Test
    void transfersRestartBeyondFourGibibytesBothWays() throws IOException {
        long offset = (4L << 30) + 10;
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path large = served.root().resolve("large");
            try (FileChannel file = FileChannel.open(
                    large, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
                file.write(ByteBuffer.wrap("end".getBytes(StandardCharsets.US_ASCII)), offset);
            }
            assertEquals("213 " + (offset + 3), client.say(213, "SIZE large"));
            client.say(350, "REST " + offset);
            assertEquals("end", client.fetch("RETR large"));
            client.say(350, "REST " + (offset + 1));
            client.store("STOR large", "XYZ");
            client.say(350, "REST " + offset);
            assertEquals("eXYZ", client.fetch("RETR large"));
            assertEquals(offset + 4, Files.size(large));
        }
    }

    @Test
    void whoReadsWhileOthersWriteReadsOneWholeFile() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient reader = served.alice();
                ControlClient one = served.alice();
                ControlClient other = served.alice()) {
            served.large("f");
            try (Socket data = reader.passive()) {
                reader.say(150, "RETR f");
                try (Socket first = one.passive();
                        Socket second = other.passive()) {
                    one.say(150, "STOR f");
                    other.say(150, "STOR f");
                    first.getOutputStream().write("first".getBytes(StandardCharsets.US_ASCII));
                    second.getOutputStream().write("second".getBytes(StandardCharsets.US_ASCII));
                }
                one.expect(226);
                other.expect(226);
                assertEquals(64 << 20, data.getInputStream().readAllBytes().length);
            }
            reader.expect(226);
            String now = reader.fetch("RETR f");
            assertTrue(now.equals("first") || now.equals("second"), now);
        }
    }

    /// Waits until a change would be told from the last one: the system's clock for that ticks seldom.
    private static void awaitLaterChange(Path file) throws IOException {
        Path probe = Files.createTempFile(file.getParent(), "probe", "");
        FileTime last = Files.getLastModifiedTime(probe);
        while (Files.getLastModifiedTime(Files.writeString(probe, "x")).compareTo(last) <= 0) {
            Thread.onSpinWait();
        }
        Files.delete(probe);
    }

    /// The file that is there while an upload to replace it has broken off.
    private static Path breakOffReplacing(Served served, ControlClient client) throws IOException {
        Path file = Files.writeString(served.root().resolve("f"), "old");
        breakOff(client, "STOR f", "half of the new");
        return file;
    }

    /// Somebody else puts another file there, of that time.
    private static void writeByOtherMeans(Path file, String time) throws IOException {
        Files.writeString(file, "another");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(time)));
    }

    /// Sends some of a file, waits until it is there, and stops as a client does that is interrupted.
    private static void breakOff(ControlClient client, String command, String content) throws IOException {
        try (Socket data = client.passive()) {
            client.say(150, command);
            data.getOutputStream().write(content.getBytes(StandardCharsets.US_ASCII));
            String bytes = " " + content.length() + " bytes so far";
            String progress = client.say(213, "STAT");
            while (!progress.contains(bytes)) {
                progress = client.say(213, "STAT");
            }
            client.send("ABOR\r\n");
            client.expect(426);
            client.expect(226);
        }
    }
}
