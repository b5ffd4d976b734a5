package org.fastsend.server.data;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslHandler;

/// Acknowledges at once what a client sends for its TLS handshake, where the system can. One that writes it in pieces
/// with Nagle's algorithm on, as Java's sockets do, would wait 40 ms for a delayed acknowledgement before each small
/// file.
final class PromptAcknowledgements extends ChannelInboundHandlerAdapter {
    private final SslHandler tls;

    private PromptAcknowledgements(SslHandler tls) {
        this.tls = tls;
    }

    /// Joins the pipeline in front of TLS.
    static void during(SslHandler tls, ChannelHandlerContext context) {
        if (context.channel() instanceof EpollSocketChannel) {
            context.pipeline().addFirst(new PromptAcknowledgements(tls));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        if (tls.handshakeFuture().isDone()) {
            var _ = ctx.pipeline().remove(this);
        } else if (ctx.channel() instanceof EpollSocketChannel channel && channel.isOpen()) {
            var _ = channel.config().setTcpQuickAck(true);
        }
    }
}
