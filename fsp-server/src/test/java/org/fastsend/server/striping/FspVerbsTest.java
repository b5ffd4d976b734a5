package org.fastsend.server.striping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.server.ControlClient;
import org.fastsend.server.House;
import org.fastsend.server.Served;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UserLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FspVerbsTest {
    private static final String HOLDER = "0123456789abcdef".repeat(4);
    private static final TransferReport REPORT = new TransferReport(10, 1, 0.5, 1, List.of(), List.of());

    @TempDir
    private Path directory;

    private FakeStriping striping;
    private Served served;
    private ControlClient client;

    @BeforeEach
    void start() throws IOException {
        striping = new FakeStriping(directory);
        served = Served.in(
                directory,
                House.USUAL
                        .housing(new User("dora", "/", Rights.ALL, UserLimits.parse("quota=100")))
                        .speaking(new FspExtension(striping)));
        Files.writeString(Files.createDirectories(served.root().resolve("tree")).resolve("f"), "0123456789");
        client = served.connect().secure().login("alice", "secret");
    }

    @AfterEach
    void stop() {
        client.close();
        served.close();
    }

    @Test
    void theVerbsAreRefusedBeforeTlsAndBeforeLogin() throws IOException {
        try (ControlClient plain = served.alice();
                ControlClient stranger = served.connect().secure()) {
            for (ControlClient refused : List.of(plain, stranger)) {
                for (String command : List.of(
                        "STRP " + HOLDER + " /tree",
                        "FLLW x 0",
                        "DRCT x",
                        "COLL /x",
                        "TCKT x",
                        "RELS x",
                        "OPTS FSP Copies=2")) {
                    refused.say(503, command);
                }
            }
        }
        assertTrue(striping.asked.isEmpty());
    }

    @Test
    void featSaysThatTheExtensionIsThereAndWhereProbesAreAnswered() throws IOException {
        assertTrue(client.say(211, "FEAT").contains("\n FSP 1 Probe=" + FakeStriping.PROBE_PORT + "\n"));
    }

    @Test
    void whoeverHasAQuotaOrARateIsNotOfferedWhatWouldEvadeIt() throws IOException {
        try (ControlClient dora = served.connect().secure().login("dora", "secret")) {
            assertFalse(dora.say(211, "FEAT").contains("FSP"));
            dora.say(534, "STRP " + HOLDER + " /tree");
            dora.say(534, "COLL /tree");
        }
        assertTrue(striping.asked.isEmpty());
    }

    @Test
    void aStripeIsAskedForWithItsOptionsAndAnsweredWithItsTicket() throws Exception {
        client.say(200, "OPTS FSP Block=65536;Strategy=round-robin;Copies=2;Relays=r1:1,r2:2;");
        client.say(200, "OPTS FSP Probe=7000;Direct=yes");
        client.say(200, "OPTS FSP Cipher=aes-128-gcm;Compression=zstd:3;Checksum=sha-256;Streams=2;Collect=after");
        String reply = client.say(250, "STRP " + HOLDER + " /tree");
        FakeStriping.Asked asked = striping.asked.poll(20, TimeUnit.SECONDS);
        assertEquals("250 " + asked.transfer().ticket().encode(), reply);
        assertEquals("alice", asked.user());
        assertEquals(served.root().toRealPath().resolve("tree"), asked.path());
        assertTrue(asked.options().collectsAfter());
        assertEquals(2, asked.options().shape().copies());
        assertEquals(Strategy.ROUND_ROBIN, asked.options().shape().strategy());
        assertEquals(
                Optional.of(List.of(new RelayAddress("r1", 1), new RelayAddress("r2", 2))),
                asked.options().placing().relays());
        assertEquals(
                Receiver.at(Endpoint.v4(0x7f000001, 7000)),
                asked.options().placing().receiver(InetAddress.getLoopbackAddress()));
    }

    @Test
    void badOptionsChangeNothing() throws Exception {
        for (String bad : List.of(
                "Copies",
                "Copies=0",
                "Copies=99",
                "Block=1",
                "Cipher=rot13",
                "Nonsense=1",
                "Relays=x",
                "Collect=later",
                "Probe=70000",
                "Direct=maybe",
                "Streams=many")) {
            client.say(501, "OPTS FSP Copies=2;" + bad);
        }
        client.say(250, "STRP " + HOLDER + " tree");
        assertEquals(1, striping.asked.take().options().shape().copies());
    }

    @Test
    void whatCannotBeStripedIsRefused() throws IOException {
        Files.createSymbolicLink(served.root().resolve("out"), directory);
        client.say(550, "STRP " + HOLDER + " /missing");
        client.say(550, "STRP " + HOLDER + " /out");
        client.say(501, "STRP short /tree");
        client.say(200, "OPTS FSP Copies=4");
        assertEquals("451 NOT_ENOUGH_RELAYS: only three relays here", client.say(451, "STRP " + HOLDER + " /tree"));
    }

    @Test
    void aFollowerHearsTheFeedAndTheEventsLiveAndThenTheEnd() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        transfer.feed().append(entry(0));
        transfer.story().add(new TransferEvent.PeerUp(0, "r1 (h:1)"));
        client.say(150, "FLLW " + transfer.id() + " 0");
        assertEquals("111 0 1 " + Base64.getEncoder().encodeToString(new byte[] {0}), client.expect(111));
        assertEquals("112 {\"event\":\"up\",\"number\":0,\"peer\":\"r1 (h:1)\"}", client.expect(112));
        append(transfer, 1);
        assertTrue(client.expect(111).startsWith("111 1 1 "));
        client.send("NOOP\r\n");
        client.expect(200);
        transfer.story().add(new TransferEvent.Progress(10, 10));
        transfer.story().succeeded(REPORT);
        assertTrue(client.expect(112).contains("\"progress\""));
        assertTrue(client.expect(226).startsWith("226 {\"bytes\":10,\"files\":1,"));
        client.say(200, "NOOP");
    }

    @Test
    void aFollowerMayComeLateAndStartInTheMiddle() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        for (int i = 0; i < 3; i++) {
            append(transfer, i);
        }
        transfer.story().succeeded(REPORT);
        client.say(150, "FLLW " + transfer.id() + " 2");
        assertTrue(client.expect(111).startsWith("111 2 "));
        client.expect(226);
    }

    @Test
    void aFailedStripeEndsWithTheNameOfItsError() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        client.say(150, "RELS " + transfer.id());
        transfer.story().failed(new FspException(ErrorCode.NOT_ENOUGH_RELAYS, "all relays\r\nare gone"));
        assertEquals("451 NOT_ENOUGH_RELAYS: all relays??are gone", client.expect(451));
    }

    @Test
    void aborStopsTheFollowingAndNothingElse() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        client.say(150, "FLLW " + transfer.id() + " 0");
        client.send("ABOR\r\n");
        client.expect(426);
        client.expect(226);
        assertFalse(transfer.story().isEnded());
        append(transfer, 0);
        client.say(150, "FLLW " + transfer.id() + " 0");
        client.expect(111);
    }

    @Test
    void quitDoesNotWaitForAnythingThatIsOnlyWatched() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        client.say(150, "RELS " + transfer.id());
        client.send("QUIT\r\n");
        client.expect(426);
        client.expect(221);
        assertFalse(transfer.story().isEnded());
    }

    @Test
    void aTransferIsFollowedOnAfterTheConnectionBroke() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        client.say(150, "FLLW " + transfer.id() + " 0");
        append(transfer, 0);
        client.expect(111);
        client.vanish();
        Served.await(() -> served.server().sessions() == 0, "the session to end");
        assertFalse(transfer.story().isEnded());
        append(transfer, 1);
        try (ControlClient again = served.connect().secure().login("alice", "secret")) {
            again.say(150, "FLLW " + transfer.id() + " 1");
            assertTrue(again.expect(111).startsWith("111 1 "));
        }
    }

    @Test
    void theStripeKeepsItsFeedHoweverItsFollowersLeave() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        for (int i = 0; i < 300; i++) {
            append(transfer, i);
        }
        for (int i = 0; i < 20; i++) {
            ControlClient follower = served.connect().secure().login("alice", "secret");
            follower.say(150, "FLLW " + transfer.id() + " 0");
            follower.expect(111);
            if (i % 2 == 0) {
                follower.send("ABOR\r\n");
            }
            follower.vanish();
            Served.await(() -> served.server().sessions() == 1, "the follower's session to end");
            assertEquals(i, transfer.feed().read(i).sequence());
        }
    }

    @Test
    void nobodyElseMayAskAboutATransfer() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        try (ControlClient bob = served.connect().secure().login("bob", "secret")) {
            bob.say(550, "FLLW " + transfer.id() + " 0");
            bob.say(550, "RELS " + transfer.id());
            bob.say(550, "DRCT " + transfer.id());
        }
        client.say(501, "FLLW nonsense 0");
        client.say(501, "FLLW " + transfer.id() + " -1");
        client.say(550, "RELS " + "0".repeat(32));
    }

    @Test
    void directReceiversAreToldAPort() throws Exception {
        FakeStriping.FakeTransfer transfer = stripe();
        assertEquals(FakeStriping.PORT, ControlClient.port(client.say(229, "DRCT " + transfer.id())));
    }

    @Test
    void aCollectionIsAskedForInTwoSteps() throws Exception {
        Ticket ticket = striping.ticket(77);
        client.say(350, "COLL /into");
        assertEquals(FakeStriping.PORT, ControlClient.port(client.say(229, "TCKT " + ticket.encode())));
        FakeStriping.Asked asked = striping.asked.take();
        assertEquals(served.root().toRealPath().resolve("into"), asked.path());
        assertEquals(ticket, asked.transfer().ticket());
        asked.transfer().story().succeeded(REPORT);
        client.say(150, "RELS " + ticket.transfer());
        client.expect(226);
    }

    @Test
    void aCollectionNeedsTheRightToWriteAWholeTicketAndAPlace() throws Exception {
        client.say(503, "TCKT " + striping.ticket(1).encode());
        client.say(350, "COLL /into");
        assertTrue(client.say(501, "TCKT fsp1:nonsense").startsWith("501 MALFORMED_TICKET: "));
        client.say(503, "TCKT " + striping.ticket(1).encode());
        client.say(550, "COLL /missing/into");
        Files.createSymbolicLink(served.root().resolve("out"), directory);
        client.say(550, "COLL /out");
        client.say(550, "COLL /out/into");
        try (ControlClient bob = served.connect().secure().login("bob", "secret")) {
            bob.say(550, "COLL /into");
        }
        assertTrue(striping.asked.isEmpty());
    }

    @Test
    void aTicketOfTheLongestKindFitsItsLineAndOthersDoNot() throws IOException {
        client.say(350, "COLL /into");
        client.say(501, "TCKT fsp1:" + "A".repeat(Ticket.MAX_BYTES / 3 * 4));
        client.send("TCKT " + "A".repeat(10_000) + "\r\n");
        client.expect(500);
    }

    private FakeStriping.FakeTransfer stripe() throws IOException, InterruptedException {
        client.say(250, "STRP " + HOLDER + " /tree");
        return striping.asked.take().transfer();
    }

    private static void append(FakeStriping.FakeTransfer transfer, int sequence) {
        transfer.feed().append(entry(sequence));
        transfer.story().add(new TransferEvent.Appended(entry(sequence)));
    }

    private static FeedEntry entry(int sequence) {
        return new FeedEntry(sequence, FeedEntry.Kind.SEALED, new byte[] {(byte) sequence});
    }
}
