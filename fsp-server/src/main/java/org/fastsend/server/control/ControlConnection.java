package org.fastsend.server.control;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.fastsend.server.net.ProxyHeader;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.WireText;

/// One client's control connection as its session sees it: lines come in, replies go out, both by plain blocking
/// calls. [#next] and [#startTls] belong to the session's thread; [#send], [#wake] and [#close] are thread-safe.
public final class ControlConnection {
    /// Lines that wait for the session at most; beyond, the client's own socket has to hold them.
    static final int MAX_QUEUED_LINES = 16;

    /// How long a client may leave replies unread.
    private static final long SEND_TIMEOUT_SECONDS = 60;

    private final SocketChannel channel;
    private final InetSocketAddress local;
    private final ProxyHeader.Ends ends;
    private final ControlHandler handler = new ControlHandler(this);
    private final LinkedBlockingQueue<ControlEvent> inbox = new LinkedBlockingQueue<>();
    private final AtomicInteger queuedLines = new AtomicInteger();
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile Optional<SessionTls> tls;
    private final boolean implicit;
    private boolean secure;

    /// With TLS it is spoken from the first byte on.
    ControlConnection(SocketChannel channel, ProxyHeader.Ends ends, Optional<SessionTls> tls) {
        this.channel = channel;
        this.local = channel.localAddress();
        this.ends = ends;
        this.tls = tls;
        this.implicit = tls.isPresent();
        this.secure = implicit;
        tls.ifPresent(from -> channel.pipeline().addLast(from.control().toArray(ChannelHandler[]::new)));
        channel.pipeline().addLast(handler);
        channel.closeFuture().addListener(_ -> closeTls());
    }

    /// The socket's own address.
    public InetSocketAddress local() {
        return local;
    }

    /// The address that the client came to, which may be a proxy's.
    public InetSocketAddress seen() {
        return ends.local();
    }

    /// The client's address, not that of a proxy between.
    public InetSocketAddress peer() {
        return ends.peer();
    }

    /// Whether TLS protects the connection.
    public boolean isSecure() {
        return secure;
    }

    /// The TLS that was started here, which the data connections belong to.
    public Optional<SessionTls> tls() {
        return tls;
    }

    /// Whether data is to be protected without PROT P being said: the client came to the port of TLS, or spoke the
    /// protocol that says so.
    public boolean impliesPrivateData() {
        return implicit || tls.filter(SessionTls::impliesPrivateData).isPresent();
    }

    /// Waits for the next line or event.
    public ControlEvent next(long timeoutNanos) throws InterruptedException {
        if (handler.isStopped()) {
            inEventLoop(handler::resume);
        }
        ControlEvent event = inbox.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (event == null) {
            return ControlEvent.Signal.SILENT;
        }
        if (event instanceof ControlLine) {
            queuedLines.decrementAndGet();
        }
        return event;
    }

    /// Makes [#next] return [ControlEvent.Signal#WOKEN].
    public void wake() {
        inbox.add(ControlEvent.Signal.WOKEN);
    }

    /// Sends a reply. Waits when the client leaves too many unread, and gives it up when it does so for a minute.
    public void send(Reply reply) {
        ChannelFuture written = channel.writeAndFlush(Unpooled.wrappedBuffer(WireText.encode(reply.encode())));
        if (!channel.isWritable() && !written.awaitUninterruptibly(SEND_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            var _ = channel.close();
        }
    }

    /// Sends `agreed` and starts TLS behind it. False, with nothing sent, when something came behind the request:
    /// then the connection must be closed.
    public boolean startTls(SessionTls fresh, Reply agreed) {
        CompletableFuture<Boolean> started = new CompletableFuture<>();
        boolean running =
                inEventLoop(ctx -> started.complete(queuedLines.get() == 0 && handler.upgrade(ctx, fresh, agreed)));
        secure = running && started.join();
        closeTls();
        if (secure) {
            tls = Optional.of(fresh);
        } else {
            tls = Optional.empty();
            fresh.close();
        }
        if (!channel.isOpen()) {
            closeTls();
        }
        return secure;
    }

    /// Sends `agreed` under TLS and ends that; what the client sends behind its own end of TLS is clear again.
    public void stopTls(Reply agreed) {
        secure = false;
        inEventLoop(ctx -> handler.downgrade(ctx, agreed));
    }

    /// Bounds the lines from now on, in bytes.
    public void limitLines(int maxBytes) {
        inEventLoop(_ -> handler.limitLines(maxBytes));
    }

    /// Waits until the client is gone, or for so long: true if it is.
    public boolean awaitGone(long timeoutNanos) throws InterruptedException {
        return gone.await(timeoutNanos, TimeUnit.NANOSECONDS);
    }

    /// Closes the connection once everything sent has left.
    public void close() {
        var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void closeTls() {
        tls.ifPresent(SessionTls::close);
    }

    boolean hasRoom() {
        return queuedLines.get() < MAX_QUEUED_LINES;
    }

    void deliver(ControlLine line) {
        queuedLines.incrementAndGet();
        inbox.add(line);
    }

    void gone() {
        gone.countDown();
        inbox.add(ControlEvent.Signal.GONE);
    }

    private boolean inEventLoop(InLoop task) {
        ChannelHandlerContext context = channel.pipeline().context(handler);
        if (context == null) {
            return false;
        }
        try {
            context.executor().execute(() -> task.run(context));
            return true;
        } catch (RejectedExecutionException _) {
            return false; // the server is being closed, and the channel with it
        }
    }

    private interface InLoop {
        void run(ChannelHandlerContext context);
    }
}
