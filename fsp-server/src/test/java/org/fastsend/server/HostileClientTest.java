package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server must withstand, a test each.
class HostileClientTest {
    @TempDir
    private Path directory;

    @Test
    void nobodyElseCanTakeADataConnection() throws IOException {
        Assumptions.assumeTrue(hasSecondLoopbackAddress());
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR f", "mine");
            int port = client.passivePort();
            try (Socket thief =
                            new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.ofLiteral("127.0.0.2"), 0);
                    Socket data = ControlClient.open(port)) {
                client.say(150, "RETR f");
                assertEquals("mine", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                assertTrue(endsWithNothing(thief));
            }
            client.expect(226);
        }
    }

    @Test
    void theServerConnectsToNobodyElseAndToNoSystemService() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.anonymous()) {
            client.say(501, "PORT 127,0,0,2,200,200");
            client.say(501, "PORT 10,1,2,3,200,200");
            client.say(501, "PORT 127,0,0,1,0,25");
            client.say(501, "PORT 127,0,0,1,3,255");
            client.say(501, "PORT 127,0,0,1,4");
            client.say(501, "PORT 300,0,0,1,4,4");
            client.say(501, "EPRT |1|127.0.0.1|25|");
            client.say(501, "EPRT |2|::1|2000|");
            client.say(501, "EPRT |1|localhost|2000|");
            client.say(501, "EPRT |1|127.0.0.1|99999|");
        }
    }

    @Test
    void afterEpsvAllNothingElseSetsUpData() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.anonymous()) {
            client.say(200, "EPSV ALL");
            client.say(503, "PASV");
            client.say(503, "PORT 127,0,0,1,200,200");
            client.say(503, "EPRT |1|127.0.0.1|2000|");
            client.say(229, "EPSV 1");
            client.say(522, "EPSV 2");
        }
    }

    @Test
    void wrongPasswordsAreFewOnOneConnection() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.say(331, "USER alice");
            client.say(530, "PASS wrong");
            client.say(503, "PASS secret");
            client.say(331, "USER nobody");
            client.say(530, "PASS wrong");
            client.say(331, "USER alice");
            client.say(421, "PASS wrong");
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aRefusedPasswordKeepsNobodyElseWaiting() throws IOException {
        try (Served served = Served.in(
                        directory,
                        House.USUAL.guarded(guarding -> guarding.withDelayNanos(TimeUnit.HOURS.toNanos(1))));
                ControlClient guesser = served.connect();
                ControlClient alice = served.connect()) {
            guesser.say(331, "USER alice");
            guesser.send("PASS wrong\r\n");
            alice.login("alice", "secret");
            guesser.vanish();
            Served.await(() -> served.server().sessions() == 1, "the guesser's session to end without its delay");
        }
    }

    @Test
    void aBrowserThatIsTalkedIntoSpeakingHereGivesUpSoon() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nUser-Agent: y\r\nA: b\r\nC: d\r\nE: f\r\nG: h\r\nI: j\r\nK: l\r\n");
            for (int i = 0; i < 9; i++) {
                client.expect(500);
            }
            client.say(421, "RETR /etc/passwd");
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aListingThatWaitsForItsClientIsNotLedOutMeanwhile() throws IOException {
        Files.createDirectory(directory.resolve("outside"));
        Files.writeString(directory.resolve("outside/secret"), "secret");
        try (Served served = Served.in(directory);
                ControlClient lister = served.alice();
                ControlClient other = served.alice()) {
            Files.createSymbolicLink(served.root().resolve("out"), directory.resolve("outside"));
            for (String verb : List.of("LIST", "NLST", "MLSD", "MLSR")) {
                other.say(257, "MKD d");
                int port = lister.passivePort();
                lister.say(150, verb + " d"); // and it waits for its data connection
                rename(other, "d", "moved");
                rename(other, "out", "d");
                try (Socket data = ControlClient.open(port)) {
                    assertTrue(endsWithNothing(data), verb);
                }
                lister.expect(550);
                rename(other, "d", "out");
                other.say(250, "RMD moved");
            }
        }
    }

    @Test
    void aLinkIsMeasuredFromWhereItReallyStands() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(257, "SITE MKDIR a/b");
            client.say(200, "SITE SYMLINK ../.. a/b/top");
            client.say(550, "SITE SYMLINK ../secret a/b/top/out");
            client.say(200, "SITE SYMLINK a/b a/b/top/in");
        }
    }

    private static void rename(ControlClient client, String from, String to) throws IOException {
        client.say(350, "RNFR " + from);
        client.say(250, "RNTO " + to);
    }

    @Test
    void strangersCanDoNothing() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            for (String command :
                    new String[] {"PWD", "LIST", "RETR f", "STOR f", "SITE CHMOD 777 /", "EPSV", "STAT /"}) {
                client.say(530, command);
            }
        }
    }

    @Test
    void linksOutOfTheTreeLeadNowhere() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.writeString(directory.resolve("outside"), "secret");
            Files.createSymbolicLink(served.root().resolve("link"), directory.resolve("outside"));
            Files.createSymbolicLink(served.root().resolve("up"), Path.of(".."));
            client.passivePort();
            for (String command : new String[] {
                "RETR link",
                "RETR up/outside",
                "STOR link",
                "STOR up/new",
                "APPE link",
                "CWD up",
                "LIST up",
                "MLSD up",
                "SIZE link",
                "MDTM link",
                "MKD up/new",
                "DELE up/outside",
                "RNFR up/outside",
                "SITE CHMOD 777 link",
                "MFMT 20200101000000 link"
            }) {
                client.say(550, command);
            }
            client.say(350, "RNFR link");
            client.say(550, "RNTO up/stolen");
            assertEquals("secret", Files.readString(directory.resolve("outside")));
            client.say(250, "DELE link");
            assertTrue(Files.exists(directory.resolve("outside")));
        }
    }

    @Test
    void pipesAndDevicesAreNotOpened() throws IOException, InterruptedException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Path pipe = served.root().resolve("pipe");
            Assumptions.assumeTrue(
                    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
            client.passivePort();
            client.say(550, "RETR pipe");
            client.say(550, "STOR pipe");
        }
    }

    @Test
    void controlBytesInNamesForgeNoReply() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            Files.writeString(served.root().resolve("a\r\n226 b"), "x");
            assertTrue(client.fetch("NLST").contains("a??226 b\r\n"));
            client.send("MKD a\rb\r\n");
            client.expect(501);
            client.say(550, "SIZE \u0001\u0002");
        }
    }

    @Test
    void aFloodOfCommandsBehindATransferIsRefusedNotStored() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                client.send("PWD\r\n".repeat(40));
                for (int i = 0; i < 24; i++) {
                    client.expect(503);
                }
                assertEquals(64 << 20, data.getInputStream().readAllBytes().length);
            }
            client.expect(226);
            for (int i = 0; i < 16; i++) {
                client.expect(257);
            }
        }
    }

    @Test
    void arbitraryBytesEndAtWorstTheirOwnSession() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (Served served = Served.in(directory);
                ControlClient witness = served.anonymous()) {
            for (int i = 0; i < 20; i++) {
                try (ControlClient client = served.connect()) {
                    byte[] noise = new byte[random.nextInt(20_000)];
                    random.nextBytes(noise);
                    client.send(noise);
                } catch (SocketException expected) {
                    assertTrue(expected.getMessage() != null, "the server hung up; seed " + seed);
                }
                witness.say(200, "NOOP");
            }
            Served.await(() -> served.server().sessions() == 1, "the noisy sessions to end; seed " + seed);
        }
    }

    private static boolean hasSecondLoopbackAddress() {
        try (var probe = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.2"))) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean endsWithNothing(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }
}
