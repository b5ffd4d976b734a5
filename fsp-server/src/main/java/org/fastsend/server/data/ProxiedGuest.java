package org.fastsend.server.data;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.fastsend.server.net.ProxyHeader;
import org.fastsend.server.net.TrustedProxies;

/// Reads the header that a proxy puts before a data connection, in an event loop, and lets go of the connection
/// then. What came behind the header in the same read belongs to the client.
final class ProxiedGuest extends ChannelInboundHandlerAdapter {
    /// Takes the connection, of whose content the buffer came already.
    @FunctionalInterface
    interface Host {
        void welcome(ProxyHeader.Ends ends, ByteBuffer early);
    }

    private final ByteArrayOutputStream early = new ByteArrayOutputStream();

    private ProxiedGuest() {}

    static void read(SocketChannel guest, TrustedProxies proxies, EventLoopGroup loops, Host host) {
        NioSocketChannel channel = new NioSocketChannel(guest);
        channel.config().setAutoRead(false);
        channel.pipeline().addLast(new ChannelInitializer<NioSocketChannel>() {
            @Override
            protected void initChannel(NioSocketChannel registered) {
                ProxyHeader.read(registered, proxies, ends -> leave(registered, ends, host));
            }
        });
        var _ = loops.register(channel);
    }

    private static void leave(NioSocketChannel channel, ProxyHeader.Ends ends, Host host) {
        ProxiedGuest rest = new ProxiedGuest();
        channel.pipeline().addLast(rest);
        // Later, when the rest of what was read has gone through the pipeline.
        channel.eventLoop()
                .execute(() -> channel.deregister()
                        .addListener(_ -> host.welcome(ends, ByteBuffer.wrap(rest.early.toByteArray()))));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        ByteBuf bytes = (ByteBuf) message;
        try {
            bytes.readBytes(early, bytes.readableBytes());
        } finally {
            bytes.release();
        }
    }
}
