package org.fastsend.server.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.reply.Reply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The event loop's half of a control connection: decodes lines into the session's inbox and stops reading when
/// that is full. Behind a line that asks for TLS it stops decoding until the session asks for its next line: what a
/// client, or somebody between, sent behind that line must never count as sent under TLS (CVE-2011-0411).
final class ControlHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ControlHandler.class);

    private final ControlConnection connection;
    private final LineDecoder decoder = new LineDecoder();
    private ByteBuf pending = Unpooled.EMPTY_BUFFER;
    /// The session's thread looks at it before it waits: only then is there something to resume.
    private volatile boolean stopped;
    private boolean cleared;
    /// TLS ends as soon as the client agrees.
    private boolean ending;

    ControlHandler(ControlConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (cleared && ctx.pipeline().get(SslHandler.class) == null) {
            ClearAgain.skipRecords(bytes);
        }
        if (pending.isReadable()) {
            // Only while stopped: at most what one read of the socket had brought already.
            ByteBuf joined = ctx.alloc().buffer(pending.readableBytes() + bytes.readableBytes());
            joined.writeBytes(pending).writeBytes(bytes);
            bytes.release();
            bytes = joined;
        }
        pending.release();
        pending = bytes;
        if (!stopped) {
            decode(ctx);
        }
    }

    /// Goes on after the session took lines from its inbox.
    void resume(ChannelHandlerContext ctx) {
        if (stopped) {
            stopped = false;
            decode(ctx);
            if (!stopped) {
                ctx.channel().config().setAutoRead(true);
            }
        }
    }

    /// Whether lines may wait that only [#resume] brings.
    boolean isStopped() {
        return stopped;
    }

    /// Agrees to TLS and starts it; refuses, saying nothing, when anything came behind the request.
    boolean upgrade(ChannelHandlerContext ctx, SessionTls tls, Reply agreed) {
        if (pending.isReadable() || decoder.isInsideLine() || !ctx.channel().isActive()) {
            return false;
        }
        var _ = ctx.writeAndFlush(ByteBufUtil.writeUtf8(ctx.alloc(), agreed.encode()));
        ctx.pipeline().addFirst(tls.control().toArray(ChannelHandler[]::new));
        cleared = false;
        goOn(ctx);
        return true;
    }

    /// Says so under TLS, and ends that: our close_notify goes out now, and with the client's the handler goes.
    void downgrade(ChannelHandlerContext ctx, Reply agreed) {
        var _ = ctx.writeAndFlush(ByteBufUtil.writeUtf8(ctx.alloc(), agreed.encode()));
        SslHandler ssl = ctx.pipeline().get(SslHandler.class);
        if (ssl != null) {
            ending = true;
            cleared = true;
            ctx.pipeline().addFirst(new ClearAgain());
            var _ = ssl.closeOutbound();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (ending && event instanceof SslCloseCompletionEvent) {
            ending = false;
            ClearAgain.end(ctx);
        }
        ctx.fireUserEventTriggered(event);
    }

    void limitLines(int maxBytes) {
        decoder.limitLines(maxBytes);
    }

    private void decode(ChannelHandlerContext ctx) {
        while (pending.isReadable()) {
            if (!connection.hasRoom()) {
                stop(ctx);
                if (!connection.hasRoom()) {
                    return;
                }
                goOn(ctx); // the session emptied its inbox just before it could see that this had stopped
            }
            ByteBuffer bytes = pending.nioBuffer();
            Optional<ControlLine> line = decoder.next(bytes);
            pending.skipBytes(pending.readableBytes() - bytes.remaining());
            if (line.isPresent()) {
                if (asksForTls(line.get())) {
                    stop(ctx);
                    connection.deliver(line.get());
                    return;
                }
                connection.deliver(line.get());
            }
        }
        pending.release();
        pending = Unpooled.EMPTY_BUFFER;
    }

    private void stop(ChannelHandlerContext ctx) {
        stopped = true;
        ctx.channel().config().setAutoRead(false);
    }

    private void goOn(ChannelHandlerContext ctx) {
        stopped = false;
        ctx.channel().config().setAutoRead(true);
    }

    private static boolean asksForTls(ControlLine line) {
        return line instanceof ControlLine.Text(String text)
                && text.length() >= 4
                && text.substring(0, 4).toUpperCase(Locale.ROOT).equals("AUTH");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connection.gone();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        pending.release();
        pending = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("control connection of {} broke", connection.peer(), cause);
        var _ = ctx.close();
    }
}
