package org.fastsend.server.control;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;

/// Stands before TLS that the server has ended already. Some clients (curl in its passive mode) do not answer the end
/// but go on in the clear: what begins with no TLS record's type is that, and ends TLS.
final class ClearAgain extends ChannelInboundHandlerAdapter {
    private static final int FIRST_RECORD_TYPE = 20;
    private static final int LAST_RECORD_TYPE = 23;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes && bytes.isReadable() && !isRecord(bytes)) {
            end(ctx);
        }
        ctx.fireChannelRead(message);
    }

    /// Removes TLS, and this.
    static void end(ChannelHandlerContext ctx) {
        if (ctx.pipeline().get(SslHandler.class) != null) {
            var _ = ctx.pipeline().remove(SslHandler.class);
        }
        if (ctx.pipeline().get(ClearAgain.class) != null) {
            var _ = ctx.pipeline().remove(ClearAgain.class);
        }
    }

    private static boolean isRecord(ByteBuf bytes) {
        int type = bytes.getUnsignedByte(bytes.readerIndex());
        return type >= FIRST_RECORD_TYPE && type <= LAST_RECORD_TYPE;
    }
}
