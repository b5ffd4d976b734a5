package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionTlsTest {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final TestFederation world = new TestFederation();
    private final Identity relay = world.member(Role.RELAY, "r1");
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    SessionTlsTest() throws TrustException {}

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    /// Both ends of one session, after the handshake and a byte each way.
    private record Pair(SSLSession initiator, SSLSession acceptor) {}

    private Pair connect(Identity from, Identity to) throws Exception {
        return connect(SessionTls.initiator(from), SessionTls.acceptor(to), SessionTls.parameters());
    }

    private Pair connect(SSLContext from, SSLContext to, SSLParameters initiatorParameters) throws Exception {
        try (SSLServerSocket server =
                (SSLServerSocket) to.getServerSocketFactory().createServerSocket()) {
            server.setSSLParameters(SessionTls.parameters());
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Future<SSLSession> accepted = threads.submit(() -> exchange((SSLSocket) server.accept()));
            SSLSocket socket = (SSLSocket) from.getSocketFactory().createSocket();
            socket.setSSLParameters(initiatorParameters);
            socket.connect(server.getLocalSocketAddress(), TIMEOUT_MILLIS);
            SSLSession initiator = exchange(socket);
            return new Pair(initiator, accepted.get());
        }
    }

    /// In TLS 1.3 the connecting end only learns by reading whether its certificate was taken.
    private static SSLSession exchange(SSLSocket socket) throws IOException {
        try (socket) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.startHandshake();
            socket.getOutputStream().write('x');
            assertEquals('x', socket.getInputStream().read());
            return socket.getSession();
        }
    }

    private static Member certified(PeerIdentity peer) {
        return switch (peer) {
            case PeerIdentity.Certified(Member member) -> member;
            case PeerIdentity.SelfSigned _ -> throw new AssertionError("not certified: " + peer);
        };
    }

    @Test
    void bothEndsLearnWhichMemberTheOtherIs() throws Exception {
        Identity server = world.member(Role.SERVER, "s1");
        Pair pair = connect(server, relay);
        Member seenByInitiator = certified(SessionTls.peerOf(pair.initiator(), world.federation));
        Member seenByAcceptor = certified(SessionTls.peerOf(pair.acceptor(), world.federation));
        assertEquals(new Member(Role.RELAY, "r1", relay.keyHash()), seenByInitiator);
        assertEquals(new Member(Role.SERVER, "s1", server.keyHash()), seenByAcceptor);
        assertEquals(relay.verifyingKey(), SessionTls.keyOf(pair.initiator()));
        assertEquals("TLSv1.3", pair.initiator().getProtocol());
    }

    @Test
    void aTicketsHolderIsNothingButItsKey() throws Exception {
        Identity holder = Identity.ephemeral();
        Pair pair = connect(holder, relay);
        assertEquals(
                new PeerIdentity.SelfSigned(holder.keyHash()), SessionTls.peerOf(pair.acceptor(), world.federation));
    }

    @Test
    void aRelayWhoseCertificateRanOutIsRefused() throws Exception {
        Pair pair = connect(world.member(Role.SERVER, "s1"), relay);
        world.seconds.addAndGet(366 * 24 * 3600L);
        assertThrows(TrustException.class, () -> SessionTls.peerOf(pair.initiator(), world.federation));
    }

    @Test
    void membersOfAnotherFederationAndForgedOnesAreRefused() throws Exception {
        Identity stranger = new TestFederation().member(Role.RELAY, "r1");
        Pair pair = connect(stranger, relay);
        assertThrows(TrustException.class, () -> SessionTls.peerOf(pair.acceptor(), world.federation));

        Identity mallory = world.member(Role.CLIENT, "mallory");
        KeyPair key = P256.generate();
        X509Certificate forged = Certificates.member(
                key.getPublic(),
                new MemberName(Role.RELAY, "r1"),
                List.of(),
                mallory,
                Instant.ofEpochSecond(TestFederation.START_SECONDS));
        Pair other = connect(world.member(Role.SERVER, "s1"), new Identity(key.getPrivate(), forged));
        assertThrows(TrustException.class, () -> SessionTls.peerOf(other.initiator(), world.federation));
    }

    @Test
    void someoneElsesCertificateOpensNoSession() throws Exception {
        Identity thief = new Identity(P256.generate().getPrivate(), relay.certificate());
        assertThrows(IOException.class, () -> connect(thief, relay));
    }

    @Test
    void withoutACertificateNoSessionOpens() throws Exception {
        SSLContext bare = SSLContext.getInstance("TLSv1.3");
        bare.init(null, new javax.net.ssl.TrustManager[] {new CertificateTaker(CertificateTaker.From.ACCEPTORS)}, null);
        assertThrows(IOException.class, () -> connect(bare, SessionTls.acceptor(relay), SessionTls.parameters()));
    }

    @Test
    void tlsBefore13OpensNoSession() {
        SSLParameters old = new SSLParameters();
        old.setProtocols(new String[] {"TLSv1.2"});
        assertThrows(
                IOException.class,
                () -> connect(SessionTls.initiator(Identity.ephemeral()), SessionTls.acceptor(relay), old));
    }

    @Test
    void bothEndsExportTheSameKeysForStreams() throws Exception {
        Pair pair = connect(Identity.ephemeral(), relay);
        byte[] context = {1, 2, 3};
        byte[] here = export(pair.initiator(), context);
        assertArrayEquals(here, export(pair.acceptor(), context));
        assertEquals(64, here.length);
        assertFalse(Arrays.equals(here, export(pair.initiator(), new byte[] {1, 2, 4})));
        Pair another = connect(Identity.ephemeral(), relay);
        assertFalse(Arrays.equals(here, export(another.initiator(), context)));
    }

    private static byte[] export(SSLSession session, byte[] context) throws Exception {
        assertTrue(session instanceof ExtendedSSLSession);
        return ((ExtendedSSLSession) session).exportKeyingMaterialData("EXPORTER-fsp-stream", context, 64);
    }
}
