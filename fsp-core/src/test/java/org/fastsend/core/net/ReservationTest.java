package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RequestRefusedException;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.trust.Verb;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.WireException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Asking a peer to keep room, and peers that know nothing of that.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReservationTest {
    private final Lab lab = new Lab(NetTimings.DEFAULT, ChannelKind.TCP);

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void theHostSaysHowMuchRoomItKeeps() throws Exception {
        try (BlockChannel channel = lab.open(lab.heard())) {
            assertEquals(300, channel.reserve(300).get());
            assertEquals(MemoryHost.ROOM, channel.reserve(Long.MAX_VALUE).get());
            assertEquals(0, channel.reserve(0).get());
        }
    }

    @Test
    void onlyWhoMayPutMayReserve() throws Exception {
        EnumSet<Verb> verbs = EnumSet.allOf(Verb.class);
        verbs.remove(Verb.PUT);
        try (BlockChannel channel = lab.connect().open(lab.capability(verbs, 1000), lab.heard())) {
            assertEquals(Refusal.FORBIDDEN, refusalOf(channel.reserve(300)));
        }
    }

    @Test
    void aRelayOfAnEarlierEditionIsNeverAsked() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<SessionFrame> heard = CompletableFuture.supplyAsync(() -> serveAsBefore(server));
            RelayConnection connection =
                    lab.connector().connect(Lab.HOST, server.getLocalPort(), new ExpectedPeer.InRole(Role.RELAY));
            try (BlockChannel channel = connection.open(lab.everything(), lab.heard())) {
                assertEquals(Refusal.FAILED, refusalOf(channel.reserve(300)));
                channel.ping();
                assertInstanceOf(SessionFrame.Ping.class, heard.get());
            }
        }
    }

    @Test
    void aSenderOfAnEarlierEditionIsServed() throws Exception {
        try (RawPeer peer = new RawPeer(lab, earlierEdition())) {
            peer.authorize();
            peer.send(new SessionFrame.Release(1));
            while (!(peer.read() instanceof SessionFrame.Receipted)) {
                // what the relay wishes comes first
            }
        }
    }

    private static SSLParameters earlierEdition() {
        SSLParameters parameters = SessionTls.parameters();
        parameters.setApplicationProtocols(new String[0]);
        return parameters;
    }

    /// Opens a session, and tells which frame comes first in it.
    private SessionFrame serveAsBefore(ServerSocket server) {
        try (Socket socket = server.accept()) {
            SSLSocket tls = (SSLSocket)
                    SessionTls.acceptor(lab.relay).getSocketFactory().createSocket(socket, null, true);
            tls.setUseClientMode(false);
            tls.setSSLParameters(earlierEdition());
            tls.startHandshake();
            SessionLink link = new SessionLink(socket, tls);
            link.read();
            link.write(new SessionFrame.Hello(1, new SessionId(1, 2), 1 << 20));
            link.read();
            link.write(new SessionFrame.Authorized(TestBlocks.TRANSFER));
            return link.read();
        } catch (IOException | WireException e) {
            throw new AssertionError(e);
        }
    }

    private static Refusal refusalOf(CompletableFuture<Long> answer) {
        ExecutionException refused = assertThrows(ExecutionException.class, answer::get);
        return assertInstanceOf(RequestRefusedException.class, refused.getCause())
                .refusal();
    }
}
