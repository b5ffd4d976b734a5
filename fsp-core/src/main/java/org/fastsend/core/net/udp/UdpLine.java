package org.fastsend.core.net.udp;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fastsend.core.transport.CloseReason;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;

/// One connection on a loop, with whoever uses it. Only {@link #wake} may be called by threads other than the
/// loop's.
public final class UdpLine {
    /// Bursts sent for one connection before the others have their turn.
    private static final int MAX_BURSTS = 16;

    private final UdpLoop loop;
    private final long id;
    private final UdpConnection connection;
    private final UdpHandler handler;
    private final AtomicBoolean woken = new AtomicBoolean(true);
    private long deadlineNanos = Long.MIN_VALUE;
    private boolean touched;
    /// The handler heard that the connection is closed.
    private boolean told;
    /// The peer heard it, too, or was told as well as can be.
    private boolean over;

    UdpLine(UdpLoop loop, long id, UdpConnection connection, UdpHandler handler) {
        this.loop = loop;
        this.id = id;
        this.connection = connection;
        this.handler = handler;
    }

    /// Asks for a turn of the handler, soon. Thread-safe.
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            loop.wakeUp();
        }
    }

    /// The part of a processor that its loop took lately, 0 to 1. Thread-safe.
    public double busy() {
        return loop.busy();
    }

    long id() {
        return id;
    }

    UdpConnection connection() {
        return connection;
    }

    /// A datagram was fed to the connection.
    void touch() {
        touched = true;
    }

    /// Whether there is nothing left to do here. What is closed is said again until the peer has heard it.
    boolean isOver() {
        return over;
    }

    /// Lets the connection do what is due, and sends what it says.
    ///
    /// @return when it wants to be looked at again
    long turn(long nowNanos) throws IOException {
        if (over) {
            return Long.MAX_VALUE;
        }
        boolean due = nowNanos - deadlineNanos >= 0 || deadlineNanos == Long.MIN_VALUE;
        if (!woken.getAndSet(false) && !touched && !due) {
            return deadlineNanos;
        }
        touched = false;
        if (due) {
            connection.handleTimer(nowNanos);
        }
        hear(nowNanos);
        if (!told) {
            handler.turn(connection, nowNanos);
        }
        boolean more = true;
        for (int bursts = 0; bursts < MAX_BURSTS && more; bursts++) {
            more = loop.send(connection);
        }
        hear(nowNanos);
        over = connection.isClosed();
        touched = loop.isBlocked(); // what it could not say it says when the socket takes it, whatever the time
        deadlineNanos = more && !loop.isBlocked() ? nowNanos : connection.nextDeadlineNanos();
        return deadlineNanos;
    }

    /// The socket failed, or the loop ends.
    void fail(String reason, long nowNanos) {
        over = true;
        if (!told) {
            told = true;
            handler.event(new UdpEvent.Closed(CloseReason.FAILED, reason), connection, nowNanos);
        }
    }

    private void hear(long nowNanos) throws IOException {
        for (Optional<UdpEvent> event = connection.pollEvent(); event.isPresent(); event = connection.pollEvent()) {
            told |= event.get() instanceof UdpEvent.Closed;
            if (event.get() instanceof UdpEvent.PathChanged(var address)) {
                loop.aim(address);
            }
            handler.event(event.get(), connection, nowNanos);
        }
    }
}
