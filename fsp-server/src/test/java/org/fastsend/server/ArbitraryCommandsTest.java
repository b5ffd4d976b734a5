package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.fastsend.server.command.FtpVerbs;
import org.fastsend.server.command.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArbitraryCommandsTest {
    private static final int COMMANDS = 2000;

    /// They end the session, wait, or have the server connect somewhere.
    private static final List<String> LEFT_OUT = List.of(
            "QUIT", "REIN", "AUTH", "USER", "PASS", "PASV", "EPSV", "SPAS", "PORT", "EPRT", "SPOR", "HASH", "CKSM");

    private static final List<String> WORDS = List.of(
            "f",
            "bob",
            "/",
            "..",
            "../../etc/passwd",
            "*",
            "-la",
            "P",
            "A",
            "E",
            "Z",
            "0",
            "1",
            "-1",
            "99999999999999999",
            "20260101000000",
            "Modify=20260101000000;",
            "UNIX.mode=0644;",
            "\"f\"",
            "\"",
            "MD5",
            "HASH",
            "MLST",
            "RETR",
            "Parallelism=4,4,4;",
            "UTF8",
            "ON",
            "CHMOD",
            "UTIME",
            "SYMLINK",
            "MKDIR",
            "644",
            "\u00fc",
            "");

    @TempDir
    private Path directory;

    @Test
    void anythingIsAnsweredOnceAndNothingBreaksTheServer() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> verbs = FtpVerbs.all().stream()
                .map(Verb::name)
                .filter(name -> !LEFT_OUT.contains(name))
                .toList();
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            for (int i = 0; i < COMMANDS; i++) {
                Files.writeString(served.root().resolve("f"), "content");
                String command = verbs.get(random.nextInt(verbs.size())) + arguments(random);
                String reply = client.saidTo(command);
                assertTrue(reply.matches("(?s)[2-5][0-9][0-9][ -].*"), "seed " + seed + ": " + command + ": " + reply);
                assertFalse(
                        reply.startsWith("421") || reply.contains("Internal"),
                        "seed " + seed + ": " + command + ": " + reply);
            }
            client.say(200, "NOOP");
        }
    }

    private static String arguments(Random random) {
        if (random.nextInt(4) == 0) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            return " " + new String(noise, StandardCharsets.ISO_8859_1).replaceAll("[\\r\\n\\u0000\u00ff]", "");
        }
        StringBuilder arguments = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
            arguments.append(' ').append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return arguments.toString();
    }
}
