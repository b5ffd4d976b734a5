package org.fastsend.server.data;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;
import org.fastsend.server.net.Transport;
import org.fastsend.server.net.TrustedProxies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A port that waits for data connections, and takes them only from the client's address: nobody else can steal a
/// transfer by being faster. It listens from the moment PASV is answered, whatever commands follow, and closes when its
/// single connection came or it is replaced.
public final class PassivePort implements DataEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(PassivePort.class);
    private static final int BACKLOG = 64;

    /// Where no range is given: the ports that belong to nobody (RFC 6335 section 6). To ask the system for any
    /// would have it search, for a millisecond where thousands were used a minute ago; a number tried is taken
    /// or not.
    private static final PortRange DYNAMIC = new PortRange(49152, 65535);

    /// Numbers tried there before the system has to search after all.
    private static final int MAX_TRIES = 16;

    private final EventLoopGroup loops;
    private final Guests guests;
    private final OptionalInt bufferBytes;
    private final int port;
    private final Arrivals arrivals;
    private final Channel doorway;

    private PassivePort(
            Transport transport, ServerSocketChannel listening, int port, Guests guests, OptionalInt bufferBytes) {
        this.loops = transport.data();
        this.guests = guests;
        this.bufferBytes = bufferBytes;
        this.port = port;
        this.arrivals = new Arrivals(guests.connections());
        this.doorway = new Doorway(listening, this::meet);
    }

    /// Who may connect.
    ///
    /// @param client the address of the control connection; empty when a third party may come (RFC 959 section 5.2)
    /// @param connections 1, or how many may wait at a time to be used
    /// @param proxies who may connect for the client
    public record Guests(Optional<InetAddress> client, int connections, TrustedProxies proxies) {
        boolean welcome(InetSocketAddress from) {
            return client.isEmpty() || client.get().equals(from.getAddress());
        }
    }

    /// Listens on the control connection's local address, at a port of the range that nobody can foretell.
    public static PassivePort open(
            Transport transport, InetAddress local, Guests guests, OptionalInt bufferBytes, PortRange range)
            throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(
                local instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (bufferBytes.isPresent()) {
                // Before it listens, for the window of those who come depends on it.
                listening.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes.getAsInt());
            }
            bind(listening, local, range);
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            PassivePort opened = new PassivePort(transport, listening, port, guests, bufferBytes);
            // Whoever connects before that is done waits in the system's queue.
            var _ = opened.loops.register(opened.doorway);
            var _ = opened.arrivals.complete().thenRun(opened::stopListening);
            return opened;
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    private static void bind(ServerSocketChannel listening, InetAddress local, PortRange range) throws IOException {
        boolean any = range.equals(PortRange.ANY);
        PortRange tried = any ? DYNAMIC : range;
        int tries = any ? MAX_TRIES : range.size();
        int start = new SecureRandom().nextInt(tried.size());
        for (int i = 0; i < tries; i++) {
            int port = tried.first() + (start + i) % tried.size();
            try {
                listening.bind(new InetSocketAddress(local, port), BACKLOG);
                return;
            } catch (BindException e) {
                LOG.debug("passive port {} is taken", port, e);
            }
        }
        if (!any) {
            throw new BindException("every port from " + range.first() + " to " + range.last() + " is in use");
        }
        listening.bind(new InetSocketAddress(local, 0), BACKLOG);
    }

    private void meet(SocketChannel guest, InetSocketAddress from) throws IOException {
        if (guests.proxies().include(from.getAddress())) {
            ProxiedGuest.read(guest, guests.proxies(), loops, (ends, early) -> letIn(guest, ends.peer(), early));
        } else {
            letIn(guest, from, ByteBuffer.allocate(0));
        }
    }

    private void letIn(SocketChannel guest, InetSocketAddress from, ByteBuffer early) {
        try {
            if (guests.welcome(from)) {
                DataSockets.prepare(guest, bufferBytes);
                DataConnection connection = new DataConnection(guest, early, loops);
                if (!arrivals.add(connection)) {
                    connection.close();
                }
            } else {
                LOG.warn("data connection refused from={} expected={}", from, guests.client());
                sendAway(guest);
            }
        } catch (IOException e) {
            LOG.debug("a data connection ended as it came", e);
            sendAway(guest);
        }
    }

    private static void sendAway(SocketChannel guest) {
        try {
            guest.close();
        } catch (IOException e) {
            LOG.debug("a data connection does not close in order", e);
        }
    }

    public int port() {
        return port;
    }

    @Override
    public DataConnection connect(long timeoutNanos) throws IOException, InterruptedException {
        return arrivals.next(timeoutNanos);
    }

    @Override
    public void giveBack(DataConnection connection) {
        arrivals.giveBack(connection);
    }

    /// Closes the port, and connections that came and were never used.
    @Override
    public void close() {
        arrivals.close();
        stopListening();
    }

    private void stopListening() {
        var _ = doorway.close();
    }
}
