package org.fastsend.client.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.fastsend.client.ftp.FtpServer.Protection;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FtpServerTest {
    private FakeFtpServer fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeFtpServer();
    }

    @AfterEach
    void stop() throws IOException {
        fake.close();
    }

    private static ErrorCode failure(Runnable action) {
        return assertThrows(FspException.class, action::run).code();
    }

    private static String retrieved(FtpServer server, String path, long offset) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        server.files().retrieve(path, offset, FakeFtpServer.unhurried(), data -> {
            byte[] some = new byte[data.remaining()];
            data.get(some);
            bytes.writeBytes(some);
        });
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsAndFetchesFromTheMiddle() {
        fake.directory("/d").file("/d/a b", "hello world").link("/d/l", "a b").directory("/d/sub");
        try (FtpServer server = fake.connect()) {
            List<RemoteEntry> entries = server.files().list("/d");
            assertEquals(
                    List.of("a b", "l", "sub"),
                    entries.stream().map(RemoteEntry::name).toList());
            assertEquals(
                    List.of(FileKind.FILE, FileKind.LINK, FileKind.DIRECTORY),
                    entries.stream().map(RemoteEntry::kind).toList());
            assertTrue(server.files().canResume());
            assertEquals("world", retrieved(server, "/d/a b", 6));
            assertEquals("hello world", retrieved(server, "/d/a b", 0));
        }
    }

    @Test
    void getsAlongWithServersThatOnlyHaveList() {
        fake.features("SIZE").directory("/d").file("/d/a b", "12345").directory("/d/sub");
        try (FtpServer server = fake.connect()) {
            List<RemoteEntry> entries = server.files().list("/d");
            assertEquals(
                    List.of("a b", "sub"),
                    entries.stream().map(RemoteEntry::name).toList());
            assertEquals(OptionalLong.of(5), entries.getFirst().size());
            assertEquals(0640, entries.getFirst().mode().orElseThrow());
            assertEquals(FileKind.DIRECTORY, server.files().describe("/d").kind());
            assertEquals(OptionalLong.of(5), server.files().describe("/d/a b").size());
            assertEquals(ErrorCode.MISSING_PATH, failure(() -> server.files().describe("/none")));
            assertFalse(server.files().canResume());
        }
    }

    @Test
    void aListingWithoutEndIsGivenUpInBothForms() {
        String name = "x".repeat(1 << 20);
        for (int i = 0; i <= Listing.MAX_CHARS >> 20; i++) {
            fake.file("/" + i + name, "");
        }
        for (String form : List.of("MLST type*;", "SIZE")) {
            fake.features(form);
            try (FtpServer server = fake.connect()) {
                FspException failure =
                        assertThrows(FspException.class, () -> server.files().list("/"), form);
                assertTrue(failure.getMessage().contains("the server sends more than"), failure.getMessage());
            }
        }
    }

    @Test
    void storesFromTheMiddleAndRenames() {
        fake.file("/part", "hello ");
        try (FtpServer server = fake.connect()) {
            ByteBuffer rest = ByteBuffer.wrap("world".getBytes(StandardCharsets.UTF_8));
            server.files().store("/part", 6, FakeFtpServer.unhurried(), into -> {
                boolean more = rest.hasRemaining();
                into.put(rest);
                return more;
            });
            server.files().rename("/part", "/whole");
            server.files().makeDirectories("/x/y/z");
        }
        assertArrayEquals(
                "hello world".getBytes(StandardCharsets.UTF_8),
                fake.contents("/whole").orElseThrow());
        assertTrue(fake.paths().containsAll(List.of("/x/", "/x/y/", "/x/y/z/")));
    }

    @Test
    void tellsWhyAServerTakesNoMore() {
        fake.roomFor(10);
        try (FtpServer server = fake.connect()) {
            RemoteFiles.Source endless = into -> into.position(into.limit()).hasArray();
            FspException refused = assertThrows(
                    FspException.class, () -> server.files().store("/f", 0, FakeFtpServer.unhurried(), endless));
            assertEquals(ErrorCode.DISK_FULL, refused.code());
            assertTrue(refused.getMessage().contains("552 no room"), refused.getMessage());
        }
    }

    @Test
    void saysNothingThatWouldBeTwoCommands() {
        fake.file("/a", "").file("/c", "");
        try (FtpServer server = fake.connect()) {
            assertEquals(ErrorCode.USAGE, failure(() -> server.files().rename("/a", "/b\r\nDELE /c")));
            assertEquals(ErrorCode.USAGE, failure(() -> server.files().list("/b\nDELE /c")));
            assertTrue(fake.commands().stream().noneMatch(c -> c.startsWith("DELE")), fake.commands()::toString);
        }
    }

    @Test
    void doesNotTakeABrokenTransferForAWholeOne() {
        fake.file("/f", "hello world").breakAfter(5);
        try (FtpServer server = fake.connect()) {
            assertEquals(ErrorCode.CONNECTION_LOST, failure(() -> retrieved(server, "/f", 0)));
        }
    }

    @Test
    void namesEachWayToFail() throws IOException {
        assertEquals(
                ErrorCode.UNKNOWN_HOST,
                failure(() -> FtpServer.connect(
                        FtpUrl.parse("ftp://no-such-host.invalid/"),
                        Login.ANONYMOUS,
                        ServerTrust.system(),
                        Protection.PASSWORDS)));
        int free;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = unused.getLocalPort();
        }
        assertEquals(
                ErrorCode.CONNECT_REFUSED,
                failure(() -> FtpServer.connect(
                        FtpUrl.parse("ftp://127.0.0.1:" + free + "/"),
                        Login.ANONYMOUS,
                        ServerTrust.system(),
                        Protection.PASSWORDS)));
        try (FtpServer server = fake.connect()) {
            assertEquals(ErrorCode.MISSING_PATH, failure(() -> server.files().list("/none")));
            assertEquals(ErrorCode.MISSING_PATH, failure(() -> retrieved(server, "/none", 0)));
            assertEquals(ErrorCode.PROTOCOL, failure(server::verbs));
        }
        fake.reply("PASS", "530 Login incorrect.");
        assertEquals(ErrorCode.LOGIN_REFUSED, failure(fake::connect));
        fake.reply("", "SSH-2.0-OpenSSH_9");
        assertEquals(ErrorCode.PROTOCOL, failure(fake::connect));
        fake.reply("", "421 Too many connections");
        assertEquals(ErrorCode.CONNECTION_LOST, failure(fake::connect));
    }

    @Test
    void asksWhetherThatIsAnFtpServerWhereSomebodyHangsUpWithoutAWord() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try {
                    mute.accept().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            FtpUrl url = FtpUrl.parse("ftp://127.0.0.1:" + mute.getLocalPort() + "/");
            assertEquals(
                    ErrorCode.PROTOCOL,
                    failure(() -> FtpServer.connect(url, Login.ANONYMOUS, ServerTrust.system(), Protection.PASSWORDS)));
        }
    }

    @Test
    void sendsNoPasswordInTheClear() {
        FtpUrl url = fake.url("/");
        Login login = new Login("ann", "secret");
        assertEquals(
                ErrorCode.UNTRUSTED,
                failure(() -> FtpServer.connect(url, login, ServerTrust.system(), Protection.PASSWORDS)));
        assertFalse(fake.commands().contains("PASS secret"));
        FtpServer.connect(url, login, ServerTrust.system(), Protection.OPPORTUNISTIC)
                .close();
        assertTrue(fake.commands().contains("PASS secret"));
    }

    @Test
    void goesOnWithoutTlsOnlyWhereNobodyAskedForIt() {
        CertificatePin pin = CertificatePin.parse("sha256:" + "ab".repeat(32));
        assertEquals(
                ErrorCode.UNTRUSTED,
                failure(() -> FtpServer.connect(
                        fake.url("/"), Login.ANONYMOUS, ServerTrust.pinned(pin), Protection.OPPORTUNISTIC)));
        FtpUrl striping = FtpUrl.parse("fsp://127.0.0.1:" + fake.port() + "/");
        assertEquals(
                ErrorCode.UNTRUSTED,
                failure(() ->
                        FtpServer.connect(striping, Login.ANONYMOUS, ServerTrust.system(), Protection.PASSWORDS)));
    }

    @Test
    void doesNotDistrustAServerThatDiesInTheTlsHandshake() {
        fake.reply("AUTH", "234 go on");
        assertEquals(
                ErrorCode.CONNECTION_LOST,
                failure(() -> FtpServer.connect(
                        fake.url("/"), Login.ANONYMOUS, ServerTrust.system(), Protection.EVERYTHING)));
    }

    @Test
    void givesUpOnAReplyWithoutEnd() {
        fake.reply("PWD", "257-" + "x".repeat(FtpsConnection.MAX_REPLY_CHARS + 10_000));
        FspException refused = assertThrows(FspException.class, () -> fake.connect());
        assertTrue(refused.getMessage().contains("characters"), refused::getMessage);
    }

    @Test
    void showsNoEscapeSequencesOfTheServer() {
        fake.reply("PASS", "530 \u001b[2Jgone");
        FspException refused = assertThrows(FspException.class, () -> fake.connect());
        assertFalse(refused.getMessage().contains("\u001b"));
    }
}
