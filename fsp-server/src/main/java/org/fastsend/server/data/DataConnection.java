package org.fastsend.server.data;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.fastsend.server.net.SessionTls;

/// One data connection: a file or a listing goes one way, then it closes. Blocking calls for one thread, the
/// transfer's; [#abort] and [#bytes] are thread-safe. The connection is either finished, so that the client can
/// tell that all came, or aborted, so that it can tell that not all did: with TLS by the close_notify, without by a
/// reset.
public final class DataConnection implements DataFlow {
    /// Bytes read from disk at once when they cannot go straight to the socket; a multiple of TLS's 16 KiB records.
    private static final int CHUNK_BYTES = 128 << 10;

    /// Chunks handed to the event loop and not yet sent: what a connection may hold in memory.
    private static final int MAX_UNSENT_CHUNKS = 8;

    private static final int MIN_READ_BYTES = 2 << 10;
    private static final int FIRST_READ_BYTES = 64 << 10;
    private static final int MAX_READ_BYTES = 256 << 10;

    private final SocketChannel channel;
    private final DataHandler handler = new DataHandler();
    private final ChannelHandlerContext context;
    private final AtomicLong bytes = new AtomicLong();
    private volatile LongSupplier bytesInRegion = () -> 0;
    private volatile boolean secure;
    private Pace pace = Pace.unlimited();
    private long stallNanos = TimeUnit.MINUTES.toNanos(2);
    private final Deque<ChannelFuture> unsent = new ArrayDeque<>();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private ChannelFuture lastWrite;

    DataConnection(SocketChannel channel) {
        this.channel = channel;
        channel.pipeline().addLast(handler);
        this.context = channel.pipeline().context(handler);
        this.lastWrite = channel.newSucceededFuture();
    }

