package org.fastsend.overlay.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.fastsend.core.time.NanoClock;
import org.fastsend.overlay.peer.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Overlay datagrams through TCP connections to relays' session ports, where UDP is blocked: the first byte
/// [#FIRST_BYTE], then datagrams, each behind its u16 length (docs/wire.md, "Overlay datagrams"). They are
/// authenticated by themselves, so a connection proves nothing: it is kept for what comes through it that is
/// authentic, and otherwise for moments. Thread-safe.
public final class TcpPipes implements AutoCloseable {
    /// What a connection to a session port begins with when it carries overlay datagrams.
    public static final int FIRST_BYTE = 0xF4;

    /// For so long after it began, a connection needs not have brought anything authentic.
    static final long PROOF_NANOS = 10_000_000_000L;
    /// The same after something authentic came last.
    static final long IDLE_NANOS = 300_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(TcpPipes.class);
    private static final int MAX_DIALLED = 256;
    private static final int MAX_ACCEPTED = 256;
    private static final int MAX_ACCEPTED_OF_A_HOST = 64;
    /// To look at all of them for each datagram that comes would be too much.
    private static final long TEND_NANOS = 1_000_000_000;

    private final Listener listener;
    private final NanoClock clock;
    private final Room room;
    private final TcpPipe.Owner owner;
    // Under this one's lock.
    private final Map<Endpoint, TcpPipe> pipes = new HashMap<>();
    private long tendedNanos;
    private boolean closed;

    /// Hears of what comes, on the pipes' threads or the caller's, and does not wait.
    interface Listener {
        void datagram(Path from, byte[] bytes);

        void closed(Path path);
    }

    /// Connections at a time.
    ///
    /// @param dialled from here; beyond that the one that was silent the longest gives way, before all one
    ///     that is unproven: others say whom to connect with
    /// @param accepted from elsewhere; beyond that the oldest unproven one gives way
    /// @param acceptedOfAHost the same from one address, or one /64 of IPv6, which any host may have for
    ///     itself: whoever connects has proven nothing, and must not keep others out
    record Room(int dialled, int accepted, int acceptedOfAHost) {}

    TcpPipes(Listener listener, NanoClock clock) {
        this(listener, clock, new Room(MAX_DIALLED, MAX_ACCEPTED, MAX_ACCEPTED_OF_A_HOST));
    }

    /// For tests of the limits.
    TcpPipes(Listener listener, NanoClock clock, Room room) {
        this.listener = listener;
        this.clock = clock;
        this.room = room;
        this.tendedNanos = clock.nanos();
        this.owner = new TcpPipe.Owner() {
            @Override
            public void datagram(TcpPipe from, byte[] bytes) {
                listener.datagram(new Path(from.peer(), true), bytes);
            }

            @Override
            public void ended(TcpPipe pipe) {
                forget(pipe);
            }
        };
    }

    /// Sends a datagram, over a new connection if there is none; drops it if too much is unsent.
    synchronized void send(Endpoint to, byte[] datagram) {
        TcpPipe pipe = pipes.get(to);
        if (pipe == null) {
            if (closed) {
                return;
            }
            if (count(false) >= room.dialled()) {
                longestSilent(false).ifPresent(this::forget);
            }
            pipe = TcpPipe.dialled(to, owner, clock.nanos());
            begin(pipe);
        }
        if (!pipe.offer(datagram)) {
            LOG.debug("too much is unsent to {} over TCP", to);
        }
    }

    /// Takes a connection that began with [#FIRST_BYTE], which has been read.
    public void accept(Socket socket) {
        Endpoint from = Endpoint.of((InetSocketAddress) socket.getRemoteSocketAddress());
        if (!takes(from, socket)) {
            try {
                socket.close();
            } catch (IOException e) {
                LOG.debug("closing a connection", e);
            }
        }
    }

    private synchronized boolean takes(Endpoint from, Socket socket) {
        long neighbours = of(true).filter(pipe -> isOneHost(pipe.peer(), from)).count();
        if (closed || pipes.containsKey(from) || neighbours >= room.acceptedOfAHost()) {
            return false;
        }
        if (count(true) >= room.accepted()) {
            Optional<TcpPipe> least = longestSilent(true).filter(pipe -> !pipe.isProven());
            if (least.isEmpty()) {
                return false;
            }
            forget(least.get());
        }
        begin(TcpPipe.accepted(from, socket, owner, clock.nanos()));
        return true;
    }

    static boolean isOneHost(Endpoint one, Endpoint other) {
        return one.high() == other.high() && (one.low() == other.low() || !(one.isV4() || other.isV4()));
    }

    private void begin(TcpPipe pipe) {
        pipes.put(pipe.peer(), pipe);
        pipe.start();
    }

    private Stream<TcpPipe> of(boolean accepted) {
        return pipes.values().stream().filter(pipe -> pipe.isAccepted() == accepted);
    }

    private long count(boolean accepted) {
        return of(accepted).count();
    }

    private Optional<TcpPipe> longestSilent(boolean accepted) {
        return of(accepted).min(Comparator.comparing(TcpPipe::isProven).thenComparingLong(TcpPipe::heardNanos));
    }

    /// Something authentic came through the connection with that peer.
    synchronized void heard(Endpoint peer) {
        TcpPipe pipe = pipes.get(peer);
        if (pipe != null) {
            pipe.heard(clock.nanos());
        }
    }

    /// Whoever needed the connection with that peer knows that it ends.
    synchronized void drop(Endpoint peer) {
        TcpPipe pipe = pipes.remove(peer);
        if (pipe != null) {
            pipe.close();
        }
    }

    /// Closes what nothing authentic came through for too long; to be called every second or more often.
    synchronized void tend() {
        long now = clock.nanos();
        if (now - tendedNanos >= TEND_NANOS) {
            tendedNanos = now;
            List.copyOf(pipes.values()).stream()
                    .filter(pipe -> now - pipe.heardNanos() > (pipe.isProven() ? IDLE_NANOS : PROOF_NANOS))
                    .forEach(this::forget);
        }
    }

    private synchronized void forget(TcpPipe pipe) {
        pipe.close();
        if (pipes.remove(pipe.peer(), pipe)) {
            listener.closed(new Path(pipe.peer(), true));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        List.copyOf(pipes.values()).forEach(this::forget);
    }
}
