package org.fastsend.server.data;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.net.Transport;

/// An address of the client that the server connects to (PORT, EPRT). Whoever makes one has checked that it is the
/// client's own, so that the server cannot be turned against others (RFC 2577 section 3).
///
/// @param local the address of the control connection at the server, which the client expects to see
/// @param bufferBytes of the sockets; empty for what the system thinks best
public record ActiveAddress(Transport transport, InetAddress local, InetSocketAddress remote, OptionalInt bufferBytes)
        implements DataEndpoint {
    @Override
    public DataConnection connect(long timeoutNanos) throws IOException {
        CompletableFuture<DataConnection> made = new CompletableFuture<>();
        Bootstrap bootstrap = new Bootstrap()
                .group(transport.data())
                .channel(transport.connectingChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) TimeUnit.NANOSECONDS.toMillis(timeoutNanos))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        made.complete(new DataConnection(channel));
                    }
                });
        DataConnection.configure(bootstrap, bufferBytes);
        Transport.await(bootstrap.connect(remote, new InetSocketAddress(local, 0)));
        return made.join();
    }

    @Override
    public void close() {
        // Nothing is open before connect.
    }
}
