package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.linux.TcpRoundTrip;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.PeerIdentity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.VerifyingKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens sessions as their initiator. Thread-safe.
public final class RelayConnector {
    private static final Logger LOG = LoggerFactory.getLogger(RelayConnector.class);
    /// Of a host with more, the first are tried.
    private static final int MAX_ADDRESSES = 4;

    private final LocalEnd local;
    private final SSLContext tls;
    private final NanoClock clock = new SystemNanoClock();

    public RelayConnector(LocalEnd local) {
        this.local = local;
        this.tls = SessionTls.initiator(local.self());
    }

    /// Connects to an acceptor and makes sure who it is. Waits for the network, at most as long as the
    /// timings say for each of the host's addresses.
    ///
    /// @throws FspException UNKNOWN_HOST, CONNECT_REFUSED, CONNECTION_LOST (no answer in time), PROTOCOL
    ///     (no relay protocol there), UNTRUSTED (not of the federation, or not the peer expected)
    public RelayConnection connect(String host, int port, ExpectedPeer expected) {
        List<InetAddress> addresses = resolve(host);
        for (InetAddress address : addresses.subList(0, addresses.size() - 1)) {
            try {
                return connect(host + ":" + port, new InetSocketAddress(address, port), expected);
            } catch (FspException e) {
                if (e.code() != ErrorCode.CONNECT_REFUSED && e.code() != ErrorCode.CONNECTION_LOST) {
                    throw e;
                }
                LOG.debug("{} does not answer at {}; its next address is tried", host, address, e);
            }
        }
        return connect(host + ":" + port, new InetSocketAddress(addresses.getLast(), port), expected);
    }

    /// The host's addresses in the order of the system's preference: one that has no route must not hide the others.
    private static List<InetAddress> resolve(String host) {
        try {
            List<InetAddress> all = List.of(InetAddress.getAllByName(host));
            return all.subList(0, Math.min(all.size(), MAX_ADDRESSES));
        } catch (UnknownHostException e) {
            throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + host + "; check the name", e);
        }
    }

    private RelayConnection connect(String named, InetSocketAddress address, ExpectedPeer expected) {
        Socket socket = new Socket();
        try (Deadline deadline =
                new Deadline(local.timings().connect().plus(local.timings().handshake()), socket)) {
            try {
                long startedNanos = clock.nanos();
                socket.connect(
                        address, Math.toIntExact(local.timings().connect().toMillis()));
                socket.setTcpNoDelay(true);
                long rttNanos = roundTripNanos(address, socket, clock.nanos() - startedNanos);
                local.carriage().expect(address, rttNanos);
                return secure(named, socket, expected, rttNanos);
            } catch (IOException | TrustException | RuntimeException e) {
                socket.close();
                throw deadline.passed() ? NetFailures.tooSlow(named, e) : NetFailures.connecting(named, e);
            }
        } catch (IOException e) {
            throw NetFailures.connecting(named, e);
        }
    }

    /// What it took to connect is a round trip, and what a cold process needs for it; where that matters for what
    /// carries the blocks, the kernel is asked.
    private long roundTripNanos(InetSocketAddress peer, Socket socket, long connectNanos) {
        boolean matters = local.carriage().mayTryUdp(peer, connectNanos);
        return matters
                ? Math.min(connectNanos, TcpRoundTrip.shortestNanos(socket).orElse(connectNanos))
                : connectNanos;
    }

    private RelayConnection secure(String named, Socket socket, ExpectedPeer expected, long rttNanos)
            throws IOException, TrustException {
        SSLSocket secured = (SSLSocket) tls.getSocketFactory()
                .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        secured.setUseClientMode(true);
        secured.setSSLParameters(SessionTls.parameters());
        secured.startHandshake();
        Member member = checked(SessionTls.peerOf(secured.getSession(), local.federation()), expected);
        VerifyingKey key = SessionTls.keyOf(secured.getSession());
        return new RelayConnection(
                local,
                new SessionLink(socket, secured),
                new RelayConnection.Acceptor(member, key, member.name() + " (" + named + ")"),
                address(socket),
                rttNanos);
    }

    private static InetSocketAddress address(Socket socket) {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    private static Member checked(PeerIdentity peer, ExpectedPeer expected) throws TrustException {
        if (expected instanceof ExpectedPeer.Anyone) {
            return new Member(Role.RELAY, "somebody", peer.key());
        }
        if (!(peer instanceof PeerIdentity.Certified(Member member))) {
            throw new TrustException("it has no certificate of the federation");
        }
        return switch (expected) {
            case ExpectedPeer.InRole(var role)
            when member.role() != role -> throw new TrustException("it is " + member + ", not a " + role.word());
            case ExpectedPeer.WithKey(var key)
            when !member.key().equals(key) ->
                throw new TrustException("it is " + member + ", but another key was expected");
            default -> member;
        };
    }
}
