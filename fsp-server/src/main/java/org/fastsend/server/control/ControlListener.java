package org.fastsend.server.control;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fastsend.server.net.InlineNioServerChannel;
import org.fastsend.server.net.ProxyHeader;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.net.Transport;
import org.fastsend.server.net.TrustedProxies;

/// The port that clients connect to.
public final class ControlListener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final int READ_BYTES = 2048;
    private static final int SOL_SOCKET = 1;
    private static final int SO_OOBINLINE = 10;

    private final Channel channel;

    private ControlListener(Channel channel) {
        this.channel = channel;
    }

    /// Listens, and hands each connection to `accepted`, which is called in an event loop and must not wait. With
    /// `implicit`, connections speak its TLS from the first byte on. `proxies` say whose the connections are.
    public static ControlListener open(
            Transport transport,
            InetSocketAddress address,
            Supplier<TrustedProxies> proxies,
            Optional<Supplier<SessionTls>> implicit,
            Consumer<ControlConnection> accepted)
            throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(transport.control())
                .channel(transport.isEpoll() ? EpollServerSocketChannel.class : InlineNioServerChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        ProxyHeader.read(
                                channel,
                                proxies.get(),
                                ends -> accepted.accept(
                                        new ControlConnection(channel, ends, implicit.map(Supplier::get))));
                    }
                });
        if (transport.isEpoll()) {
            // Keeps the urgent byte of an interrupt (RFC 959 section 4.1.3, ABOR) in its place in the stream, as the
            // other channel does.
            bootstrap.childOption(new IntegerUnixChannelOption("SO_OOBINLINE", SOL_SOCKET, SO_OOBINLINE), 1);
        }
        return new ControlListener(Transport.await(bootstrap.bind(address)));
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /// Stops listening; connections that were accepted live on.
    @Override
    public void close() {
        var _ = channel.close().awaitUninterruptibly();
    }
}
