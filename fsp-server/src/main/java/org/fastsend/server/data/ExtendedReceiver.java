package org.fastsend.server.data;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.StreamThreads;

/// The receiving half of MODE E: takes whatever connections come, each on a thread of its own, until as many have
/// ended their data as the sender says there are. A connection that ends without having said so fails it all. While
/// the server has no thread for another one, it waits for one of those before it to end.
final class ExtendedReceiver {
    /// How often the sender hears what has come.
    private static final long MARKER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// Connections that one transfer may use, one after the other or at once.
    static final int MAX_CONNECTIONS = 4 * Transmission.MAX_PARALLELISM;

    /// How long the sender may take while none of its connections is there.
    private static final long LULL_NANOS = TimeUnit.SECONDS.toNanos(30);

    /// What the threads of connections tell the one of the transfer.
    private sealed interface Event {
        record Came(DataConnection connection) implements Event {}

        record Ended(DataConnection connection, OptionalLong expected, boolean closing) implements Event {}

        /// It was kept from an earlier transfer, and its sender has closed it since.
        record Gone(DataConnection connection) implements Event {}

        record Failed(IOException cause) implements Event {}
    }

    private final DataConnector connector;
    private final TransferMarkers markers;
    private final StreamThreads available;
    private final NanoClock clock;
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Set<DataConnection> connections = new HashSet<>();
    /// Came, and have no thread yet.
    private final Deque<DataConnection> unserved = new ArrayDeque<>();

    private final Set<DataConnection> kept = new HashSet<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ByteRanges received = new ByteRanges();
    private final AtomicLong bytes = new AtomicLong();
    private OptionalLong expected = OptionalLong.empty();
    private int further;
    private int served;
    private long ended;
    private boolean over;

    ExtendedReceiver(DataConnector connector, TransferMarkers markers, StreamThreads available, NanoClock clock) {
        this.connector = connector;
        this.markers = markers;
        this.available = available;
        this.clock = clock;
    }

    /// Receives it all, and returns what came.
    ByteRanges receive(RangeSink sink) throws IOException, InterruptedException {
        begin(connector.connect(connector.timeoutNanos()), sink);
        begin("fsp-accept", this::accept);
        long nextMarker = clock.nanos() + MARKER_NANOS;
        long lullEnd = clock.nanos() + LULL_NANOS;
        while (expected.isEmpty() || ended < expected.getAsLong()) {
            long now = clock.nanos();
            lullEnd = ended < connections.size() ? now + LULL_NANOS : lullEnd;
            Event event = events.poll(Math.min(nextMarker, lullEnd) - now, TimeUnit.NANOSECONDS);
            if (event != null) {
                handle(event, sink);
            } else if (clock.nanos() >= lullEnd) {
                throw new SocketTimeoutException("the sender's connections are gone, and not all of the file came");
            }
            if (clock.nanos() >= nextMarker) {
                mark();
                serve(sink); // other transfers may have ended
                nextMarker = clock.nanos() + MARKER_NANOS;
            }
        }
        mark();
        return received;
    }

    private void handle(Event event, RangeSink sink) throws IOException {
        switch (event) {
            case Event.Came(DataConnection connection) -> begin(connection, sink);
            case Event.Failed(IOException cause) -> throw cause;
            case Event.Gone(DataConnection connection) -> {
                connections.remove(connection);
                connection.close();
                served--;
                serve(sink);
            }
            case Event.Ended(DataConnection connection, OptionalLong said, boolean closing) -> {
                ended++;
                served--;
                serve(sink);
                if (!closing) {
                    kept.add(connection);
                }
                if (said.isPresent()) {
                    expected = said;
                }
                if (expected.isPresent() && (expected.getAsLong() < ended || expected.getAsLong() > MAX_CONNECTIONS)) {
                    throw new ProtocolException("more connections ended their data than the sender counted");
                }
            }
        }
    }

    private void begin(DataConnection connection, RangeSink sink) throws IOException {
        connections.add(connection);
        if (connections.size() > MAX_CONNECTIONS) {
            throw new ProtocolException("too many data connections");
        }
        unserved.add(connection);
        serve(sink);
    }

    /// Gives threads to those that have none: one in any case, others as far as the server has some.
    private void serve(RangeSink sink) {
        while (!unserved.isEmpty() && (served <= further || takeThread())) {
            DataConnection connection = unserved.removeFirst();
            served++;
            begin("fsp-stream", () -> take(connection, sink));
        }
    }

    private boolean takeThread() {
        int taken = available.take(1);
        further += taken;
        return taken > 0;
    }

    private void begin(String name, Runnable task) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(task));
    }

    private void accept() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                DataConnection connection = connector.connect(Long.MAX_VALUE);
                if (!offer(connection)) {
                    connector.endpoint().giveBack(connection);
                    return;
                }
            }
        } catch (IOException | InterruptedException _) {
            // The transfer is over: nobody waits for further connections.
        }
    }

    private void take(DataConnection connection, RangeSink sink) {
        ExtendedDecoder decoder = new ExtendedDecoder();
        try {
            connector.protection().protect(connection);
            connection.receiveUntil(decoder::isEnded, content -> decoder.receive(content, counting(sink)));
            if (!decoder.hasBegun()) {
                offer(new Event.Gone(connection));
                return;
            }
            if (!decoder.isEnded()) {
                throw new EOFException("a connection ended before its data did");
            }
            offer(new Event.Ended(connection, decoder.connections(), decoder.isClosing()));
        } catch (IOException e) {
            offer(new Event.Failed(e));
        } catch (RuntimeException e) {
            offer(new Event.Failed(new IOException("a block cannot be taken: " + e.getMessage(), e)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private RangeSink counting(RangeSink sink) {
        return (offset, content) -> {
            int length = content.remaining();
            sink.accept(offset, content);
            synchronized (received) {
                received.add(new ByteRanges.Range(offset, offset + length));
            }
            bytes.addAndGet(length);
        };
    }

    private void mark() {
        List<ByteRanges.Range> ranges;
        synchronized (received) {
            ranges = received.all();
        }
        markers.received(bytes.get(), ranges);
    }

    private synchronized boolean offer(DataConnection connection) {
        if (!over) {
            events.add(new Event.Came(connection));
        }
        return !over;
    }

    private synchronized void offer(Event event) {
        events.add(event);
    }

    /// Content received so far. Thread-safe.
    long bytes() {
        return bytes.get();
    }

    /// Ends the connections that their sender ends, and leaves the others to a further transfer.
    void finish() throws IOException, InterruptedException {
        connections.removeAll(kept);
        for (DataConnection connection : connections) {
            connection.finish();
        }
        kept.forEach(connector.endpoint()::giveBack);
    }

    /// Frees all; no thread touches the sink afterwards.
    void close() {
        synchronized (this) {
            over = true;
        }
        for (Event event : events) {
            if (event instanceof Event.Came(DataConnection connection)) {
                connector.endpoint().giveBack(connection);
            }
        }
        connections.forEach(DataConnection::close);
        threads.forEach(Thread::interrupt);
        boolean interrupted = Thread.interrupted();
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        available.giveBack(further);
        further = 0;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
