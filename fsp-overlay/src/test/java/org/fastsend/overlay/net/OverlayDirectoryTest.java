package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Role;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.select.Bounds;
import org.fastsend.overlay.select.GoodputBook;
import org.fastsend.overlay.select.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayDirectoryTest {
    /// What one question makes a member send to a receiver that is silent: two measurements, each tried twice.
    private static final int PROBES_PER_QUESTION = 4;

    private final Authority authority = Authority.create("test", new SystemEpochClock());

    @TempDir
    private Path directory;

    /// One that has just begun may have been too busy to answer; one that a firewall hides never will.
    @Test
    void aReceiverThatIsSilentIsAskedAboutOnceMoreAndThenNamed() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        Federation federation = new Federation(authority.certificate(), new SystemEpochClock());
        DatagramIo socket = DatagramSockets.configured().open(new InetSocketAddress(loopback, 0));
        var home = new OverlayMember.Home(
                authority.issue(Role.RELAY, "r1", List.of()),
                "r1",
                federation,
                socket.localAddress(),
                List.of(),
                directory,
                Optional.empty(),
                () -> Offer.UNKNOWN);
        try (DatagramSocket silent = new DatagramSocket(0, loopback);
                OverlayMember _ =
                        OverlayMember.start(home, Optional.of(socket), new SystemNanoClock(), new SecureRandom());
                OverlayClient server = OverlayClient.open(
                        authority.issue(Role.SERVER, "s1", List.of()),
                        federation,
                        List.of(new RelayAddress(
                                "127.0.0.1", socket.localAddress().getPort())),
                        Optional.empty(),
                        new SystemNanoClock(),
                        new SecureRandom())) {
            var receiver = Receiver.of(loopback, silent.getLocalPort(), true);
            var relays = new OverlayDirectory(
                    server,
                    new GoodputBook(),
                    Wish.ANY.withBounds(
                            new Bounds(Double.POSITIVE_INFINITY, 5000, Bounds.Preference.NEAR_SENDER, true)),
                    new OverlayDirectory.Sides(Endpoint.SELF, Optional.of(receiver)));

            FspException said = assertThrows(FspException.class, relays::relays);

            assertEquals(ErrorCode.CONNECTION_LOST, said.code());
            assertTrue(said.getMessage().contains("the receiver does not answer"), said.getMessage());
            assertTrue(said.getMessage().endsWith(":" + silent.getLocalPort()), said.getMessage());
            assertTrue(received(silent) > PROBES_PER_QUESTION);
        }
    }

    private static int received(DatagramSocket socket) throws Exception {
        socket.setSoTimeout(1);
        for (int count = 0; ; count++) {
            try {
                socket.receive(new DatagramPacket(new byte[1], 1));
            } catch (SocketTimeoutException _) {
                return count;
            }
        }
    }
}
