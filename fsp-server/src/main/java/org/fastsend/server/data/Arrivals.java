package org.fastsend.server.data;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Data connections that came to a passive port and wait to be used. Thread-safe.
final class Arrivals {
    private final int most;
    /// An empty one says that the port was closed, and stays.
    private final LinkedBlockingQueue<Optional<DataConnection>> waiting = new LinkedBlockingQueue<>();

    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    private boolean closed;

    /// With `most` 1 a single connection comes, and no other ever; else so many may wait at a time.
    Arrivals(int most) {
        this.most = most;
    }

    /// Done when no further connection will be taken.
    CompletableFuture<Void> complete() {
        return complete;
    }

    /// Takes one; false when it comes too late or is one too many.
    boolean add(DataConnection connection) {
        synchronized (this) {
            if (closed || complete.isDone() || waiting.size() >= most) {
                return false;
            }
            waiting.add(Optional.of(connection));
            return most > 1 || complete.complete(null);
        }
    }

    /// Takes one back that was used, and may be used again.
    void giveBack(DataConnection connection) {
        synchronized (this) {
            if (!closed) {
                waiting.add(Optional.of(connection));
                return;
            }
        }
        connection.abort();
    }

    /// Waits for the next one, at most so long.
    DataConnection next(long timeoutNanos) throws IOException, InterruptedException {
        Optional<DataConnection> next = waiting.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (next == null) {
            throw new SocketTimeoutException("no data connection came");
        }
        if (next.isEmpty()) {
            waiting.add(next);
            throw new SocketException("the passive port was closed");
        }
        return next.get();
    }

    /// Takes no more, and breaks off those that nobody used.
    void close() {
        synchronized (this) {
            if (!closed) {
                closed = true;
                waiting.forEach(unused -> unused.ifPresent(DataConnection::abort));
                waiting.clear();
                waiting.add(Optional.empty());
            }
        }
        complete.complete(null);
    }
}
