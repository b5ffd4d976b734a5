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
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_AT = 3;

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

    /// Drops records that begin here whole: the client's end of TLS, where the engine had no use for it any more.
    static void skipRecords(ByteBuf bytes) {
        while (bytes.readableBytes() >= HEADER_BYTES && isRecord(bytes)) {
            int length = HEADER_BYTES + bytes.getUnsignedShort(bytes.readerIndex() + LENGTH_AT);
            bytes.skipBytes(Math.min(length, bytes.readableBytes()));
        }
    }

    private static boolean isRecord(ByteBuf bytes) {
        int type = bytes.getUnsignedByte(bytes.readerIndex());
        return type >= FIRST_RECORD_TYPE && type <= LAST_RECORD_TYPE;
    }
}
