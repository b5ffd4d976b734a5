package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.session.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions with answers larger or dearer than the client that asks them.
class FloodTest {
    private static final int FILES = 3000;
    private static final int NAME_LENGTH = 200;

    @TempDir
    private Path directory;

    @Test
    void aPatternThatIsMadeToBeExpensiveIsNot() throws IOException {
        try (Served served = crowded();
                ControlClient client = served.alice()) {
            String pattern = "*x".repeat(100) + "y";
            assertEquals("", client.fetch("NLST " + pattern));
            assertEquals("", client.fetch("LIST " + pattern));
        }
    }

    @Test
    void patternsStandForNamesOfOneDirectoryOnly() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.createDirectories(served.root().resolve("a/b/c"));
            client.passivePort();
            client.say(550, "LIST */*/*");
            client.say(550, "NLST ../*/../*/c");
            client.say(550, "STAT */*");
        }
    }

    @Test
    void statusOfALargeDirectoryIsShort() throws IOException {
        try (Served served = crowded();
                ControlClient client = served.alice()) {
            String reply = client.say(213, "STAT /");
            assertTrue(reply.lines().count() < FILES, "lines: " + reply.lines().count());
            assertTrue(reply.contains("use LIST"), reply.substring(reply.length() - 100));
        }
    }

    @Test
    void whatNobodyReadsIsGivenUp() throws IOException {
        Patience impatient = Patience.DEFAULT.withStallNanos(TimeUnit.MILLISECONDS.toNanos(300));
        try (Served served = Served.in(directory, House.USUAL.under(policy -> policy.withPatience(impatient)));
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                client.expect(426);
                client.say(200, "NOOP");
                assertTrue(data.isConnected());
            }
        }
    }

    @Test
    void anUploadThatNeverComesIsGivenUp() throws IOException {
        Patience impatient = Patience.DEFAULT.withStallNanos(TimeUnit.MILLISECONDS.toNanos(300));
        try (Served served = Served.in(directory, House.USUAL.under(policy -> policy.withPatience(impatient)));
                ControlClient client = served.alice();
                Socket data = client.passive()) {
            client.say(150, "STOR f");
            data.getOutputStream().write('x');
            client.expect(426);
        }
    }

    private Served crowded() throws IOException {
        Served served = Served.in(directory);
        String stem = "x".repeat(NAME_LENGTH);
        for (int i = 0; i < FILES; i++) {
            Files.createFile(served.root().resolve(stem + i));
        }
        return served;
    }
}
