package org.fastsend.server.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for the header of the PROXY protocol, version 1 or 2 (haproxy.org, proxy-protocol.txt), at the start of a
/// connection from a trusted proxy. What comes behind it goes on to the handlers that were added by then.
public final class ProxyHeader extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyHeader.class);
    private static final long PATIENCE_SECONDS = 10;

    private final SocketChannel channel;
    private final Consumer<Ends> then;
    private final Future<?> deadline;

    /// The ends of a connection as the proxy saw them.
    public record Ends(InetSocketAddress peer, InetSocketAddress local) {}

    private ProxyHeader(SocketChannel channel, Consumer<Ends> then) {
        this.channel = channel;
        this.then = then;
        this.deadline = channel.eventLoop().schedule(this::giveUp, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /// Calls `then` in the event loop with the ends of the connection: those that the header tells where it comes from
    /// a trusted proxy, otherwise the socket's own. Never calls it when the connection ends before.
    public static void read(SocketChannel channel, TrustedProxies proxies, Consumer<Ends> then) {
        InetSocketAddress peer = channel.remoteAddress();
        InetSocketAddress local = channel.localAddress();
        if (peer == null || local == null) {
            channel.unsafe().closeForcibly();
        } else if (proxies.include(peer.getAddress())) {
            channel.pipeline().addLast(new HAProxyMessageDecoder(), new ProxyHeader(channel, then));
        } else {
            then.accept(new Ends(peer, local));
        }
    }

    private void giveUp() {
        var _ = channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.fireChannelActive();
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HAProxyMessage header) {
            var _ = deadline.cancel(false);
            try {
                then.accept(ends(header));
            } finally {
                header.release();
            }
            ctx.pipeline().remove(this);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        ctx.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        var _ = deadline.cancel(false);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.warn("no PROXY header from={}: {}", channel.remoteAddress(), cause.getMessage());
        var _ = ctx.close();
    }

    /// A proxy that checks whether the server lives speaks for itself.
    private Ends ends(HAProxyMessage header) {
        String source = header.sourceAddress();
        String destination = header.destinationAddress();
        if (header.command() == HAProxyCommand.LOCAL || source == null || destination == null) {
            return new Ends(channel.remoteAddress(), channel.localAddress());
        }
        return new Ends(
                new InetSocketAddress(InetAddress.ofLiteral(source), header.sourcePort()),
                new InetSocketAddress(InetAddress.ofLiteral(destination), header.destinationPort()));
    }
}
