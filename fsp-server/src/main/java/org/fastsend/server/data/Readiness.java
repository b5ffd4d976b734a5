package org.fastsend.server.data;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Waits until a socket that does not block can go on. Costs nothing until somebody has to wait, as for small files
/// nobody does. [#await] is for one thread, the rest for all.
final class Readiness {
    private final SelectableChannel socket;
    private Optional<Selector> selector = Optional.empty();
    private boolean closed;

    Readiness(SelectableChannel socket) {
        this.socket = socket;
    }

    /// Waits for an operation of [SelectionKey], at most so long: false when it is still not possible
    /// then. True, too, when the socket was closed meanwhile.
    boolean await(int operation, long patienceNanos) throws IOException, InterruptedException {
        try {
            return select(selector(), operation, patienceNanos);
        } catch (ClosedSelectorException e) {
            throw new IOException("the socket was closed", e); // by another thread, while this one waited
        }
    }

    private boolean select(Selector waiting, int operation, long patienceNanos)
            throws IOException, InterruptedException {
        SelectionKey key = socket.register(waiting, operation);
        waiting.selectedKeys().clear();
        // At least a millisecond, for zero means to wait for ever.
        waiting.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(patienceNanos)));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return !waiting.selectedKeys().isEmpty() || !key.isValid();
    }

    private synchronized Selector selector() throws IOException {
        if (closed) {
            throw new IOException("the socket was closed");
        }
        if (selector.isEmpty()) {
            selector = Optional.of(Selector.open());
        }
        return selector.get();
    }

    /// Has whoever waits look at the socket.
    synchronized void wake() {
        selector.ifPresent(Selector::wakeup);
    }

    /// Nobody waits any more. A socket that is closed while it is waited for is let go of only now.
    synchronized void close() throws IOException {
        closed = true;
        if (selector.isPresent()) {
            selector.get().close();
        }
    }
}
