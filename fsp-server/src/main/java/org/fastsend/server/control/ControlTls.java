package org.fastsend.server.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.fastsend.server.net.SessionTls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// TLS between the lines of a control connection and its socket, without either: bytes go in at one side and come out
/// at the other. One thread at a time.
final class ControlTls {
    private static final Logger LOG = LoggerFactory.getLogger(ControlTls.class);

    private final EmbeddedChannel channel;
    private boolean ending;
    private boolean cleared;

    ControlTls(SessionTls tls) {
        channel = new EmbeddedChannel();
        channel.pipeline().addLast(tls.control().toArray(ChannelHandler[]::new));
        channel.pipeline().addLast(new Ends());
    }

    /// Takes bytes from the socket, and gives what they say.
    byte[] receive(ByteBuffer bytes) throws IOException {
        try {
            channel.writeInbound(Unpooled.copiedBuffer(bytes));
        } catch (RuntimeException e) {
            throw new IOException("TLS broke", e);
        }
        ByteArrayOutputStream clear = new ByteArrayOutputStream();
        for (ByteBuf said = channel.readInbound(); said != null; said = channel.readInbound()) {
            if (cleared && !hasTls()) {
                ClearAgain.skipRecords(said);
            }
            said.readBytes(clear, said.readableBytes());
            said.release();
        }
        return clear.toByteArray();
    }

    /// Takes what is to be said.
    void send(ByteBuffer clear) throws IOException {
        try {
            channel.writeOutbound(Unpooled.copiedBuffer(clear));
        } catch (RuntimeException e) {
            throw new IOException("TLS broke", e);
        }
    }

    /// Ends TLS: our close_notify goes out now, and with the client's it is over.
    void end() {
        SslHandler ssl = channel.pipeline().get(SslHandler.class);
        if (ssl != null) {
            ending = true;
            cleared = true;
            channel.pipeline().addFirst(new ClearAgain());
            var _ = ssl.closeOutbound();
        }
    }

    /// Writes what there is for the socket. Fails when nothing may follow.
    void flush(OutputStream socket) throws IOException {
        channel.flushOutbound();
        for (ByteBuf sealed = channel.readOutbound(); sealed != null; sealed = channel.readOutbound()) {
            try {
                sealed.readBytes(socket, sealed.readableBytes());
            } finally {
                sealed.release();
            }
        }
        if (!channel.isOpen()) {
            throw new IOException("TLS is over");
        }
    }

    /// Says that this is the end, for [#flush] to write, and frees everything else.
    void close() {
        var _ = channel.close();
        channel.runPendingTasks();
    }

    /// Frees what nobody wrote.
    void release() {
        try {
            var _ = channel.finishAndReleaseAll();
        } catch (RuntimeException e) {
            LOG.debug("TLS ended in disorder", e);
        }
    }

    private boolean hasTls() {
        return channel.pipeline().get(SslHandler.class) != null;
    }

    /// Takes TLS out of the way when both sides have ended it.
    private final class Ends extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (ending && event instanceof SslCloseCompletionEvent) {
                ending = false;
                ClearAgain.end(ctx);
            }
        }
    }
}
