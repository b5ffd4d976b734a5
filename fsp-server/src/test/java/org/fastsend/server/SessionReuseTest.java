package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UserLimits;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.SessionReuse;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SessionReuseTest {
    @TempDir
    private Path directory;

    static Stream<Arguments> versionsAndProviders() {
        return Stream.of("TLSv1.2", "TLSv1.3")
                .flatMap(
                        version -> Arrays.stream(ServerTls.Provider.values()).map(kind -> Arguments.of(version, kind)));
    }

    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void whereItIsRequiredAClientThatResumesIsServedAgainAndAgain(String version, ServerTls.Provider kind)
            throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient(version);
            client.secure(tls).login("alice", "secret");
            for (int i = 0; i < 12; i++) {
                assertEquals("content", fetch(client, tls));
                store(client, tls, "up" + i, 226);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void whereItIsRequiredAFreshSessionIsRefused(String version, ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            client.secure(new TlsClient(version)).login("alice", "secret");
            int port = client.passivePort();
            client.say(150, "RETR f");
            assertGetsNothing(new TlsClient(version), port);
            client.expect(522);
        }
    }

    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void theSessionOfAnotherControlConnectionIsNoProof(String version, ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient mallory = served.connect();
                ControlClient alice = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient stranger = new TlsClient(version);
            mallory.secure(stranger).login("bob", "secret");
            alice.secure(new TlsClient(version)).login("alice", "secret");
            int port = alice.passivePort();
            alice.say(150, "RETR f");
            assertGetsNothing(stranger, port);
            alice.expect(522);
        }
    }

    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void whereItIsPreferredAFreshSessionWillDo(String version, ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.PREFER, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            client.secure(new TlsClient(version)).login("alice", "secret");
            assertEquals("content", fetch(client, new TlsClient(version)));
        }
    }

    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void whereItIsOffTheOfferIsDeclinedAndTheDataComes(String version, ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.OFF, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient(version);
            client.secure(tls).login("alice", "secret");
            long control = client.tlsSession().getCreationTime();
            int port = client.passivePort();
            client.say(150, "RETR f");
            try (SSLSocket data = tls.over(TlsClient.connect(port))) {
                assertTrue(control < data.getSession().getCreationTime(), "a session of its own");
                assertEquals("content", readAll(data));
            }
            client.expect(226);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatNamesWhatItSpeaksIsUnderstood(ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient("TLSv1.3");
            client.secure(tls.naming("ftp")).login("alice", "secret");
            tls.naming("ftp-data");
            assertEquals("content", fetch(client, tls));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientOfAnotherProtocolIsTurnedAwayByTls(ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.PREFER, kind);
                ControlClient web = served.connect();
                ControlClient client = served.connect()) {
            web.say(234, "AUTH TLS");
            assertThrows(IOException.class, () -> web.startTls(new TlsClient("TLSv1.3").naming("h2", "http/1.1")));
            TlsClient tls = new TlsClient("TLSv1.3");
            client.secure(tls).login("alice", "secret");
            int port = client.passivePort();
            client.say(150, "NLST");
            try (Socket raw = TlsClient.connect(port)) {
                assertThrows(IOException.class, () -> tls.naming("http/1.1").over(raw));
            }
            client.expect(425);
        }
    }

    @ParameterizedTest
    @EnumSource
    void fileZillasOwnNameMeansProtP(ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.PREFER, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient("TLSv1.3");
            client.say(234, "AUTH TLS");
            client.startTls(tls.naming("ftp", "x-filezilla-ftp"));
            client.login("alice", "secret");
            tls.naming("ftp-data");
            assertEquals("content", fetch(client, tls));
            client.say(200, "PROT C");
            assertEquals("content", client.fetch("RETR f"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePortOfTlsNeedsNeitherAuthNorProt(ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind)) {
            int port = served.server().listenForTls(served.loopback()).getPort();
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient("TLSv1.3");
            try (ControlClient client = ControlClient.connect(port, tls)) {
                client.say(503, "AUTH TLS");
                client.login("alice", "secret");
                assertEquals("content", fetch(client, tls));
                client.say(200, "PBSZ 0");
                client.say(200, "PROT P");
                assertEquals("content", fetch(client, tls));
            }
        }
    }

    /// Tickets of TLS 1.2 serve any client any number of times.
    @ParameterizedTest
    @EnumSource
    void whereItIsRequiredTls12IsSpokenWithWhoSpeaksIt(ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient("TLSv1.2", "TLSv1.3");
            client.secure(tls).login("alice", "secret");
            assertEquals("TLSv1.2", client.tlsSession().getProtocol());
            store(client, tls, "one", 226);
            store(client, tls, "two", 226);
            assertEquals("content", fetch(client, tls));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aUserMayHaveToShowItWhereOthersNeedNot(ServerTls.Provider kind) throws IOException {
        User dora = new User("dora", "/", Rights.ALL, UserLimits.parse("tls-reuse=require"));
        try (Served served = Served.in(directory, House.USUAL.on(kind).housing(dora));
                ControlClient client = served.connect()) {
            Files.writeString(served.root().resolve("f"), "content");
            TlsClient tls = new TlsClient("TLSv1.2", "TLSv1.3");
            client.secure(tls).login("dora", "secret");
            assertEquals("content", fetch(client, tls));
            int port = client.passivePort();
            client.say(150, "RETR f");
            try (SSLSocket data = new TlsClient("TLSv1.3").over(TlsClient.connect(port))) {
                client.expect(522);
                assertThrows(IOException.class, () -> readAll(data));
            }
        }
    }

    /// As aioftp does, which says nothing before TLS is there.
    @ParameterizedTest
    @MethodSource("versionsAndProviders")
    void aClientMayBeginTlsBeforeItAsksForTheTransfer(String version, ServerTls.Provider kind) throws IOException {
        try (Served served = served(SessionReuse.REQUIRE, kind);
                ControlClient client = served.connect()) {
            TlsClient tls = new TlsClient(version);
            client.secure(tls).login("alice", "secret");
            try (SSLSocket data = tls.over(TlsClient.connect(client.passivePort()))) {
                client.say(150, "STOR f");
                data.getOutputStream().write("content".getBytes(StandardCharsets.UTF_8));
            }
            client.expect(226);
            try (SSLSocket data = tls.over(TlsClient.connect(client.passivePort()))) {
                client.say(150, "RETR f");
                assertEquals("content", readAll(data));
            }
            client.expect(226);
            assertEquals("content", fetch(client, tls));
            int port = client.passivePort();
            assertGetsNothing(new TlsClient(version), port);
            client.say(150, "RETR f");
            client.expect(522);
        }
    }

    /// The connection breaks off, as early as in the handshake.
    private static void assertGetsNothing(TlsClient tls, int port) {
        assertThrows(IOException.class, () -> {
            try (SSLSocket data = tls.over(TlsClient.connect(port))) {
                readAll(data);
            }
        });
    }

    private Served served(SessionReuse reuse, ServerTls.Provider kind) throws IOException {
        return Served.in(directory, kind, policy -> policy.withSessionReuse(reuse), () -> Extension.NONE);
    }

    private static String fetch(ControlClient client, TlsClient tls) throws IOException {
        int port = client.passivePort();
        client.say(150, "RETR f");
        String text;
        try (SSLSocket data = tls.over(TlsClient.connect(port))) {
            text = readAll(data);
        }
        client.expect(226);
        return text;
    }

    private static void store(ControlClient client, TlsClient tls, String name, int reply) throws IOException {
        int port = client.passivePort();
        client.say(150, "STOR " + name);
        try (SSLSocket data = tls.over(TlsClient.connect(port))) {
            data.getOutputStream().write("content".getBytes(StandardCharsets.UTF_8));
        }
        client.expect(reply);
    }

    private static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
