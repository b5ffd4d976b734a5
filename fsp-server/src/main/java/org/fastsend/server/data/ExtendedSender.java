package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.server.net.StreamThreads;

/// The sending half of MODE E: connections take the next block of the file as each is done with its last, so a slow
/// one holds up no other.
final class ExtendedSender {
    private static final long BLOCK_BYTES = 1 << 20;

    private final DataConnector connector;
    private final int maxStreams;
    private final StreamThreads threads;
    private final List<DataConnection> streams = new ArrayList<>();
    private final AtomicLong bytes = new AtomicLong();
    private int further;
    private long origin;
    private long sent;

    ExtendedSender(DataConnector connector, int maxStreams, StreamThreads threads) {
        this.connector = connector;
        this.maxStreams = maxStreams;
        this.threads = threads;
    }

    void countFrom(long position) {
        origin = position;
    }

    /// Sends bytes of a file, which go to the same place of the receiver's, counted from the origin.
    void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException {
        long blocks = Math.ceilDiv(count, BLOCK_BYTES);
        open(Math.clamp(blocks, 1, maxStreams));
        AtomicLong next = new AtomicLong(from);
        List<FutureTask<Void>> others = new ArrayList<>();
        for (DataConnection stream : streams.subList(1, streams.size())) {
            others.add(begin(() -> {
                sendBlocks(stream, file, next, from + count);
                return null;
            }));
        }
        boolean sentMyPart = false;
        try {
            sendBlocks(streams.getFirst(), file, next, from + count);
            sentMyPart = true;
        } finally {
            // A failure here must stop the others, and the file stays open until they have stopped.
            if (!sentMyPart) {
                streams.forEach(DataConnection::abort);
            }
            awaitStopped(others, () -> streams.forEach(DataConnection::abort));
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        for (FutureTask<Void> other : others) {
            throwFailure(other);
        }
    }

    private void sendBlocks(DataConnection stream, FileChannel file, AtomicLong next, long end)
            throws IOException, InterruptedException {
        for (long at = next.getAndAdd(BLOCK_BYTES); at < end; at = next.getAndAdd(BLOCK_BYTES)) {
            long count = Math.min(BLOCK_BYTES, end - at);
            stream.send(ExtendedHeader.data(count, at - origin).encode());
            stream.sendFile(file, at, count);
            bytes.addAndGet(count);
        }
    }

    /// Sends content behind what was sent so before.
    void send(ByteBuffer content) throws IOException, InterruptedException {
        open(1);
        int count = content.remaining();
        streams.getFirst().send(ExtendedHeader.data(count, sent).encode());
        streams.getFirst().send(content);
        sent += count;
        bytes.addAndGet(count);
    }

    /// Content sent so far. Thread-safe.
    long bytes() {
        return bytes.get();
    }

    void finish() throws IOException, InterruptedException {
        open(1);
        streams.getFirst().send(ExtendedHeader.endOfFile(streams.size()).encode());
        for (DataConnection stream : streams) {
            stream.send(ExtendedHeader.endOfData().encode());
        }
        for (DataConnection stream : streams) {
            stream.finish();
        }
    }

    void close() {
        streams.forEach(DataConnection::close);
        threads.giveBack(further);
        further = 0;
    }

    /// The first alone, so that a client that cannot be reached is asked once; the others at the same time, since
    /// each may take several round trips. Fewer than that when the server has too much to do.
    private void open(int count) throws IOException, InterruptedException {
        if (streams.isEmpty()) {
            streams.add(connector.open());
        }
        List<FutureTask<Void>> opening = new ArrayList<>();
        int more = threads.take(Math.max(0, count - streams.size()));
        further += more;
        for (int i = 0; i < more; i++) {
            opening.add(begin(() -> {
                DataConnection stream = connector.open();
                synchronized (streams) {
                    streams.add(stream);
                }
                return null;
            }));
        }
        awaitStopped(opening, () -> {});
        for (FutureTask<Void> task : opening) {
            throwFailure(task);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static FutureTask<Void> begin(Callable<Void> work) {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name("fsp-stream").start(task);
        return task;
    }

    private static void awaitStopped(List<FutureTask<Void>> tasks, Runnable whenInterrupted) {
        boolean interrupted = false;
        for (FutureTask<Void> task : tasks) {
            while (!task.isDone()) {
                try {
                    task.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                    whenInterrupted.run();
                } catch (ExecutionException _) {
                    break; // looked at later
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void throwFailure(FutureTask<Void> task) throws IOException {
        if (task.state() == FutureTask.State.FAILED) {
            Throwable failure = task.exceptionNow();
            throw failure instanceof IOException io ? io : new IOException(failure);
        }
    }
}
