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
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fastsend.server.net.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A port that waits for one data connection, and takes it only from the address that the control connection comes
/// from: nobody else can steal a transfer by being faster. It listens from the moment PASV is answered, whatever
/// commands follow, and closes when its connection came or it is replaced.
public final class PassivePort implements DataEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(PassivePort.class);
    private static final int BACKLOG = 4;

    private final Channel listener;
    private final CompletableFuture<DataConnection> arrived;
    private boolean taken;

    private PassivePort(Channel listener, CompletableFuture<DataConnection> arrived) {
        this.listener = listener;
        this.arrived = arrived;
    }

    /// Listens on the control connection's local address. A range is tried from a place that `start` chooses, so
    /// that sessions do not all contend for its first port.
    public static PassivePort open(
            Transport transport, InetAddress local, InetAddress client, PortRange range, int start) throws IOException {
        CompletableFuture<DataConnection> arrived = new CompletableFuture<>();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(transport.data())
                .channel(transport.listeningChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        welcome(channel, client, arrived);
                    }
                });
        DataConnection.configure(bootstrap);
        Channel listener = bind(bootstrap, local, range, start);
        var _ = arrived.whenComplete((_, _) -> stopListening(listener));
        return new PassivePort(listener, arrived);
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

    private static void welcome(SocketChannel channel, InetAddress client, CompletableFuture<DataConnection> arrived) {
        InetSocketAddress from = channel.remoteAddress();
        if (from == null || !from.getAddress().equals(client)) {
            LOG.warn("data connection refused from={} expected={}", from, client);
            var _ = channel.close();
            return;
        }
        DataConnection connection = new DataConnection(channel);
        if (!arrived.complete(connection)) {
            connection.abort();
        }
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public DataConnection connect(long timeoutNanos) throws IOException, InterruptedException {
        try {
            DataConnection connection = arrived.get(timeoutNanos, TimeUnit.NANOSECONDS);
            taken = true;
            return connection;
        } catch (TimeoutException e) {
            throw new SocketTimeoutException("no data connection came");
        } catch (ExecutionException e) {
            throw new IOException("the passive port was closed", e.getCause());
        }
    }

    /// Closes the port, and a connection that came and was never used.
    @Override
    public void close() {
        if (!arrived.completeExceptionally(new IOException("closed")) && !taken) {
            var _ = arrived.thenAccept(DataConnection::abort);
        }
        stopListening(listener);
    }

    private static void stopListening(Channel listener) {
        var _ = listener.close();
    }
}
