package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayClientTest {
    private final Authority authority = Authority.create("test", new SystemEpochClock());
    private final Federation federation;

    @TempDir
    private Path directory;

    OverlayClientTest() throws TrustException {
        federation = new Federation(authority.certificate(), new SystemEpochClock());
    }

    /// As when a server starts before the network is there.
    @Test
    void aNameThatIsNotKnownIsLookedUpAgainAtTheNextQuestion() throws Exception {
        DatagramIo socket =
                DatagramSockets.configured().open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Identity relay = authority.issue(Role.RELAY, "r1", List.of());
        Identity client = authority.issue(Role.CLIENT, "c1", List.of());
        RelayAddress name =
                new RelayAddress("relay.invalid", socket.localAddress().getPort());
        AtomicReference<Optional<Endpoint>> known = new AtomicReference<>(Optional.empty());
        var home = new OverlayMember.Home(
                relay,
                "r1",
                federation,
                socket.localAddress(),
                List.of(),
                directory,
                Optional.empty(),
                () -> Offer.UNKNOWN);
        try (OverlayMember _ =
                        OverlayMember.start(home, Optional.of(socket), new SystemNanoClock(), new SecureRandom());
                OverlayClient asking = OverlayClient.open(
                        client,
                        federation,
                        List.of(name),
                        _ -> known.get(),
                        Optional.empty(),
                        new SystemNanoClock(),
                        new SecureRandom())) {
            Query query = Query.closest(Endpoint.SELF, 1);
            FspException nobody = assertThrows(FspException.class, () -> asking.ask(query));
            assertEquals(ErrorCode.CONNECTION_LOST, nobody.code());
            known.set(Optional.of(Endpoint.of(socket.localAddress())));
            assertEquals(
                    Endpoint.of(socket.localAddress()),
                    asking.ask(query).getFirst().contact().endpoint());
        }
    }

    @Test
    void aCertificateThatFitsNoDatagramIsSaidToBeTooLong() {
        List<String> hosts = IntStream.range(0, 16)
                .mapToObj(n -> "host" + n + ".one.of.the.names.of.this.member.example.org")
                .toList();
        FspException said = assertThrows(
                FspException.class,
                () -> OverlayClient.open(
                        authority.issue(Role.SERVER, "s1", hosts),
                        federation,
                        List.of(new RelayAddress("127.0.0.1", 1)),
                        Optional.empty(),
                        new SystemNanoClock(),
                        new SecureRandom()));
        assertEquals(ErrorCode.UNTRUSTED, said.code());
    }
}
