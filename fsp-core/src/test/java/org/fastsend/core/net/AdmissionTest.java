package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Who may open a session and do what in it, and how plainly the others are told.
class AdmissionTest {
    private final Lab lab = new Lab();
    private final Heard heard = lab.heard();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void aMemberThatMakesUpCapabilitiesWithoutEndKeepsNobodyOut() {
        var policy = new CapabilityPolicy(lab.federation, lab.relay.keyHash(), lab.clock, lab.host, 10);
        var peer = new PeerIdentity.SelfSigned(lab.client.keyHash());
        for (int bytes = 1; bytes <= 20; bytes++) {
            Optional<Capability> another = Optional.of(lab.capability(Lab.ALL, bytes));
            assertInstanceOf(Admission.Hosted.class, policy.admit(peer, TestBlocks.TRANSFER, another));
        }
    }

    @Test
    void withoutACapabilityNothingIsServed() {
        RelayConnection connection = lab.connect();
        FspException refused =
                assertThrows(FspException.class, () -> connection.open(TestBlocks.TRANSFER, Optional.empty(), heard));
        assertEquals(ErrorCode.UNTRUSTED, refused.code());
        assertTrue(refused.getMessage().contains("r1 (" + Lab.HOST), refused.getMessage());
        assertTrue(refused.getMessage().contains("a capability is needed here"), refused.getMessage());
        assertEquals(0, lab.listener.sessions());
    }

    @Test
    void anotherHoldersCapabilityIsRefused() {
        Capability anothers = lab.capability(lab.authority.issue(Role.CLIENT, "c2", List.of()), Lab.ALL, 1 << 20);
        RelayConnection connection = lab.connect();
        FspException refused = assertThrows(FspException.class, () -> connection.open(anothers, heard));
        assertEquals(ErrorCode.UNTRUSTED, refused.code());
        assertTrue(refused.getMessage().contains("another holder"), refused.getMessage());
    }

    @Test
    void aHolderWithoutACertificateMayDoWhatItsCapabilitySays() throws InterruptedException {
        lab.host.blocks.put(3, TestBlocks.block(3, 100).bytes().array());
        Identity holder = Identity.ephemeral();
        RelayConnector connector = new RelayConnector(lab.end(holder, lab.clientBuffers, NetTimings.DEFAULT));
        Capability mayGet = lab.capability(holder, Set.of(Verb.GET, Verb.READ_FEED), 0);
        try (BlockChannel channel = connector
                .connect(Lab.HOST, lab.listener.port(), new ExpectedPeer.InRole(Role.RELAY))
                .open(mayGet, heard)) {
            channel.get(3);
            heard.next(Heard.Call.Came.class);
            channel.put(TestBlocks.block(4, 100_000));
            assertEquals(Refusal.FORBIDDEN, heard.next(Heard.Call.Refused.class).refusal());
            assertEquals(Set.of(3), lab.host.blocks.keySet());
            assertThrows(Exception.class, () -> channel.drop().get());
            assertEquals(Set.of(3), lab.host.blocks.keySet());
        }
    }

    @Test
    void anExpiredGrantServesNothingMoreEvenInAnOpenSession() throws InterruptedException {
        lab.host.blocks.put(3, TestBlocks.block(3, 100).bytes().array());
        Capability brief = Capability.sign(
                lab.client,
                TestBlocks.TRANSFER,
                lab.relay.keyHash(),
                lab.client.keyHash(),
                Lab.ALL,
                1 << 20,
                lab.clock.seconds() + 2);
        try (BlockChannel channel = lab.connect().open(brief, heard)) {
            Refusal refusal = Refusal.FAILED;
            while (refusal != Refusal.EXPIRED) {
                channel.get(3);
                switch (heard.next()) {
                    case Heard.Call.Came _ -> {}
                    case Heard.Call.Refused refused -> refusal = refused.refusal();
                    case Heard.Call other -> throw new AssertionError("heard " + other);
                }
            }
        }
    }

    @Test
    void theBytesOfACapabilityAreCountedOverAllItsSessions() throws InterruptedException {
        int length = TestBlocks.block(0, 1000).length();
        Capability three = lab.capability(EnumSet.allOf(Verb.class), 3L * length);
        Heard second = lab.heard();
        try (BlockChannel one = lab.connect().open(three, heard);
                BlockChannel two = lab.connect().open(three, second)) {
            one.put(TestBlocks.block(0, 1000));
            heard.next(Heard.Call.Stored.class);
            two.put(TestBlocks.block(1, 1000));
            second.next(Heard.Call.Stored.class);
            one.put(TestBlocks.block(2, 1000));
            heard.next(Heard.Call.Stored.class);
            two.put(TestBlocks.block(3, 1000));
            assertEquals(Refusal.FULL, second.next(Heard.Call.Refused.class).refusal());
            one.put(TestBlocks.block(4, 1000));
            assertEquals(Refusal.FULL, heard.next(Heard.Call.Refused.class).refusal());
        }
        assertEquals(Set.of(0, 1, 2), lab.host.blocks.keySet());
    }

