package org.fastsend.core.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.function.BiPredicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The acceptor's part in opening a session: TLS, who the peer is, hello, what it wants, and the policy's
/// decision.
///
/// @param register makes a session findable for its streams; false if there are too many sessions
record Greeting(LocalEnd local, SessionPolicy policy, SSLContext tls, BiPredicate<Session, Admission> register) {
    private static final Logger LOG = LoggerFactory.getLogger(Greeting.class);
    private static final byte[] FIRST_BYTE = {0x16};

    /// Whether the connection is now a session's. The first byte of the TLS handshake has been read.
    boolean greet(Socket socket) throws IOException, WireException, ProtocolException, TrustException {
        SSLSocket secured =
                (SSLSocket) tls.getSocketFactory().createSocket(socket, new ByteArrayInputStream(FIRST_BYTE), true);
        secured.setUseClientMode(false);
        secured.setSSLParameters(SessionTls.parameters());
        secured.startHandshake();
        SessionLink link = new SessionLink(socket, secured);
        SessionFrame.Hello hello = hello(link.read());
        PeerIdentity peer;
        try {
            peer = SessionTls.peerOf(secured.getSession(), local.federation());
        } catch (TrustException e) {
            link.last(new SessionFrame.Goodbye(Refusal.FORBIDDEN, NetFailures.text(e)));
            throw e;
        }
        SessionId id = new SessionId(local.random().nextLong(), local.random().nextLong());
        link.write(new SessionFrame.Hello(SessionFrame.Hello.VERSION, id, local.maxBlockBytes()));
        SessionFrame.Authorize wanted = authorize(link.read());
        Session session = new Session(
                local,
                new Session.Terms(
                        id,
                        wanted.transfer(),
                        name(peer, socket),
                        SessionTls.keyOf(secured.getSession()),
                        socket.getInetAddress(),
                        hello.maxBlockBytes()),
                link);
        return admit(session, peer, wanted, link);
    }

    private boolean admit(Session session, PeerIdentity peer, SessionFrame.Authorize wanted, SessionLink link)
            throws IOException {
        Admission admission = decide(peer, wanted);
        if (!(admission instanceof Admission.Refused) && !register.test(session, admission)) {
            admission = new Admission.Refused(Refusal.BUSY, "too many sessions at a time");
        }
        session.send(new SessionFrame.Authorized(wanted.transfer()));
        Optional<Admission.Refused> refused = prepare(session, admission);
        if (refused.isPresent()) {
            LOG.info("{} is refused: {}", session.peer(), refused.get().reason());
            link.last(new SessionFrame.Goodbye(
                    refused.get().refusal(), refused.get().reason()));
            return false;
        }
        session.start();
        return true;
    }

    private Admission decide(PeerIdentity peer, SessionFrame.Authorize wanted) {
        try {
            Optional<Capability> capability = wanted.capability().length == 0
                    ? Optional.empty()
                    : Optional.of(Capability.decode(wanted.capability()));
            Admission admission = policy.admit(peer, wanted.transfer(), capability);
            return admission instanceof Admission.Hosted hosted
                            && !hosted.grant().transfer().equals(wanted.transfer())
                    ? new Admission.Refused(Refusal.FORBIDDEN, "the capability is for another transfer")
                    : admission;
        } catch (TrustException e) {
            return new Admission.Refused(Refusal.FORBIDDEN, NetFailures.text(e));
        } catch (RuntimeException e) {
            return failed(peer, e);
        }
    }

    /// Gives the session the half that this end plays in it.
    private Optional<Admission.Refused> prepare(Session session, Admission admission) {
        switch (admission) {
            case Admission.Refused refused -> {
                return Optional.of(refused);
            }
            case Admission.Hosted(var grant, var allowance, var host, var ended) -> {
                session.whenEnded(ended);
                session.serve(new Serving(grant, allowance, host, local.clock()));
            }
            case Admission.Asked(var opened) -> {
                try {
                    TcpBlockChannel channel = session.ask();
                    channel.listener(opened.opened(channel));
                } catch (RuntimeException e) {
                    session.discard(e);
                    return Optional.of(failed(session.peer(), e));
                }
            }
        }
        return Optional.empty();
    }

    private static Admission.Refused failed(Object peer, RuntimeException e) {
        LOG.error("this end failed to admit {}", peer, e);
        return new Admission.Refused(Refusal.FAILED, "the host failed");
    }

    private static SessionFrame.Hello hello(SessionFrame frame) throws ProtocolException {
        if (frame instanceof SessionFrame.Hello hello) {
            return checked(hello);
        }
        throw new ProtocolException("the session began with " + frame);
    }

    /// A hello in a version that is spoken here.
    static SessionFrame.Hello checked(SessionFrame.Hello hello) throws ProtocolException {
        if (hello.version() != SessionFrame.Hello.VERSION) {
            throw new ProtocolException("version " + hello.version() + " of the protocol is not spoken here");
        }
        return hello;
    }

    private static SessionFrame.Authorize authorize(SessionFrame frame) throws ProtocolException {
        if (frame instanceof SessionFrame.Authorize authorize) {
            return authorize;
        }
        throw new ProtocolException("behind hello came " + frame);
    }

    private static String name(PeerIdentity peer, Socket socket) {
        String name = switch (peer) {
            case PeerIdentity.Certified(var member) -> member.name();
            case PeerIdentity.SelfSigned(var key) -> "key " + key.hex().substring(0, 8);
        };
        return name + " (" + socket.getInetAddress().getHostAddress() + ":" + socket.getPort() + ")";
    }
}
