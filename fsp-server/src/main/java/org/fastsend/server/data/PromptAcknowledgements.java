package org.fastsend.server.data;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// Acknowledges at once what a client sends for its TLS handshake, where the system can. One that writes it in pieces
/// with Nagle's algorithm on, as Java's sockets do, would wait 40 ms for a delayed acknowledgement before each small
/// file. Stands in front of TLS.
final class PromptAcknowledgements extends ChannelInboundHandlerAdapter {
    private final SslHandler tls;
    private final SocketChannel socket;

    PromptAcknowledgements(SslHandler tls, SocketChannel socket) {
        this.tls = tls;
        this.socket = socket;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws IOException {
        ctx.fireChannelReadComplete();
        if (tls.handshakeFuture().isDone() || !socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)) {
            var _ = ctx.pipeline().remove(this);
        } else if (socket.isOpen()) {
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }
}
