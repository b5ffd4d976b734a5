package org.fastsend.server.striping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.server.Served;
import org.fastsend.server.data.PortRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FederationStripingTest {
    private static final long MEMORY_BYTES = 64 << 20;
    private static final SystemEpochClock CLOCK = new SystemEpochClock();

    private final SecureRandom random = new SecureRandom();
    private final Authority authority = Authority.create("test", CLOCK);
    private final Identity sender = Identity.ephemeral();

    @TempDir
    private Path directory;

    @Test
    void aStripeThatFindsNoRelayFailsWithThatReasonAndIsRemembered() throws Exception {
        try (FederationStriping striping = striping(List.of(nobodyThere()))) {
            Path file = Files.writeString(directory.resolve("f"), "content");
            RunningTransfer transfer =
                    striping.stripe("alice", AnchoredPath.within(directory, file), StripeOptions.DEFAULT, recipient());
            Chapter.Failed end = failure(transfer.watch());
            assertEquals(ErrorCode.CONNECT_REFUSED, end.cause().code());
            assertEquals(Optional.of(transfer), striping.find("alice", transfer.id()));
            assertEquals(Optional.empty(), striping.find("bob", transfer.id()));
        }
    }

    @Test
    void theTicketOfAStripeNamesThisServerAndItsFederation() throws Exception {
        try (FederationStriping striping = striping(List.of())) {
            Path file = Files.writeString(directory.resolve("f"), "content");
            Ticket ticket = striping.stripe(
                            "alice", AnchoredPath.within(directory, file), StripeOptions.DEFAULT, recipient())
                    .ticket();
            assertEquals(authority.certificate(), ticket.authority());
            assertEquals(Optional.empty(), ticket.holder());
        }
    }

    @Test
    void anonymousUsersCannotMakeTheServerConnectToPlacesOfTheirChoice() throws Exception {
        try (FederationStriping striping = striping(List.of(new RelayAddress("relay.example", 1)))) {
            Path file = Files.writeString(directory.resolve("f"), "content");
            StripeOptions elsewhere = StripeOptions.DEFAULT.with("Relays=192.0.2.1:25");
            FspException refused = assertThrows(
                    FspException.class,
                    () -> striping.stripe("anonymous", AnchoredPath.within(directory, file), elsewhere, recipient()));
            assertEquals(ErrorCode.LOGIN_REFUSED, refused.code());
        }
    }

    @Test
    void aTicketOfAnotherFederationIsRefused() throws Exception {
        try (FederationStriping striping = striping(List.of())) {
            Ticket foreign = ticket(Authority.create("other", CLOCK), later());
            FspException refused = assertThrows(
                    FspException.class, () -> striping.collect("alice", place("into"), StripeOptions.DEFAULT, foreign));
            assertEquals(ErrorCode.UNTRUSTED, refused.code());
            assertEquals(0, orders());
        }
    }

    @Test
    void onlyTheSenderItselfIsLetInToACollection() throws Exception {
        try (FederationStriping striping = striping(List.of())) {
            Ticket ticket = ticket(authority, later());
            RunningTransfer collection = striping.collect("alice", place("into"), StripeOptions.DEFAULT, ticket);
            int port = collection.peerPort(InetAddress.getLoopbackAddress(), PortRange.ANY);
            assertThrows(FspException.class, () -> open(port, Identity.ephemeral(), ticket.transfer()));
            assertThrows(FspException.class, () -> open(port, sender, new TransferId(1, 2)));
            open(port, sender, ticket.transfer());
        }
    }

    @Test
    void aSenderThatComesBackTakesItsCollectionOver() throws Exception {
        try (FederationStriping striping = striping(List.of())) {
            Ticket ticket = ticket(authority, later());
            Path destination = directory.resolve("into");
            RunningTransfer first = striping.collect(
                    "alice", AnchoredPath.within(directory, destination), StripeOptions.DEFAULT, ticket);
            RunningTransfer second = striping.collect(
                    "alice", AnchoredPath.within(directory, destination), StripeOptions.DEFAULT, ticket);
            assertEquals(ErrorCode.INTERRUPTED, failure(first.watch()).cause().code());
            open(second.peerPort(InetAddress.getLoopbackAddress(), PortRange.ANY), sender, ticket.transfer());
            assertEquals(1, orders());
        }
    }

    @Test
    void whoeverWantsItElsewhereTakesNoCollectionOver() throws Exception {
        try (FederationStriping striping = striping(List.of())) {
            Ticket ticket = ticket(authority, later());
            striping.collect("alice", place("into"), StripeOptions.DEFAULT, ticket);
            FspException refused = assertThrows(
                    FspException.class, () -> striping.collect("alice", place("other"), StripeOptions.DEFAULT, ticket));
            assertEquals(ErrorCode.USAGE, refused.code());
        }
    }

    @Test
    void anUnfinishedCollectionIsGoneOnWithWhenTheServerRunsAgain() throws Exception {
        Ticket ticket = ticket(authority, later());
        Path destination = directory.resolve("a name\nwith everything ü");
        try (FederationStriping striping = striping(List.of())) {
            striping.collect("alice", AnchoredPath.within(directory, destination), StripeOptions.DEFAULT, ticket);
            assertEquals(1, orders());
        }
        Served.await(() -> isFree(destination, ticket), "the first run to let go");
        assertEquals(1, orders());
        try (FederationStriping again = striping(List.of())) {
            assertTrue(again.find("alice", ticket.transfer()).isPresent());
            assertEquals(1, orders());
        }
    }

    @Test
    void aCollectionWhoseLeaseHasEndedIsForgotten() throws Exception {
        Ticket ticket = ticket(authority, CLOCK.seconds() - 1);
        try (FederationStriping striping = striping(List.of())) {
            RunningTransfer collection = striping.collect("alice", place("into"), StripeOptions.DEFAULT, ticket);
            int port = collection.peerPort(InetAddress.getLoopbackAddress(), PortRange.ANY);
            open(port, sender, ticket.transfer());
            failure(collection.watch());
            Served.await(() -> orders() == 0, "the order to be struck out");
        }
    }

    @Test
    void anOrderThatCannotBeReadHarmsNoOther() throws Exception {
        OrderBook book = new OrderBook(directory.resolve("orders"));
        RateSettings rate = new RateSettings(5_000_000, 1000, 2.5, Policy.LOW);
        CollectionOrder good = new CollectionOrder(
                "alice",
                ticket(authority, later()),
                place("into"),
                StreamWish.AUTO,
                new Travel(ChannelKind.UDP, rate),
                true);
        book.enter(good);
        Files.writeString(directory.resolve("orders/bad.order"), "nonsense");
        assertEquals(List.of(good), book.all());
        book.strike(good.ticket().transfer());
        assertEquals(List.of(), book.all());
        assertTrue(Files.exists(directory.resolve("orders/bad.order")));
    }

    @Test
    void anOrderOfAnEarlierVersionStillCounts() throws Exception {
        Ticket ticket = ticket(authority, later());
        Path into = directory.resolve("into");
        String old = "alice\n" + into.toUri() + "\n4\n" + ticket.encode() + "\n";
        assertEquals(
                new CollectionOrder(
                        "alice", ticket, AnchoredPath.of(into), StreamWish.exactly(4), Travel.DEFAULT, false),
                CollectionOrder.parse(old));
        assertEquals(
                new CollectionOrder(
                        "alice", ticket, AnchoredPath.of(into), StreamWish.exactly(4), Travel.DEFAULT, true),
                CollectionOrder.parse(old + "after\n"));
        for (String line : List.of("behind", "travel", "travel udp", "travel udp 0 0 1 FAIR", "afterwards")) {
            assertThrows(IllegalArgumentException.class, () -> CollectionOrder.parse(old + line + "\n"), line);
        }
    }

    @Test
    void aCollectionThatIsGoneOnWithLeavesNotTheTreeOfItsUser() throws Exception {
        Ticket ticket = ticket(authority, later());
        Path home = Files.createDirectory(directory.resolve("home"));
        Path above = Files.createDirectory(home.resolve("above"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        CollectionOrder order = new CollectionOrder(
                "alice",
                ticket,
                AnchoredPath.within(home, above.resolve("into")),
                StreamWish.exactly(4),
                Travel.DEFAULT,
                false);
        new OrderBook(directory.resolve("orders")).enter(order);
        Files.delete(above);
        Files.createSymbolicLink(above, outside);
        try (FederationStriping striping = striping(List.of())) {
            assertEquals(Optional.empty(), striping.find("alice", ticket.transfer()));
            assertEquals(1, orders());
        }
        try (var left = Files.list(outside)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private AnchoredPath place(String name) {
        return AnchoredPath.within(directory, directory.resolve(name));
    }

    /// An address where nobody listens.
    private static RelayAddress nobodyThere() throws IOException {
        try (ServerSocket gone = new ServerSocket(0)) {
            return new RelayAddress("127.0.0.1", gone.getLocalPort());
        }
    }

    private static Recipient recipient() {
        return new Recipient(Identity.ephemeral().keyHash(), InetAddress.getLoopbackAddress());
    }

    private FederationStriping striping(List<RelayAddress> relays) throws IOException, TrustException {
        Identity self = authority.issue(Role.SERVER, "server", List.of());
        Path spool = Files.createDirectories(directory.resolve("spool"));
        Workplace workplace = new Workplace(
                self,
                new Federation(authority.certificate(), CLOCK),
                new Buffers(MEMORY_BYTES),
                MEMORY_BYTES,
                new SystemNanoClock(),
                CLOCK,
                spool);
        return new FederationStriping(workplace, RelaySource.of(relays), directory.resolve("orders"), random);
    }

    private Ticket ticket(Authority of, long expiresSeconds) {
        return new Ticket(
                new TransferId(random.nextLong(), random.nextLong()),
                TransferKey.random(random),
                CipherSuite.AES_256_GCM,
                expiresSeconds,
                Optional.of(Identity.ephemeral()),
                of.certificate(),
                sender.keyHash(),
                List.of());
    }

    private static long later() {
        return CLOCK.seconds() + 3600;
    }

    private void open(int port, Identity self, TransferId transfer) throws TrustException {
        LocalEnd local = LocalEnd.of(
                self, new Federation(authority.certificate(), CLOCK), new Buffers(MEMORY_BYTES), CLOCK, random);
        try (var connection =
                new RelayConnector(local).connect("127.0.0.1", port, new ExpectedPeer.InRole(Role.SERVER))) {
            connection.open(transfer, Optional.empty(), new Deaf()).close();
        }
    }

    private static boolean isFree(Path destination, Ticket ticket) {
        try (var output = OutputTree.open(destination, ticket.transfer())) {
            return output.knownFiles() == 0;
        } catch (FspException inUse) {
            return false;
        }
    }

    private long orders() {
        try (var files = Files.list(directory.resolve("orders"))) {
            return files.filter(file -> file.toString().endsWith(".order")).count();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Chapter.Failed failure(StoryReader story) throws InterruptedException {
        while (true) {
            switch (story.next()) {
                case Chapter.Failed failed -> {
                    return failed;
                }
                case Chapter.Ended(var report) -> throw new AssertionError("it succeeded: " + report);
                case Chapter.Event _, Chapter.Entry _ -> {}
            }
        }
    }
}
