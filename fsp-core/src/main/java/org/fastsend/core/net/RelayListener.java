package org.fastsend.core.net;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.SessionTls;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionId;
import org.fastsend.core.wire.StreamPreamble;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The acceptor's one port: takes sessions and their data streams. What a connection does wrong is its own
/// end and nobody else's; connections that have not proven who they are yet are few and short-lived.
public final class RelayListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RelayListener.class);
    private static final int TLS_HANDSHAKE_BYTE = 0x16;
    private static final int BACKLOG = 256;

    private static final long UNKNOWN_RTT_NANOS = Long.MAX_VALUE;

    private final LocalEnd local;
    private final SessionPolicy policy;
    private final Optional<Guest> guest;
    private final SSLContext tls;
    private final ServerSocket server;
    private final Optional<UdpDoor> door;
    private final HalfOpen halfOpen = new HalfOpen(TcpLimits.MAX_HALF_OPEN, TcpLimits.MAX_HALF_OPEN_OF_AN_ADDRESS);
    private final SessionSeats seats = new SessionSeats();
    private final Map<SessionId, AcceptedSession> sessions = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /// Another protocol on the same port.
    ///
    /// @param firstByte what its connections begin with; neither of those that sessions and streams begin with
    /// @param taken takes a connection over whose first byte has been read, and returns at once
    public record Guest(int firstByte, Consumer<Socket> taken) {}

    private RelayListener(
            LocalEnd local, SessionPolicy policy, Optional<Guest> guest, ServerSocket server, Optional<UdpDoor> door) {
        this.local = local;
        this.policy = policy;
        this.guest = guest;
        this.tls = SessionTls.acceptor(local.self());
        this.server = server;
        this.door = door;
    }

    /// Listens from now on.
    ///
    /// @param address port 0 takes any free one
    /// @throws FspException PORT_IN_USE if the address is taken or may not be listened at
    public static RelayListener open(InetSocketAddress address, LocalEnd local, SessionPolicy policy) {
        return open(address, local, policy, Optional.empty());
    }

    /// The same with another protocol on the same port.
    public static RelayListener open(
            InetSocketAddress address, LocalEnd local, SessionPolicy policy, Optional<Guest> guest) {
        try {
            ServerSocket server = new ServerSocket();
            try {
                server.bind(address, BACKLOG);
            } catch (IOException e) {
                server.close();
                throw e;
            }
            Optional<UdpDoor> door = local.carriage().kind() == ChannelKind.TCP
                    ? Optional.empty()
                    : UdpDoor.open(server.getInetAddress(), server.getLocalPort(), local);
            RelayListener listener = new RelayListener(local, policy, guest, server, door);
            AcceptLoop loop = new AcceptLoop(server::accept, listener::begin, listener.closed);
            Thread.ofVirtual().name("fsp-accept " + server.getLocalPort()).start(loop::run);
            return listener;
        } catch (BindException e) {
            throw new FspException(
                    ErrorCode.PORT_IN_USE,
                    "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": " + NetFailures.text(e)
                            + "; choose another port, or 0 for any free one",
                    e);
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, "cannot listen at " + address + ": " + NetFailures.text(e), e);
        }
    }

    /// The UDP port, of the same number, where blocks are taken too; empty if there is none.
    public OptionalInt udpPort() {
        return door.map(open -> OptionalInt.of(open.port())).orElse(OptionalInt.empty());
    }

    /// The part of the UDP port whose datagrams begin with 0xF0 or more: for the overlay.
    public Optional<DatagramIo> udpBranch() {
        return door.map(UdpDoor::branch);
    }

    /// Datagrams that came to the UDP port and belonged to no stream.
    public long droppedDatagrams() {
        return door.map(UdpDoor::droppedDatagrams).orElse(0L);
    }

    public int port() {
        return server.getLocalPort();
    }

    /// Sessions open now.
    public int sessions() {
        return sessions.size();
    }

    /// Stops listening and ends every session.
    @Override
    public void close() {
        closed.countDown();
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("closing port {}: {}", port(), NetFailures.text(e));
        }
        halfOpen.close();
        sessions.values().forEach(AcceptedSession::close);
        door.ifPresent(UdpDoor::close);
    }

    /// Loops that serve UDP streams.
    int udpLoops() {
        return door.map(UdpDoor::loops).orElse(0);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void begin(Socket socket) {
        halfOpen.add(socket, socket.getInetAddress());
        try {
            Thread.ofVirtual()
                    .name("fsp-accepted " + socket.getRemoteSocketAddress())
                    .start(() -> handle(socket));
        } catch (RuntimeException | Error e) {
            halfOpen.remove(socket);
            throw e;
        }
    }

    private void handle(Socket socket) {
        boolean taken = false;
        Deadline deadline = new Deadline(local.timings().handshake(), socket);
        try (deadline) {
            socket.setTcpNoDelay(true);
            int first = socket.getInputStream().read();
            taken = switch (first) {
                case TLS_HANDSHAKE_BYTE -> {
                    local.carriage().expect((InetSocketAddress) socket.getRemoteSocketAddress(), UNKNOWN_RTT_NANOS);
                    yield new Greeting(local, policy, tls, (session, admission) -> register(socket, session, admission))
                            .greet(socket);
                }
                case StreamPreamble.FIRST_BYTE -> attach(socket);
                default -> admit(socket, first);
            };
        } catch (IOException | WireException | ProtocolException | TrustException | RuntimeException e) {
            String why = deadline.passed() ? "it took too long" : NetFailures.text(e);
            LOG.debug("a connection from {} came to nothing: {}", peerOf(socket), why, e);
        } finally {
            halfOpen.remove(socket);
            if (!taken) {
                close(socket);
            }
        }
    }

    private boolean admit(Socket socket, int first) throws ProtocolException {
        if (guest.isEmpty() || guest.get().firstByte() != first) {
            throw new ProtocolException("it began with byte " + first);
        }
        guest.get().taken().accept(socket);
        return true;
    }

    /// A further data stream of a session. Its first byte has been read.
    private boolean attach(Socket socket) throws IOException, WireException, ProtocolException {
        byte[] preamble = new byte[StreamPreamble.LENGTH];
        preamble[0] = (byte) StreamPreamble.FIRST_BYTE;
        if (socket.getInputStream().readNBytes(preamble, 1, preamble.length - 1) < preamble.length - 1) {
            throw new ProtocolException("the start of a data stream is cut short");
        }
        StreamPreamble stream = StreamPreamble.decode(preamble);
        AcceptedSession session = sessions.get(stream.session());
        if (session == null) {
            throw new ProtocolException("a data stream of an unknown session");
        }
        if (sessions.values().stream().mapToInt(AcceptedSession::streams).sum() >= TcpLimits.MAX_ACCEPTED_STREAMS) {
            throw new ProtocolException("too many data streams at a time");
        }
        return session.attach(socket, stream);
    }

    /// Makes a session known before its peer learns that it is open. From then on its connection is not half open, so
    /// that nobody drops it without a word.
    private boolean register(Socket socket, Session session, Admission admission) {
        if (!seats.take(session.id(), new SessionSeats.Owner(session.peerKey(), sponsor(session, admission)))) {
            return false;
        }
        AcceptedSession accepted = new AcceptedSession(session);
        session.streams()
                .takeUdpBy(
                        number -> accepted.expect(number, door),
                        () -> door.map(UdpDoor::hasFreeLoop).orElse(false));
        sessions.put(session.id(), accepted);
        session.whenEnded(cause -> forget(session));
        if (isClosed()) {
            forget(session); // close() may have looked just before
            return false;
        }
        halfOpen.remove(socket);
        return true;
    }

    private void forget(Session session) {
        sessions.remove(session.id());
        seats.free(session.id());
    }

    /// Who let the peer in: the member that signed its capability. Where that is this end, the peer speaks for itself.
    private KeyHash sponsor(Session session, Admission admission) {
        return admission instanceof Admission.Hosted hosted
                        && !hosted.grant().issuer().equals(local.self().keyHash())
                ? hosted.grant().issuer()
                : session.peerKey();
    }

    private static String peerOf(Socket socket) {
        InetAddress address = socket.getInetAddress();
        return address == null ? "somewhere" : address.getHostAddress();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }
}
