package org.fastsend.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.fastsend.core.bytes.MalformedBytesException;

/// Stands before TLS until the client's first record is there. A client that names what it speaks, and nothing of it is
/// spoken here, was sent to the wrong place by somebody (ALPACA, CVE-2021-3618): TLS ends before it began.
final class FirstRecord extends ByteToMessageDecoder {
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_AT = 3;
    private static final int MAX_RECORD_BYTES = 1 << 14;
    private static final int HANDSHAKE = 22;

    /// Fatal: no_application_protocol (RFC 7301 section 3.2).
    private static final byte[] NOT_SPOKEN = {21, 3, 3, 0, 2, 2, 120};

    /// Fatal: handshake_failure. A first message in several records is nothing that a client of FTP needs.
    private static final byte[] NOT_UNDERSTOOD = {21, 3, 3, 0, 2, 2, 40};

    private final SSLEngine engine;
    private final List<String> spoken;
    private final boolean older;

    /// @param older to have TLS 1.2 spoken with a client that speaks it, and newer with none but others
    FirstRecord(SslHandler tls, List<String> spoken, boolean older) {
        this.engine = tls.engine();
        this.spoken = spoken;
        this.older = older;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < HEADER_BYTES) {
            return;
        }
        int length = in.getUnsignedShort(in.readerIndex() + LENGTH_AT);
        if (in.getUnsignedByte(in.readerIndex()) != HANDSHAKE || length > MAX_RECORD_BYTES) {
            ctx.pipeline().remove(this); // for TLS to refuse
        } else if (in.readableBytes() >= HEADER_BYTES + length) {
            judge(ctx, ByteBufUtil.getBytes(in, in.readerIndex() + HEADER_BYTES, length));
        }
    }

    private void judge(ChannelHandlerContext ctx, byte[] content) {
        try {
            ClientHello hello = ClientHello.parse(content);
            if (!hello.wants(spoken)) {
                end(ctx, NOT_SPOKEN);
                return;
            }
            if (older && hello.versions().contains(ClientHello.TLS_1_2)) {
                engine.setEnabledProtocols(new String[] {"TLSv1.2"});
            }
            ctx.pipeline().remove(this); // hands on what came
        } catch (MalformedBytesException _) {
            end(ctx, NOT_UNDERSTOOD);
        }
    }

    private static void end(ChannelHandlerContext ctx, byte[] alert) {
        var _ = ctx.writeAndFlush(Unpooled.wrappedBuffer(alert)).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        // The connection ended first.
    }
}
