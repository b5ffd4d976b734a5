package org.fastsend.client.ftp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.fastsend.client.ftp.FtpServer.Protection;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Trust in servers, and the FSP verbs as docs/wire.md, "FTP extension", has them.
class FspVerbsTest {
    private static final EpochClock CLOCK = new SystemEpochClock();
    private static final TransferId TRANSFER = new TransferId(1, 2);
    private static final String REPORT =
            "{\"bytes\":9,\"files\":1,\"seconds\":0.5,\"copies\":1,\"relays\":[],\"troubles\":[]}";
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Authority authority = Authority.create("test", CLOCK);
    private final Identity identity = authority.issue(Role.SERVER, "s", List.of("127.0.0.1"));
    private final List<TransferEvent> events = Collections.synchronizedList(new ArrayList<>());
    private FakeFtpServer fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeFtpServer().tls(identity).features("FSP 1", "MLST type*;", "REST STREAM");
    }

    @AfterEach
    void stop() throws IOException {
        fake.close();
    }

    private ServerTrust members() throws TrustException {
        return ServerTrust.federation(new Federation(authority.certificate(), CLOCK));
    }

    private FtpServer connect(ServerTrust trust) {
        return FtpServer.connect(fake.url("/"), Login.ANONYMOUS, trust, Protection.EVERYTHING);
    }

    private static FspException failure(Runnable action) {
        return assertThrows(FspException.class, action::run);
    }

    private static String entry(long sequence, int kind, byte... bytes) {
        return "111 " + sequence + " " + kind + " " + Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void trustsServersOfTheFederationAndEncryptsData() throws TrustException {
        fake.directory("/d").file("/d/x", "hello");
        try (FtpServer server = connect(members())) {
            assertTrue(server.isSecure() && server.stripes());
            assertEquals("x", server.files().list("/d").getFirst().name());
            assertEquals(5, server.files().retrieve("/d/x", 0, FakeFtpServer.unhurried(), data -> {}));
            assertEquals(5, server.files().retrieve("/d/x", 0, FakeFtpServer.unhurried(), data -> {}));
        }
        assertTrue(fake.commands().contains("PROT P"));
    }

    @Test
    void knowsWhereTheServerAnswersTheOverlaysProbesIfItSaysSo() {
        for (var said : Map.of("FSP 1", 0, "FSP 1 Probe=7000", 7000, "FSP 1 Probe=70000", 0)
                .entrySet()) {
            fake.features(said.getKey());
            try (FtpServer server = connect(federation())) {
                assertEquals(said.getValue(), server.verbs().probePort());
            }
        }
    }

    @Test
    void tellsWhyAServerServesNoDataConnection() {
        fake.file("/f", "hello").refuseData("522 resume the session");
        List<Consumer<RemoteFiles>> all = List.of(
                files -> files.list("/"),
                files -> files.retrieve("/f", 0, FakeFtpServer.unhurried(), _ -> {}),
                files -> files.store("/g", 0, FakeFtpServer.unhurried(), _ -> false));
        for (Consumer<RemoteFiles> one : all) {
            try (FtpServer server = connect(federation())) {
                FspException refused = failure(() -> one.accept(server.files()));
                assertEquals(ErrorCode.UNTRUSTED, refused.code());
                assertTrue(refused.getMessage().contains("522 resume the session"), refused.getMessage());
            }
        }
    }

    @Test
    void trustsNoRelayThatPlaysTheServerNorAnotherFederation() throws TrustException {
        fake.tls(authority.issue(Role.RELAY, "r", List.of("127.0.0.1")));
        assertEquals(ErrorCode.UNTRUSTED, failure(() -> connect(federation())).code());
        fake.tls(Authority.create("test", CLOCK).issue(Role.SERVER, "s", List.of("127.0.0.1")));
        assertEquals(ErrorCode.UNTRUSTED, failure(() -> connect(federation())).code());
        assertFalse(fake.commands().stream().anyMatch(c -> c.startsWith("USER")), "nothing was said to it");
    }

    private ServerTrust federation() {
        try {
            return members();
        } catch (TrustException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void namesTheKeyToPinAndThenTrustsIt() {
        String message = failure(() -> connect(ServerTrust.system())).getMessage();
        String pin = message.substring(message.indexOf("sha256:"));
        assertEquals("sha256:" + identity.keyHash(), pin);
        connect(ServerTrust.pinned(CertificatePin.parse(pin))).close();
        CertificatePin other = CertificatePin.parse("sha256:" + "AB:".repeat(31) + "ab");
        assertEquals(
                ErrorCode.UNTRUSTED,
                failure(() -> connect(ServerTrust.pinned(other))).code());
    }

    @Test
    void negotiatesAndAsksForAStripe() {
        fake.reply("STRP", "250 fsp1:abc").reply("DRCT", "229 come (|||4711|)");
        try (FtpServer server = connect(federation())) {
            server.verbs().options(Map.of("Copies", "2"));
            assertEquals("fsp1:abc", server.verbs().stripe(identity.keyHash(), "/a b"));
            assertEquals(4711, server.verbs().direct(TRANSFER));
        }
        assertTrue(fake.commands()
                .containsAll(List.of(
                        "OPTS FSP Copies=2;",
                        "STRP " + identity.keyHash() + " /a b",
                        "DRCT 00000000000000010000000000000002")));
    }

    @Test
    void saysWhyAServerDoesNotStripeThis() {
        fake.reply("STRP", "550 /x: no such file").reply("DRCT", "229 come (|||70000|)");
        try (FtpServer server = connect(federation())) {
            assertEquals(
                    ErrorCode.MISSING_PATH,
                    failure(() -> server.verbs().stripe(identity.keyHash(), "/x"))
                            .code());
            assertEquals(
                    ErrorCode.PROTOCOL,
                    failure(() -> server.verbs().direct(TRANSFER)).code());
        }
    }

    @Test
    void followsAFeedToItsEnd() throws InterruptedException {
        fake.reply(
                "FLLW",
                String.join(
                        "\r\n",
                        "150 here it comes",
                        entry(3, 1, (byte) 7),
                        "112 {\"event\":\"up\",\"number\":0,\"peer\":\"r1 (h:1)\"}",
                        "112 {\"event\":\"of a later version\"}",
                        entry(4, 2, (byte) 8, (byte) 9),
                        "226 " + REPORT));
        try (FtpServer server = connect(federation())) {
            FollowFeed feed = server.verbs().follow(TRANSFER, 3, events::add);
            FeedEntry first = feed.next(LONG).orElseThrow();
            FeedEntry second = feed.next(LONG).orElseThrow();
            assertEquals(3, first.sequence());
            assertEquals(FeedEntry.Kind.PLACEMENTS, second.kind());
            assertArrayEquals(new byte[] {8, 9}, second.bytes());
            assertEquals(Optional.empty(), feed.next(LONG));
            assertEquals(9, feed.ended().orElseThrow().bytes());
            assertEquals(List.of(new TransferEvent.PeerUp(0, "r1 (h:1)")), events);
        }
    }

    @Test
    void tellsATransferThatTheServerDoesNotKnowFromOneThatItDoesNotFollow() {
        fake.reply("FLLW", "550 You have no such transfer here");
        try (FtpServer server = connect(federation())) {
            assertEquals(
                    ErrorCode.MISSING_PATH,
                    assertThrows(FspException.class, () -> server.verbs().follow(TRANSFER, 0, events::add))
                            .code());
            fake.reply("FLLW", "504 not this one");
            assertEquals(
                    ErrorCode.PROTOCOL,
                    assertThrows(FspException.class, () -> server.verbs().follow(TRANSFER, 0, events::add))
                            .code());
        }
    }

    @Test
    void carriesTheReasonOfAFailedStripe() {
        fake.reply("FLLW", "150 here it comes\r\n451 NOT_ENOUGH_RELAYS: no relay can be used");
        try (FtpServer server = connect(federation())) {
            FollowFeed feed = server.verbs().follow(TRANSFER, 0, events::add);
            FspException failed = assertThrows(FspException.class, () -> feed.next(LONG));
            assertEquals(ErrorCode.NOT_ENOUGH_RELAYS, failed.code());
            assertTrue(failed.getMessage().contains("no relay can be used"), failed::getMessage);
            assertThrows(FspException.class, () -> feed.next(LONG), "and says so again");
        }
    }

    @Test
    void refusesRepliesThatMakeNoSense() {
        for (String bad :
                List.of("111 0 1", "111 x 1 AAAA", "111 0 3 AAAA", "111 -1 1 AAAA", "111 0 1 %%", "112 {", "226 x")) {
            fake.reply("FLLW", "150 here it comes\r\n" + bad);
            try (FtpServer server = connect(federation())) {
                FollowFeed feed = server.verbs().follow(TRANSFER, 0, events::add);
                FspException refused = assertThrows(FspException.class, () -> feed.next(LONG), bad);
                assertEquals(ErrorCode.PROTOCOL, refused.code(), bad);
            }
        }
    }

    @Test
    void waitsForTheEndAndForACollection() {
        fake.reply("COLL", "350 the ticket?")
                .reply("TCKT", "229 come (|||4712|)")
                .reply("RELS", "150 wait\r\n112 {\"event\":\"progress\",\"bytes\":4,\"total\":9}\r\n226 " + REPORT);
        try (FtpServer server = connect(federation())) {
            assertEquals(4712, server.verbs().collect("/in", "fsp1:secret"));
            TransferReport report = server.verbs().await(TRANSFER, events::add);
            assertEquals(1, report.copies());
            assertEquals(List.of(new TransferEvent.Progress(4, 9)), events);
        }
        assertTrue(fake.commands().containsAll(List.of("COLL /in", "TCKT fsp1:secret")));
    }

    @Test
    void neverStripesWithoutTls() throws IOException {
        try (FakeFtpServer clear = new FakeFtpServer().features("FSP 1");
                FtpServer server = clear.connect()) {
            assertFalse(server.stripes());
            assertEquals(ErrorCode.PROTOCOL, failure(server::verbs).code());
        }
    }
}