    /// Sets the socket options of data connections; buffers before they connect, for the window depends on them.
    static void configure(AbstractBootstrap<?, ?> bootstrap, OptionalInt bufferBytes) {
        AdaptiveRecvByteBufAllocator reads =
                new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES);
        switch (bootstrap) {
            case ServerBootstrap server -> {
                server.childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads);
                bufferBytes.ifPresent(size -> server.option(ChannelOption.SO_RCVBUF, size)
                        .childOption(ChannelOption.SO_RCVBUF, size)
                        .childOption(ChannelOption.SO_SNDBUF, size));
            }
            case Bootstrap client -> {
                client.option(ChannelOption.AUTO_READ, false)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.RECVBUF_ALLOCATOR, reads);
                bufferBytes.ifPresent(
                        size -> client.option(ChannelOption.SO_RCVBUF, size).option(ChannelOption.SO_SNDBUF, size));
            }
            default -> throw new AssertionError(bootstrap);
        }
    }

    @Override
    public long bytes() {
        return bytes.get() + bytesInRegion.getAsLong();
    }

    /// Whether TLS protects it.
    public boolean isSecure() {
        return secure;
    }

    /// Sets the rate of what is moved from here on, and how long it may stand still.
    public void keepTo(Pace rate, long patienceNanos) {
        pace = rate;
        stallNanos = patienceNanos;
    }

    /// Starts TLS and waits for the handshake.
    public void secure(DataSecurity security) throws IOException, InterruptedException {
        SslHandler ssl = security.newHandler();
        // In the event loop, so that the connection's end comes either before the handler or through it.
        boolean added = context.executor()
                .submit(() -> {
                    if (channel.isActive()) {
                        channel.pipeline().addFirst(SessionTls.beforeData(ssl), ssl);
                        PromptAcknowledgements.during(ssl, context);
                        // What came with a proxy's header is TLS already.
                        handler.takeBack().forEach(channel.pipeline()::fireChannelRead);
                        channel.pipeline().fireChannelReadComplete();
                        channel.read();
                    }
                    return channel.isActive();
                })
                .sync()
                .getNow();
        if (!added) {
            ReferenceCountUtil.release(ssl.engine());
        }
        if (!added || !ssl.handshakeFuture().await(stallNanos, TimeUnit.NANOSECONDS)) {
            throw new IOException("the client closed the data connection before TLS");
        }
        Throwable failure = ssl.handshakeFuture().cause();
        if (failure != null) {
            throw new IOException("TLS handshake failed: " + failure.getMessage(), failure);
        }
        security.check(ssl);
        secure = true;
    }

    /// From the kernel's cache straight to the socket where no TLS is in the way.
    @Override
    public void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException {
        if (!secure) {
            sendPlainly(file, from, count);
            return;
        }
        int chunkBytes = (int) Math.min(CHUNK_BYTES, pace.pieceBytes());
        long position = from;
        long end = from + count;
        while (position < end) {
            ByteBuf chunk = channel.alloc().buffer(chunkBytes);
            int read;
            try {
                read = chunk.writeBytes(file, position, (int) Math.min(chunkBytes, end - position));
            } catch (IOException e) {
                chunk.release();
                throw e;
            }
            if (read <= 0) {
                chunk.release();
                throw new EOFException("the file became shorter while it was sent");
            }
            position += read;
            write(chunk, read);
        }
    }

    @Override
    public void send(ByteBuffer from) throws IOException, InterruptedException {
        int length = from.remaining();
        write(channel.alloc().buffer(length).writeBytes(from), length);
    }

    @Override
    public ByteRanges receive(RangeSink sink) throws IOException, InterruptedException {
        receiveUntil(() -> false, content -> sink.accept(bytes.get(), content));
        return ByteRanges.first(bytes.get());
    }

    /// Hands what the client sends to `sink`, to the orderly end of the connection or until there is enough.
    void receiveUntil(BooleanSupplier enough, DataSink sink) throws IOException, InterruptedException {
        readOn();
        while (!enough.getAsBoolean()) {
            DataHandler.Arrival arrival = handler.arrivals().poll(stallNanos, TimeUnit.NANOSECONDS);
            switch (arrival) {
                case null -> throw stalled();
                case DataHandler.Arrival.End() -> {
                    return;
                }
                case DataHandler.Arrival.Broken(IOException cause) -> throw cause;
                case DataHandler.Arrival.Bytes(ByteBuf buffer) -> {
                    int length = buffer.readableBytes();
                    try {
                        sink.accept(buffer.nioBuffer());
                    } finally {
                        buffer.release();
                    }
                    bytes.addAndGet(length);
                    // The client may be gone already, in order: what it sent is still to come.
                    var _ = aborted.await(pace.spendNanos(length), TimeUnit.NANOSECONDS);
                    if (handler.taken(length)) {
                        readOn();
                    }
                }
            }
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        if (!lastWrite.await(stallNanos, TimeUnit.NANOSECONDS)) {
            throw stalled();
        }
        checkWritten(lastWrite);
        if (!channel.close().await(stallNanos, TimeUnit.NANOSECONDS)) {
            throw stalled();
        }
    }

    /// Breaks the connection off, so that the client cannot take what it has for the whole.
    public void abort() {
        aborted.countDown();
        SslHandler ssl = channel.pipeline().get(SslHandler.class);
        ChannelHandlerContext past = ssl == null ? null : channel.pipeline().context(ssl);
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        if (past == null) {
            var _ = channel.close();
        } else {
            var _ = past.close(); // goes out below TLS: no close_notify
        }
    }

    /// Aborts a connection that was not finished, and frees what is left. Returns only when the event loop has let
    /// go of it: the file that it was sending may be closed then, and its descriptor serve for another.
    @Override
    public void close() {
        if (channel.isOpen()) {
            abort();
        }
        var _ = channel.closeFuture().awaitUninterruptibly();
        context.executor().execute(this::releaseArrivals);
    }

    private void releaseArrivals() {
        while (handler.arrivals().poll() instanceof DataHandler.Arrival.Bytes(ByteBuf buffer)) {
            buffer.release();
        }
    }

    private void readOn() {
        context.executor().execute(() -> handler.read(context));
    }

    private void sendPlainly(FileChannel file, long from, long count) throws IOException, InterruptedException {
        long pieceBytes = pace.pieceBytes();
        long sent = 0;
        while (sent < count) {
            long piece = Math.min(pieceBytes, count - sent);
            // Its last count is never given back, for with that it would close the file.
            sendRegion(new DefaultFileRegion(file, from + sent, piece).retain());
            sent += piece;
            await(pace.spendNanos(piece));
        }
    }

    /// Waits, unless the connection ends meanwhile.
    private void await(long nanos) throws InterruptedException {
        if (nanos > 0) {
            var _ = channel.closeFuture().await(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void sendRegion(FileRegion region) throws IOException, InterruptedException {
        try {
            bytesInRegion = region::transferred;
            lastWrite = channel.writeAndFlush(region);
            long before = 0;
            while (!lastWrite.await(stallNanos, TimeUnit.NANOSECONDS)) {
                long now = region.transferred();
                if (now == before) {
                    throw stalled();
                }
                before = now;
            }
            checkWritten(lastWrite);
        } finally {
            bytes.addAndGet(region.transferred());
            bytesInRegion = () -> 0;
        }
    }

    private void write(ByteBuf chunk, int length) throws IOException, InterruptedException {
        lastWrite = channel.writeAndFlush(chunk);
        unsent.add(lastWrite);
        bytes.addAndGet(length);
        await(pace.spendNanos(length));
        if (unsent.size() > MAX_UNSENT_CHUNKS) {
            ChannelFuture oldest = unsent.removeFirst();
            if (!oldest.await(stallNanos, TimeUnit.NANOSECONDS)) {
                throw stalled();
            }
            checkWritten(oldest);
        }
    }

    private static void checkWritten(ChannelFuture written) throws IOException {
        if (!written.isSuccess()) {
            throw new IOException("the client closed the data connection", written.cause());
        }
    }

    private SocketTimeoutException stalled() {
        return new SocketTimeoutException(
                "the data connection stood still for " + TimeUnit.NANOSECONDS.toSeconds(stallNanos) + " seconds");
    }
}
