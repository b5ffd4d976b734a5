package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.session.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(ServerTls.Provider.class)
    void filesGoBothWaysOverEitherProvider(ServerTls.Provider kind) throws IOException {
        try (Served served = Served.in(directory, kind, policy -> policy, () -> Extension.NONE);
                ControlClient client = served.alice()) {
            client.store("STOR dir name.txt", "content");
            assertEquals("content", Files.readString(served.root().resolve("dir name.txt")));
            assertEquals("content", client.fetch("RETR dir name.txt"));
            client.say(213, "SIZE dir name.txt");
            client.say(221, "QUIT");
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aTransferStartsWhereRestSaysAndOnlyThatOne() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR f", "0123456789");
            client.say(350, "REST 4");
            assertEquals("456789", client.fetch("RETR f"));
            assertEquals("0123456789", client.fetch("RETR f"));
            client.say(350, "REST 10");
            client.store("STOR f", "abc");
            client.store("APPE f", "def");
            assertEquals("0123456789abcdef", client.fetch("RETR f"));
            client.say(350, "REST 17");
            client.passivePort();
            client.say(554, "RETR f");
            client.say(501, "REST -1");
        }
    }

    @Test
    void asciiTransfersTranslateLineEnds() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.say(200, "TYPE A");
            client.store("STOR f", "a\r\nb\r\n");
            assertEquals("a\nb\n", Files.readString(served.root().resolve("f")));
            assertEquals("a\r\nb\r\n", client.fetch("RETR f"));
            client.say(550, "SIZE f");
        }
    }

    @Test
    void theServerConnectsToTheClientWhenAsked() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice();
                ServerSocket waiting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client.store("STOR f", "active");
            int port = waiting.getLocalPort();
            client.say(200, "PORT 127,0,0,1," + (port >> 8) + "," + (port & 0xFF));
            client.say(150, "RETR f");
            try (Socket data = waiting.accept()) {
                assertEquals("active", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
            client.say(200, "EPRT |1|127.0.0.1|" + port + "|");
            client.say(150, "NLST");
            try (Socket data = waiting.accept()) {
                assertEquals("bob\r\nf\r\n", sortedLines(data.getInputStream()));
            }
            client.expect(226);
        }
    }

    @Test
    void listingsShowWhatIsThere() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR a.txt", "12345");
            client.store("STOR .hidden", "");
            assertTrue(client.fetch("LIST").contains(" a.txt\r\n"));
            assertTrue(client.fetch("LIST -la").contains(" .hidden\r\n"));
            assertTrue(client.fetch("LIST a.txt").startsWith("-rw"));
            assertEquals("a.txt\r\n", client.fetch("NLST *.txt"));
            assertTrue(client.fetch("MLSD").contains("type=file;size=5;modify="));
            assertTrue(client.say(250, "MLST a.txt").contains(" type=file;size=5;"));
            assertEquals("200 MLST OPTS size;", client.say(200, "OPTS MLST size;"));
            assertTrue(client.fetch("MLSD").contains("size=5; a.txt\r\n"));
            client.passivePort();
            client.say(550, "LIST missing");
            client.say(501, "MLSD a.txt");
        }
    }

    @Test
    void directoriesAndNamesAreChangedAsAsked() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            assertEquals("257 \"/d \"\"q\"\"\" made", client.say(257, "MKD d \"q\""));
            client.say(550, "MKD d \"q\"");
            client.say(250, "CWD d \"q\"");
            client.store("STOR f", "x");
            client.say(550, "RMD /d \"q\"");
            client.say(350, "RNFR f");
            client.say(250, "RNTO /g");
            client.say(503, "RNTO /h");
            client.say(250, "CDUP");
            client.say(250, "CWD d \"q\"");
            client.say(250, "CWD");
            assertEquals("257 \"/\" is the current directory", client.say(257, "PWD"));
            client.say(250, "RMD d \"q\"");
            client.say(213, "MFMT 20200102030405 g");
            assertEquals("213 20200102030405", client.say(213, "MDTM g"));
            client.say(200, "SITE CHMOD 600 g");
            client.say(550, "DELE bob");
            client.say(250, "DELE g");
            client.say(550, "DELE g");
            assertEquals("257 \"/\" is the current directory", client.say(257, "PWD"));
        }
    }

    @Test
    void usersSeeTheirHomeAndDoWhatTheirRightsAllow() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient bob = served.connect().login("bob", "secret");
                ControlClient anonymous = served.anonymous()) {
            Files.writeString(served.root().resolve("bob/mine"), "x");
            assertEquals("mine\r\n", bob.fetch("NLST"));
            bob.say(250, "CWD ..");
            assertEquals("mine\r\n", bob.fetch("NLST /"));
            bob.passivePort();
            for (ControlClient client : new ControlClient[] {bob, anonymous}) {
                client.say(550, "STOR new");
                client.say(550, "MKD new");
                client.say(550, "DELE mine");
                client.say(550, "RNFR mine");
                client.say(550, "SITE CHMOD 777 mine");
            }
        }
    }

    @Test
    void aSilentSessionIsClosed() throws IOException {
        try (Served served = Served.in(
                        directory,
                        ServerTls.Provider.FASTEST,
                        policy -> policy.withPatience(Patience.DEFAULT.withIdleNanos(1_000_000)),
                        () -> Extension.NONE);
                Socket socket = ControlClient.open(served.server().address().getPort())) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(all.contains("421 Nothing was said for too long"), all);
        }
    }

    @Test
    void featAndHelpTellWhatThereIs() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.anonymous()) {
            String features = client.say(211, "FEAT");
            for (String feature : new String[] {"AUTH TLS", "EPSV", "MLST type*;", "REST STREAM", "TVFS", "UTF8"}) {
                assertTrue(features.contains("\n " + feature), feature);
            }
            assertFalse(features.contains("FSP"), "nothing is striped without a federation");
            assertTrue(client.say(214, "HELP").contains("RETR path"));
            assertEquals("214 EPSV [1|2|ALL]", client.say(214, "HELP epsv"));
            client.say(215, "SYST");
            client.say(211, "STAT");
            assertTrue(client.say(213, "STAT /").contains("bob"));
            client.say(200, "OPTS UTF8 ON");
            client.say(202, "ALLO 100");
            client.say(504, "MODE X");
            client.say(504, "STRU R");
        }
    }

    private static String sortedLines(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .sorted()
                .map(line -> line + "\r\n")
                .reduce("", String::concat);
    }
}
