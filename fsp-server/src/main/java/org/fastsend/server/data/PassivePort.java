package org.fastsend.server.data;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.fastsend.server.net.ProxyHeader;
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

    private final Channel listener;
    private final Arrivals arrivals;

    private PassivePort(Channel listener, Arrivals arrivals) {
        this.listener = listener;
        this.arrivals = arrivals;
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

    /// Listens on the control connection's local address. A range is tried from a place that `start` chooses, so
    /// that sessions do not all contend for its first port.
    public static PassivePort open(
            Transport transport, InetAddress local, Guests guests, OptionalInt bufferBytes, PortRange range, int start)
            throws IOException {
        Arrivals arrivals = new Arrivals(guests.connections());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(transport.data())
                .channel(transport.listeningChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        ProxyHeader.read(
                                channel, guests.proxies(), ends -> welcome(channel, ends.peer(), guests, arrivals));
                    }
                });
        DataConnection.configure(bootstrap, bufferBytes);
        Channel listener = bind(bootstrap, local, range, start);
        var _ = arrivals.complete().thenRunAsync(() -> stopListening(listener), listener.eventLoop());
        return new PassivePort(listener, arrivals);
    }

    private static Channel bind(ServerBootstrap bootstrap, InetAddress local, PortRange range, int start)
            throws IOException {
        if (range.first() == 0) {
            return Transport.await(bootstrap.bind(local, 0));
        }
        for (int i = 0; i < range.size(); i++) {
            int port = range.first() + Math.floorMod(start + i, range.size());
            try {
                return Transport.await(bootstrap.bind(local, port));
            } catch (IOException e) {
                LOG.debug("passive port {} is taken", port, e);
            }
        }
        throw new BindException("every port from " + range.first() + " to " + range.last() + " is in use");
    }

    private static void welcome(SocketChannel channel, InetSocketAddress from, Guests guests, Arrivals arrivals) {
        if (!guests.welcome(from)) {
            LOG.warn("data connection refused from={} expected={}", from, guests.client());
            var _ = channel.close();
            return;
        }
        DataConnection connection = new DataConnection(channel);
        if (!arrivals.add(connection)) {
            connection.abort();
        }
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
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
        stopListening(listener);
    }

    private static void stopListening(Channel listener) {
        var _ = listener.close();
    }
}
