package org.fastsend.server.data;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The event loop's half of a data connection: queues what comes in, reading on only while little waits.
final class DataHandler extends ChannelInboundHandlerAdapter {
    /// Received bytes that may wait to be written to disk before reading stops.
    static final int MAX_QUEUED_BYTES = 1 << 20;

    /// What stands in the queue: bytes, or how they ended.
    sealed interface Arrival {
        record Bytes(ByteBuf buffer) implements Arrival {}

        /// The client ended the data in order.
        record End() implements Arrival {}

        record Broken(IOException cause) implements Arrival {}
    }

    private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final AtomicInteger queuedBytes = new AtomicInteger();
    private volatile boolean waiting = true;
    private boolean ended;

    LinkedBlockingQueue<Arrival> arrivals() {
        return arrivals;
    }

    /// Says that so many bytes were taken from the queue; whether reading should go on.
    boolean taken(int bytes) {
        return queuedBytes.addAndGet(-bytes) < MAX_QUEUED_BYTES / 2 && waiting;
    }

    void read(ChannelHandlerContext ctx) {
        if (waiting) {
            waiting = false;
            ctx.read();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        queuedBytes.addAndGet(bytes.readableBytes());
        arrivals.add(new Arrival.Bytes(bytes));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (queuedBytes.get() < MAX_QUEUED_BYTES) {
            ctx.read();
        } else {
            waiting = true;
            // The other side may have taken everything just before `waiting` was set.
            if (queuedBytes.get() < MAX_QUEUED_BYTES / 2) {
                read(ctx);
            }
        }
    }

    /// TLS ends with a close_notify; a connection that just ends may have been cut by anybody.
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
            end(new Arrival.End());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean secure = ctx.pipeline().get(SslHandler.class) != null;
        end(
                secure
                        ? new Arrival.Broken(new EOFException("the connection ended without TLS's close_notify"))
                        : new Arrival.End());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(new Arrival.Broken(new IOException("the data connection broke", cause)));
        var _ = ctx.close();
    }

    private void end(Arrival how) {
        if (!ended) {
            ended = true;
            arrivals.add(how);
        }
    }
}
