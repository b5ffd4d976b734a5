package org.fastsend.server.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.ProxyHeader;
import org.fastsend.server.net.SessionTls;
import org.fastsend.server.net.TrustedProxies;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.WireText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One client's control connection: lines come in, replies go out, both by plain blocking calls. One thread at a time
/// listens ([#next]), and only that one starts TLS; the rest is thread-safe.
public final class ControlConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ControlConnection.class);

    /// What may be said behind a line that is still being dealt with, without being looked at.
    private static final int MAX_PENDING_BYTES = 16 << 10;

    private final ControlWire wire;
    private final InetSocketAddress local;
    private final ProxyHeader.Ends ends;
    private final NanoClock clock;
    private final boolean implicit;
    private final LineDecoder decoder = new LineDecoder();
    /// What has come and was not looked at, in the clear.
    private ByteBuffer pending;

    private final CountDownLatch gone = new CountDownLatch(1);
    /// Held by the thread that listens.
    private final ReentrantLock listening = new ReentrantLock();

    private volatile boolean secure;

    private ControlConnection(
            ControlWire wire,
            InetSocketAddress local,
            ProxyHeader.Ends ends,
            Optional<SessionTls> tls,
            NanoClock clock) {
        this.wire = wire;
        this.local = local;
        this.ends = ends;
        this.clock = clock;
        this.implicit = tls.isPresent();
        this.secure = implicit;
        this.pending = ByteBuffer.allocate(0);
        tls.ifPresent(wire::startTls);
    }

    /// Takes a connection that has come, once it is known whose it is.
    ///
    /// @param proxies whose connections begin with a header that says so
    /// @param implicit has its TLS spoken from the first byte on
    public static ControlConnection take(
            Socket socket, TrustedProxies proxies, Optional<Supplier<SessionTls>> implicit, NanoClock clock)
            throws IOException {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        // Keeps the urgent byte of an interrupt (RFC 959 section 4.1.3, ABOR) in its place in the stream.
        socket.setOOBInline(true);
        InetSocketAddress local = (InetSocketAddress) socket.getLocalSocketAddress();
        ProxyHeader.Ends ends = new ProxyHeader.Ends((InetSocketAddress) socket.getRemoteSocketAddress(), local);
        ControlWire wire = new ControlWire(socket, clock);
        byte[] early = {};
        if (proxies.include(ends.peer().getAddress())) {
            ProxyHeader header = new ProxyHeader();
            ends = read(header, wire, ends, clock);
            early = header.rest();
        }
        ControlConnection taken = new ControlConnection(wire, local, ends, implicit.map(Supplier::get), clock);
        taken.append(wire.open(ByteBuffer.wrap(early)));
        return taken;
    }

    private static ProxyHeader.Ends read(ProxyHeader header, ControlWire wire, ProxyHeader.Ends own, NanoClock clock)
            throws IOException {
        long end = clock.nanos() + ProxyHeader.PATIENCE_NANOS;
        while (true) {
            Optional<ProxyHeader.Ends> told = header.receive(wire.read(end - clock.nanos()), own);
            if (told.isPresent()) {
                return told.get();
            }
        }
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
        return wire.tls();
    }

    /// Whether data is to be protected without PROT P being said: the client came to the port of TLS,
    /// or spoke the protocol that says so.
    public boolean impliesPrivateData() {
        return implicit || wire.tls().filter(SessionTls::impliesPrivateData).isPresent();
    }

    /// Waits for the next line or event, at most so long.
    public ControlEvent next(long timeoutNanos) {
        long end = clock.nanos() + timeoutNanos;
        listening.lock();
        try {
            while (true) {
                Optional<ControlLine> line = decoder.next(pending);
                if (line.isPresent()) {
                    return line.get();
                }
                if (isGone()) {
                    return ControlEvent.Signal.GONE;
                }
                long left = end - clock.nanos();
                if (left <= 0) {
                    return ControlEvent.Signal.SILENT;
                }
                read(left);
            }
        } finally {
            listening.unlock();
        }
    }

    /// Waits until the client is gone, or for so long: true if it is. Who says more meanwhile than fits
    /// is as good as gone.
    public boolean awaitGone(long timeoutNanos) throws InterruptedException {
        if (!listening.tryLock()) {
            return gone.await(timeoutNanos, TimeUnit.NANOSECONDS);
        }
        try {
            long end = clock.nanos() + timeoutNanos;
            for (long left = timeoutNanos; !isGone() && left > 0; left = end - clock.nanos()) {
                read(left);
                if (pending.remaining() > MAX_PENDING_BYTES) {
                    gone.countDown();
                }
            }
            return isGone();
        } finally {
            listening.unlock();
        }
    }

    private boolean isGone() {
        return gone.getCount() == 0;
    }

    private void read(long timeoutNanos) {
        try {
            append(wire.read(timeoutNanos));
        } catch (SocketTimeoutException _) {
            return; // the caller looks at the clock
        } catch (IOException e) {
            LOG.debug("control connection of {} ended", peer(), e);
            gone.countDown();
        }
    }

    private void append(ByteBuffer more) {
        if (pending.hasRemaining()) {
            pending = ByteBuffer.allocate(pending.remaining() + more.remaining())
                    .put(pending)
                    .put(more)
                    .flip();
        } else {
            pending = more;
        }
    }

    /// Sends a reply. Waits when the client leaves too many unread.
    public void send(Reply reply) {
        wire.send(WireText.encode(reply.encode()));
    }

    /// Keeps a reply that the next one will soon follow, to go out with it.
    public void hold(Reply reply) {
        wire.hold(WireText.encode(reply.encode()));
    }

    /// Sends what is held, for the next reply may take a while.
    public void sendHeld() {
        wire.sendHeld();
    }

    /// Sends `agreed` and starts TLS behind it. False, with nothing sent, when something came behind
    /// the request, which must never count as sent under TLS (CVE-2011-0411): then the connection must
    /// be closed.
    public boolean startTls(SessionTls fresh, Reply agreed) {
        if (pending.hasRemaining() || decoder.isInsideLine() || wire.isClosed()) {
            fresh.close();
            return false;
        }
        send(agreed);
        wire.startTls(fresh);
        secure = true;
        return true;
    }

    /// Sends `agreed` under TLS and ends that; what the client sends behind its own end of TLS is clear
    /// again.
    public void stopTls(Reply agreed) {
        send(agreed);
        secure = false;
        wire.endTls();
    }

    /// Bounds the lines from now on, in bytes.
    public void limitLines(int maxBytes) {
        decoder.limitLines(maxBytes);
    }

    /// Closes the connection when its client has left replies unread for too long.
    public void closeIfStuck() {
        wire.closeIfStuck();
    }

    /// Says so, unless somebody is just writing, and closes the connection.
    public void close(Reply last) {
        wire.trySend(WireText.encode(last.encode()));
        close();
    }

    /// Closes the connection, in order unless somebody is just writing. Whoever listens hears that the
    /// client is gone.
    public void close() {
        wire.close();
    }
}
