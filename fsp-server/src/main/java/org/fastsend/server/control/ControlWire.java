package org.fastsend.server.control;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.SessionTls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A control connection's socket and the TLS on it: what is said goes in and out in the clear, by blocking calls. One
/// thread at a time reads; the rest is thread-safe.
final class ControlWire {
    private static final Logger LOG = LoggerFactory.getLogger(ControlWire.class);

    /// How long a client may leave replies unread.
    private static final long SEND_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final int READ_BYTES = 2048;

    private final Socket socket;
    private final NanoClock clock;
    private final byte[] read = new byte[READ_BYTES];
    /// Held by whoever uses TLS's state or writes.
    private final ReentrantLock lock = new ReentrantLock();

    /// To go out with what is sent next.
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    private volatile Optional<SessionTls> tls = Optional.empty();
    private volatile Optional<ControlTls> layer = Optional.empty();
    /// Since when somebody has been writing; whoever holds the lock sets it.
    private volatile Optional<Long> writingSinceNanos = Optional.empty();

    ControlWire(Socket socket, NanoClock clock) {
        this.socket = socket;
        this.clock = clock;
    }

    /// The TLS that was started here.
    Optional<SessionTls> tls() {
        return tls;
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    /// Waits for what comes, at most so long, which is an exception's end like any other: what it says
    /// in the clear, which may be nothing. Valid until the next call.
    ByteBuffer read(long timeoutNanos) throws IOException {
        // At least a millisecond, for zero means to wait for ever.
        socket.setSoTimeout(Math.clamp(TimeUnit.NANOSECONDS.toMillis(timeoutNanos), 1, Integer.MAX_VALUE));
        int length = socket.getInputStream().read(read);
        if (length < 0) {
            throw new EOFException("the client closed the connection");
        }
        return open(ByteBuffer.wrap(read, 0, length));
    }

    /// What bytes that were read say in the clear.
    ByteBuffer open(ByteBuffer came) throws IOException {
        Optional<ControlTls> through = layer;
        if (through.isEmpty()) {
            return came;
        }
        lock.lock();
        try {
            try {
                return ByteBuffer.wrap(through.get().receive(came));
            } finally {
                flush(through.get()); // TLS has its own to say, a last word too
            }
        } finally {
            lock.unlock();
        }
    }

    /// Keeps what is to be said until more is sent, or [#sendHeld].
    void hold(ByteBuffer text) {
        lock.lock();
        try {
            held.write(text.array(), text.arrayOffset() + text.position(), text.remaining());
        } finally {
            lock.unlock();
        }
    }

    /// Sends what is to be said. Waits when the client leaves too much unread; a connection that breaks
    /// is closed.
    void send(ByteBuffer text) {
        lock.lock();
        try {
            hold(text);
            sendHeld();
        } finally {
            lock.unlock();
        }
    }

    /// Sends what was held, if anything was.
    void sendHeld() {
        lock.lock();
        try {
            if (held.size() == 0) {
                return;
            }
            if (layer.isPresent()) {
                layer.get().send(ByteBuffer.wrap(held.toByteArray()));
                flush(layer.get());
            } else {
                writingSinceNanos = Optional.of(clock.nanos());
                held.writeTo(socket.getOutputStream());
            }
            held.reset();
        } catch (IOException e) {
            LOG.debug("what is said to {} cannot be sent", socket, e);
            cut();
        } finally {
            writingSinceNanos = Optional.empty();
            lock.unlock();
        }
    }

    /// Sends it unless somebody is just writing.
    void trySend(ByteBuffer text) {
        if (lock.tryLock()) {
            try {
                send(text);
            } finally {
                lock.unlock();
            }
        }
    }

    private void flush(ControlTls through) throws IOException {
        writingSinceNanos = Optional.of(clock.nanos());
        try {
            through.flush(socket.getOutputStream());
        } finally {
            writingSinceNanos = Optional.empty();
        }
    }

    /// Speaks TLS from here on, as the one who reads.
    void startTls(SessionTls fresh) {
        lock.lock();
        try {
            freeTls();
            tls = Optional.of(fresh);
            layer = Optional.of(new ControlTls(fresh));
            if (socket.isClosed()) {
                freeTls();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Ends TLS; what the client sends behind its own end of it is clear again.
    void endTls() {
        lock.lock();
        try {
            if (layer.isPresent()) {
                layer.get().end();
                flush(layer.get());
            }
        } catch (IOException e) {
            LOG.debug("TLS of {} does not end in order", socket, e);
            cut();
        } finally {
            lock.unlock();
        }
    }

    /// Closes the connection when its client has left replies unread for too long.
    void closeIfStuck() {
        Optional<Long> since = writingSinceNanos;
        if (since.isPresent() && clock.nanos() - since.get() > SEND_PATIENCE_NANOS) {
            cut();
        }
    }

    /// Closes the connection, in order unless somebody is just writing. Whoever reads or writes fails.
    void close() {
        if (!lock.tryLock()) {
            cut(); // ends the writing, too
            lock.lock();
        }
        try {
            if (layer.isPresent() && !socket.isClosed()) {
                layer.get().close();
                flush(layer.get());
            }
        } catch (IOException e) {
            LOG.debug("TLS of {} does not end in order", socket, e);
        } finally {
            cut();
            freeTls();
            lock.unlock();
        }
    }

    private void cut() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("{} does not close in order", socket, e);
        }
    }

    private void freeTls() {
        layer.ifPresent(ControlTls::release);
        tls.ifPresent(SessionTls::close);
    }
}
