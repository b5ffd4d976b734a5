package org.fastsend.server.data;

import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.Transport;
import org.fastsend.server.net.TrustedProxies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A port that waits for data connections, and takes them only from the client's address: nobody else can steal a
/// transfer by being faster. It listens from the moment PASV is answered, whatever commands follow: who comes waits in
/// the system's queue until a transfer asks for connections. It closes when its single one came or it is replaced.
public final class PassivePort implements DataEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(PassivePort.class);
    private static final int BACKLOG = 64;

    /// How long a client is looked for that begins TLS unasked.
    private static final long EARLY_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// Where no range is given: the ports that belong to nobody (RFC 6335 section 6). To ask the system
    /// for any would have it search, for a millisecond where thousands were used a minute ago; a number
    /// tried is taken or not.
    private static final PortRange DYNAMIC = new PortRange(49152, 65535);

    /// Numbers tried there before the system has to search after all.
    private static final int MAX_TRIES = 16;

    private final ServerSocketChannel listening;
    private final Readiness readiness;
    private final EventLoopGroup loops;
    private final Guests guests;
    private final OptionalInt bufferBytes;
    private final NanoClock clock;
    private final int port;
    private final long openedNanos;
    /// Connections that were used, and may be used again, or came before they were asked for.
    private final ConcurrentLinkedQueue<DataConnection> kept = new ConcurrentLinkedQueue<>();

    /// Why the one that came early cannot be used.
    private volatile Optional<IOException> spoiled = Optional.empty();

    private PassivePort(
            Transport transport,
            NanoClock clock,
            ServerSocketChannel listening,
            int port,
            Guests guests,
            OptionalInt bufferBytes) {
        this.loops = transport.data();
        this.clock = clock;
        this.listening = listening;
        this.readiness = new Readiness(listening);
        this.guests = guests;
        this.bufferBytes = bufferBytes;
        this.port = port;
        this.openedNanos = clock.nanos();
    }

    /// Who may connect.
    ///
    /// @param client the address of the control connection; empty when a third party may come (RFC 959 section 5.2)
    /// @param many whether more than one connection is wanted
    /// @param proxies who may connect for the client
    public record Guests(Optional<InetAddress> client, boolean many, TrustedProxies proxies) {
        boolean welcome(InetSocketAddress from) {
            return client.isEmpty() || client.get().equals(from.getAddress());
        }
    }

    /// Listens on the control connection's local address, at a port of the range that nobody can
    /// foretell.
    public static PassivePort open(
            Transport transport,
            NanoClock clock,
            InetAddress local,
            Guests guests,
            OptionalInt bufferBytes,
            PortRange range)
            throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(
                local instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        try {
            listening.configureBlocking(false);
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            if (bufferBytes.isPresent()) {
                // Before it listens, for the window of those who come depends on it.
                listening.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes.getAsInt());
            }
            bind(listening, local, range, transport.random());
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            return new PassivePort(transport, clock, listening, port, guests, bufferBytes);
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    private static void bind(ServerSocketChannel listening, InetAddress local, PortRange range, SecureRandom random)
            throws IOException {
        boolean any = range.equals(PortRange.ANY);
        PortRange tried = any ? DYNAMIC : range;
        int tries = any ? MAX_TRIES : range.size();
        int start = random.nextInt(tried.size());
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

    public int port() {
        return port;
    }

    @Override
    public DataConnection connect(long timeoutNanos, Runnable beforeWaiting) throws IOException, InterruptedException {
        DataConnection again = kept.poll();
        if (again != null) {
            return again;
        }
        if (spoiled.isPresent()) {
            throw spoiled.get();
        }
        long start = clock.nanos();
        while (true) {
            SocketChannel guest = listening.accept();
            if (guest == null) {
                beforeWaiting.run();
                long left = timeoutNanos - (clock.nanos() - start);
                if (left <= 0 || !readiness.await(SelectionKey.OP_ACCEPT, left)) {
                    throw new SocketTimeoutException("no data connection came");
                }
            } else {
                Optional<DataConnection> connection = meet(guest, beforeWaiting);
                if (connection.isPresent()) {
                    if (!guests.many()) {
                        stopListening();
                    }
                    return connection.get();
                }
            }
        }
    }

    /// Begins TLS with a client that does so before it has asked for a transfer, and says nothing until
    /// that is done (aioftp). Does nothing while none does; one thread at a time, and none in [#connect]
    /// meanwhile.
    ///
    /// @return whether one may still come that does
    public boolean meetEarly(DataSecurity security) throws InterruptedException {
        if (guests.many() || clock.nanos() - openedNanos > EARLY_NANOS || spoiled.isPresent()) {
            return false;
        }
        try {
            if (kept.isEmpty()) {
                keepNext();
            }
            DataConnection guest = kept.peek();
            if (guest == null || !guest.isSpokenTo()) {
                return guest == null || !guest.isSecure();
            }
            guest.secure(security);
        } catch (IOException e) {
            spoiled = Optional.of(e);
            abortKept();
        }
        return false;
    }

    private void keepNext() throws IOException, InterruptedException {
        SocketChannel guest = listening.accept();
        if (guest != null) {
            Optional<DataConnection> connection = meet(guest, () -> {});
            if (connection.isPresent()) {
                kept.add(connection.get());
                stopListening();
            }
        }
    }

    /// Lets a guest in who may come; another one's connection is closed.
    private Optional<DataConnection> meet(SocketChannel guest, Runnable beforeWaiting) throws InterruptedException {
        boolean welcome = false;
        try {
            guest.configureBlocking(false);
            InetSocketAddress from = (InetSocketAddress) guest.getRemoteAddress();
            ByteBuffer early = ByteBuffer.allocate(0);
            if (guests.proxies().include(from.getAddress())) {
                beforeWaiting.run();
                ProxiedGuest proxied = ProxiedGuest.read(guest, clock);
                from = proxied.from();
                early = proxied.early();
            }
            if (!guests.welcome(from)) {
                LOG.warn("data connection refused from={} expected={}", from, guests.client());
                return Optional.empty();
            }
            DataSockets.prepare(guest, bufferBytes);
            welcome = true;
            return Optional.of(new DataConnection(guest, early, loops));
        } catch (IOException e) {
            LOG.debug("a data connection ended as it came", e);
            return Optional.empty();
        } finally {
            if (!welcome) {
                sendAway(guest);
            }
        }
    }

    private static void sendAway(SocketChannel guest) {
        try {
            guest.close();
        } catch (IOException e) {
            LOG.debug("a data connection does not close in order", e);
        }
    }

    /// Keeps a connection for the next transfer, unless the port was closed.
    @Override
    public void giveBack(DataConnection connection) {
        kept.add(connection);
        if (!listening.isOpen()) {
            abortKept();
        }
    }

    /// Closes the port, and connections that nobody uses.
    @Override
    public void close() {
        stopListening();
        abortKept();
    }

    private void abortKept() {
        for (DataConnection unused = kept.poll(); unused != null; unused = kept.poll()) {
            unused.abort();
        }
    }

    private void stopListening() {
        try {
            listening.close();
            readiness.wake();
            readiness.close();
        } catch (IOException e) {
            LOG.debug("a passive port does not close in order", e);
        }
    }
}
