package org.fastsend.server.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.fastsend.server.net.SessionTls;

/// A data connection under TLS: an event loop seals and opens while the transfer's thread reads or writes the file. Its
/// end is told by a close_notify.
final class TlsPipe implements Pipe {
    /// Bytes read from disk at once; a multiple of TLS's 16 KiB records.
    private static final int CHUNK_BYTES = 128 << 10;

    /// Chunks handed to the event loop and not yet sent: what a connection may hold in memory.
    private static final int MAX_UNSENT_CHUNKS = 8;

    private static final int MIN_READ_BYTES = 2 << 10;
    private static final int FIRST_READ_BYTES = 64 << 10;
    private static final int MAX_READ_BYTES = 256 << 10;

    private final NioSocketChannel channel;
    private final SslHandler ssl;
    private final DataHandler handler = new DataHandler();
    private final ChannelHandlerContext context;
    private final Deque<ChannelFuture> unsent = new ArrayDeque<>();
    private ChannelFuture lastWrite;

    private TlsPipe(PlainPipe below, SslHandler ssl) {
        this.channel = new NioSocketChannel(below.socket());
        this.ssl = ssl;
        channel.config()
                .setAutoRead(false)
                .setRecvByteBufAllocator(
                        new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES));
        channel.pipeline()
                .addLast(new PromptAcknowledgements(ssl, below.socket()), SessionTls.beforeData(ssl), ssl, handler);
        this.context = channel.pipeline().context(handler);
        this.lastWrite = channel.newSucceededFuture();
    }

    /// Takes a connection over, which nobody uses in the clear any more, and waits for the handshake.
    static TlsPipe over(PlainPipe below, DataSecurity security, EventLoopGroup loops, long patienceNanos)
            throws IOException, InterruptedException {
        TlsPipe pipe = new TlsPipe(below, security.newHandler());
        try {
            DataSockets.complete(below.socket()); // under TLS the end is told, or not told, by other means
            pipe.start(below.early(), security, loops, patienceNanos);
            return pipe;
        } catch (IOException | InterruptedException e) {
            pipe.close();
            throw e;
        }
    }

    private void start(ByteBuffer early, DataSecurity security, EventLoopGroup loops, long patienceNanos)
            throws IOException, InterruptedException {
        loops.register(channel).addListener(registered -> {
            if (registered.isSuccess()) {
                context.executor().execute(() -> begin(early));
            }
        });
        if (!ssl.handshakeFuture().await(patienceNanos, TimeUnit.NANOSECONDS)) {
            throw Pipe.stalled(patienceNanos);
        }
        Throwable failure = ssl.handshakeFuture().cause();
        if (failure instanceof ClosedChannelException) {
            throw new IOException("the client closed the data connection before TLS", failure);
        }
        if (failure != null) {
            throw new IOException("TLS handshake failed: " + failure.getMessage(), failure);
        }
        security.check(ssl);
    }

    private void begin(ByteBuffer early) {
        if (early.hasRemaining()) {
            channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(early));
            channel.pipeline().fireChannelReadComplete();
        }
        channel.read();
    }

    @Override
    public long send(FileChannel file, long from, long count, long patienceNanos)
            throws IOException, InterruptedException {
        ByteBuf chunk = channel.alloc().buffer((int) Math.min(count, CHUNK_BYTES));
        int read;
        try {
            read = chunk.writeBytes(file, from, chunk.writableBytes());
        } catch (IOException e) {
            chunk.release();
            throw e;
        }
        if (read <= 0) {
            chunk.release();
            throw new EOFException("the file became shorter while it was sent");
        }
        write(chunk, patienceNanos);
        return read;
    }

    @Override
    public void send(ByteBuffer content, long patienceNanos) throws IOException, InterruptedException {
        write(channel.alloc().buffer(content.remaining()).writeBytes(content), patienceNanos);
    }

    private void write(ByteBuf chunk, long patienceNanos) throws IOException, InterruptedException {
        lastWrite = channel.writeAndFlush(chunk);
        unsent.add(lastWrite);
        if (unsent.size() > MAX_UNSENT_CHUNKS) {
            awaitWritten(unsent.removeFirst(), patienceNanos);
        }
    }

    @Override
    public void receive(BooleanSupplier enough, Taker taker, long patienceNanos)
            throws IOException, InterruptedException {
        readOn();
        while (!enough.getAsBoolean()) {
            DataHandler.Arrival arrival = handler.arrivals().poll(patienceNanos, TimeUnit.NANOSECONDS);
            switch (arrival) {
                case null -> throw Pipe.stalled(patienceNanos);
                case DataHandler.Arrival.End() -> {
                    return;
                }
                case DataHandler.Arrival.Broken(IOException cause) -> throw cause;
                case DataHandler.Arrival.Bytes(ByteBuf buffer) -> take(buffer, taker);
            }
        }
    }

    private void take(ByteBuf buffer, Taker taker) throws IOException, InterruptedException {
        int length = buffer.readableBytes();
        try {
            taker.take(buffer.nioBuffer());
        } finally {
            buffer.release();
        }
        if (handler.taken(length)) {
            readOn();
        }
    }

    private void readOn() {
        context.executor().execute(() -> handler.read(context));
    }

    @Override
    public void finish(long patienceNanos) throws IOException, InterruptedException {
        awaitWritten(lastWrite, patienceNanos);
        if (!channel.close().await(patienceNanos, TimeUnit.NANOSECONDS)) {
            throw Pipe.stalled(patienceNanos);
        }
    }

    private static void awaitWritten(ChannelFuture write, long patienceNanos) throws IOException, InterruptedException {
        if (!write.await(patienceNanos, TimeUnit.NANOSECONDS)) {
            throw Pipe.stalled(patienceNanos);
        }
        if (!write.isSuccess()) {
            throw new IOException("the client closed the data connection", write.cause());
        }
    }

    @Override
    public void abort() {
        if (!channel.isRegistered()) {
            channel.unsafe().closeForcibly();
            return;
        }
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        ChannelHandlerContext below = channel.pipeline().context(ssl);
        if (below == null) {
            var _ = channel.close();
        } else {
            var _ = below.close(); // goes out below TLS: no close_notify
        }
    }

    @Override
    public void close() {
        if (channel.isOpen()) {
            abort();
        }
        if (channel.isRegistered()) {
            context.executor().execute(this::releaseArrivals);
        }
    }

    private void releaseArrivals() {
        while (handler.arrivals().poll() instanceof DataHandler.Arrival.Bytes(ByteBuf buffer)) {
            buffer.release();
        }
    }
}
