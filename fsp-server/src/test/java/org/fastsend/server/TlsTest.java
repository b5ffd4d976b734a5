package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    @TempDir
    private Path directory;

    @Test
    void plaintextBehindAuthIsNeverTakenForProtected() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.send("AUTH TLS\r\nUSER anonymous\r\n");
            client.expect(421);
            assertTrue(client.isClosed());
        }
    }

    @Test
    void halfALineBehindAuthIsNoBetter() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.send("auth ssl\r\nUS");
            client.expect(421);
        }
    }

    @Test
    void anAnswerInTheClearToTheOfferOfTlsEndsTheConnection() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.say(234, "AUTH TLS");
            client.send("USER anonymous\r\n");
            Served.await(() -> served.server().sessions() == 0, "the session to end");
        }
    }

    @Test
    void tlsIsNeitherStartedTwiceNorAfterALogin() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect();
                ControlClient late = served.anonymous()) {
            client.secure();
            client.say(503, "AUTH TLS");
            client.login("alice", "secret");
            late.say(503, "AUTH TLS");
        }
    }

    @Test
    void whereTlsIsRequiredNothingGoesWithout() throws IOException {
        try (Served served = Served.in(
                        directory,
                        ServerTls.Provider.FASTEST,
                        policy -> policy.withRequireTls(true),
                        () -> Extension.NONE);
                ControlClient plain = served.connect();
                ControlClient client = served.connect()) {
            plain.say(530, "USER alice");
            client.say(234, "AUTH TLS");
            client.startTls();
            client.login("alice", "secret");
            client.passivePort();
            client.say(521, "LIST");
            client.say(200, "PBSZ 0");
            client.say(534, "PROT C");
            client.say(200, "PROT P");
        }
    }

    @Test
    void anUploadOverTlsThatIsCutOffIsNeverCommitted() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            Socket raw = client.passive();
            client.say(150, "STOR f");
            SSLSocket data = ControlClient.tls(raw);
            data.getOutputStream().write("half of it".getBytes(StandardCharsets.UTF_8));
            raw.close(); // a TCP end, and no close_notify before it
            client.expect(426);
            assertFalse(Files.exists(served.root().resolve("f")));
        }
    }

    @Test
    void aConnectionThatEndsBeforeTlsUploadsNothing() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            client.passive().close();
            client.say(150, "STOR f");
            client.expect(425);
            assertFalse(Files.exists(served.root().resolve("f")));
        }
    }

    @Test
    void filesGoBothWaysOverTlsWithCloseNotify() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect().secure().login("alice", "secret")) {
            Socket raw = client.passive();
            client.say(150, "STOR f");
            try (SSLSocket data = ControlClient.tls(raw)) {
                data.getOutputStream().write("all of it".getBytes(StandardCharsets.UTF_8));
                data.shutdownOutput();
                assertEquals(-1, data.getInputStream().read(), "the server answers with a close_notify of its own");
            }
            client.expect(226);
            Socket again = client.passive();
            client.say(150, "RETR f");
            try (SSLSocket data = ControlClient.tls(again)) {
                assertEquals("all of it", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
        }
    }

    @Test
    void aClientThatNegotiatesAnewIsSentAway() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.connect()) {
            client.secure(new TlsClient("TLSv1.2"));
            assertThrows(IOException.class, () -> {
                client.negotiateAnew();
                client.say(200, "NOOP");
            });
            Served.await(() -> served.server().sessions() == 0, "the session to end");
        }
    }
}