    @Test
    void anAcceptorOfAnotherFederationIsNotTrusted() throws Exception {
        Authority other = Authority.create("elsewhere", lab.clock);
        Identity stranger = other.issue(Role.RELAY, "r1", List.of("localhost"));
        LocalEnd end = new LocalEnd(
                stranger,
                new Federation(other.certificate(), lab.clock),
                lab.relayBuffers,
                lab.clock,
                new SecureRandom(),
                NetTimings.DEFAULT,
                1 << 20);
        InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RelayListener listener = RelayListener.open(
                anywhere, end, (peer, transfer, capability) -> new Admission.Refused(Refusal.FORBIDDEN, "no"))) {
            FspException refused = connectFails(listener.port(), new ExpectedPeer.InRole(Role.RELAY));
            assertEquals(ErrorCode.UNTRUSTED, refused.code());
        }
    }

    @Test
    void anAcceptorInAnotherRoleOrWithAnotherKeyIsNotTalkedTo() {
        FspException role = connectFails(lab.listener.port(), new ExpectedPeer.InRole(Role.SERVER));
        assertEquals(ErrorCode.UNTRUSTED, role.code());
        assertTrue(role.getMessage().contains("relay r1"), role.getMessage());
        FspException key = connectFails(lab.listener.port(), new ExpectedPeer.WithKey(lab.client.keyHash()));
        assertEquals(ErrorCode.UNTRUSTED, key.code());
    }

    @Test
    void anUnknownHostIsNamed() {
        FspException unknown = assertThrows(
                FspException.class,
                () -> lab.connector().connect("no-such-host.invalid", 1, new ExpectedPeer.InRole(Role.RELAY)));
        assertEquals(ErrorCode.UNKNOWN_HOST, unknown.code());
        assertTrue(unknown.getMessage().contains("no-such-host.invalid"), unknown.getMessage());
    }

    @Test
    void aPortWhereNobodyListensRefuses() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertEquals(
                ErrorCode.CONNECT_REFUSED,
                connectFails(port, new ExpectedPeer.InRole(Role.RELAY)).code());
    }

    @Test
    void aPortInUseIsSaidSo() {
        InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), lab.listener.port());
        LocalEnd end = lab.end(lab.relay, lab.relayBuffers, NetTimings.DEFAULT);
        SessionPolicy nobody = (peer, transfer, capability) -> new Admission.Refused(Refusal.FORBIDDEN, "no");
        FspException inUse = assertThrows(FspException.class, () -> RelayListener.open(taken, end, nobody));
        assertEquals(ErrorCode.PORT_IN_USE, inUse.code());
    }

    @Test
    void somethingElseThanARelayIsSaidSo() throws IOException {
        for (String greeting : List.of("220 ftp ready\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "\u0016\u0003\u0003")) {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> answer(server, greeting));
                FspException garbage = connectFails(server.getLocalPort(), new ExpectedPeer.InRole(Role.RELAY));
                assertTrue(
                        garbage.code() == ErrorCode.PROTOCOL || garbage.code() == ErrorCode.CONNECTION_LOST,
                        garbage::toString);
                assertTrue(garbage.getMessage().contains(Lab.HOST + ":" + server.getLocalPort()), garbage::toString);
            }
        }
    }

    @Test
    void anAcceptorThatSaysNothingIsGivenUpInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            NetTimings brief = new NetTimings(
                    Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofSeconds(1), 5, Duration.ofMillis(10));
            FspException slow = assertThrows(
                    FspException.class,
                    () -> lab.connector(brief)
                            .connect(Lab.HOST, silent.getLocalPort(), new ExpectedPeer.InRole(Role.RELAY)));
            assertEquals(ErrorCode.CONNECTION_LOST, slow.code());
            assertTrue(slow.getMessage().contains("in time"), slow.getMessage());
        }
    }

    private FspException connectFails(int port, ExpectedPeer expected) {
        return assertThrows(FspException.class, () -> lab.connector().connect(Lab.HOST, port, expected));
    }

    private static void answer(ServerSocket server, String greeting) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            try (InputStream rest = socket.getInputStream()) {
                rest.readAllBytes();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
