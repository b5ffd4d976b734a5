package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.wire.SessionFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How few round trips it takes to open a session: an acceptor by hand, who answers nothing before it has heard all.
class OpeningTest {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Lab lab = new Lab(NetTimings.DEFAULT, ChannelKind.UDP);

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void anInitiatorSaysAllThatNeedsNoAnswerBeforeItHearsOne() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<SessionFrame>> said = CompletableFuture.supplyAsync(() -> hearThenRefuse(server));
            RelayConnection connection =
                    lab.connector().connect(Lab.HOST, server.getLocalPort(), new ExpectedPeer.InRole(Role.RELAY));
            FspException refused =
                    assertThrows(FspException.class, () -> connection.open(lab.everything(), lab.heard()));
            assertEquals(ErrorCode.UNTRUSTED, refused.code());
            assertTrue(refused.getMessage().contains("not today"), refused.getMessage());
            assertInstanceOf(SessionFrame.Hello.class, said.get().get(0));
            assertInstanceOf(SessionFrame.Authorize.class, said.get().get(1));
            assertEquals(
                    new SessionFrame.UdpOpen(StreamOpener.FIRST_NUMBER),
                    said.get().get(2));
        }
    }

    private List<SessionFrame> hearThenRefuse(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            SSLSocket tls = (SSLSocket)
                    SessionTls.acceptor(lab.relay).getSocketFactory().createSocket(socket, null, true);
            tls.setUseClientMode(false);
            tls.setSSLParameters(SessionTls.parameters());
            tls.startHandshake();
            SessionLink link = new SessionLink(socket, tls);
            List<SessionFrame> heard = List.of(link.read(), link.read(), link.read());
            link.last(new SessionFrame.Goodbye(Refusal.FORBIDDEN, "not today"));
            return heard;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
