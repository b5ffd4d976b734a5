package org.fastsend.server.data;

import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// One data connection: a file or a listing goes one way, then it closes. Blocking calls for one thread, the
/// transfer's; [#abort] and [#bytes] are thread-safe. The connection is either finished, so that the client can
/// tell that all came, or aborted, so that it can tell that not all did: with TLS by the close_notify, without by a
/// reset.
public final class DataConnection implements DataFlow {
    private final EventLoopGroup loops;
    private final AtomicLong bytes = new AtomicLong();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private volatile Pipe pipe;
    private Pace pace = Pace.unlimited();
    private long stallNanos = TimeUnit.MINUTES.toNanos(2);

    /// A connection that has come or was made, of whose content `early` was read already. TLS would run
    /// in `loops`.
    DataConnection(SocketChannel socket, ByteBuffer early, EventLoopGroup loops) {
        this.pipe = new PlainPipe(socket, early);
        this.loops = loops;
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    /// Whether TLS protects it.
    public boolean isSecure() {
        return pipe instanceof TlsPipe;
    }

    /// Sets the rate of what is moved from here on, and how long it may stand still.
    public void keepTo(Pace rate, long patienceNanos) {
        pace = rate;
        stallNanos = patienceNanos;
    }

    /// Has a thread do something before it waits for the client.
    public void beforeWaiting(Runnable task) {
        if (pipe instanceof PlainPipe plain) {
            plain.beforeWaiting(task);
        }
    }

    /// Whether the client has begun to speak, in the clear, without waiting for it.
    boolean isSpokenTo() throws IOException {
        return pipe instanceof PlainPipe plain && plain.isSpokenTo();
    }

    /// Starts TLS and waits for the handshake.
    public void secure(DataSecurity security) throws IOException, InterruptedException {
        if (pipe instanceof PlainPipe plain) {
            pipe = TlsPipe.over(plain, security, loops, stallNanos);
        }
    }

    /// From the kernel's cache straight to the socket where no TLS is in the way.
    @Override
    public void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException {
        long position = from;
        long end = from + count;
        while (position < end) {
            long sent = pipe.send(file, position, Math.min(pace.pieceBytes(), end - position), stallNanos);
            position += sent;
            moved(sent);
        }
    }

    @Override
    public void send(ByteBuffer from) throws IOException, InterruptedException {
        int length = from.remaining();
        pipe.send(from, stallNanos);
        moved(length);
    }

    @Override
    public ByteRanges receive(RangeSink sink) throws IOException, InterruptedException {
        receiveUntil(() -> false, content -> sink.accept(bytes.get(), content));
        return ByteRanges.first(bytes.get());
    }

    /// Hands what the client sends to `sink`, to the orderly end of the connection or until there is
    /// enough.
    void receiveUntil(BooleanSupplier enough, DataSink sink) throws IOException, InterruptedException {
        pipe.receive(
                enough,
                content -> {
                    int length = content.remaining();
                    sink.accept(content);
                    moved(length);
                },
                stallNanos);
    }

    /// Counts what was moved, and keeps to the rate; an end that comes meanwhile is not waited for.
    private void moved(long count) throws InterruptedException {
        bytes.addAndGet(count);
        long pauseNanos = pace.spendNanos(count);
        if (pauseNanos > 0) {
            var _ = aborted.await(pauseNanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        pipe.finish(stallNanos);
    }

    /// Breaks the connection off, so that the client cannot take what it has for the whole.
    public void abort() {
        aborted.countDown();
        pipe.abort();
    }

    /// Aborts a connection that was not finished, and frees what is left.
    @Override
    public void close() {
        aborted.countDown();
        pipe.close();
    }
}
