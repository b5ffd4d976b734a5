package org.fastsend.server.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A data connection in the clear: whoever transfers moves the bytes with its own thread, from the file's pages in the
/// kernel straight to the socket, and from the socket into the file with one copy between. No event loop has a part in
/// it, for each change of threads costs more than sending a small file.
final class PlainPipe implements Pipe {
    private static final Logger LOG = LoggerFactory.getLogger(PlainPipe.class);

    /// Taken from the socket at once.
    private static final int READ_BYTES = 256 << 10;

    /// Read of what a client says unasked: a ClientHello's beginning is enough.
    private static final int EARLY_BYTES = 2048;

    private final SocketChannel socket;
    private ByteBuffer early;
    private final Readiness readiness;
    private Runnable beforeWaiting = () -> {};

    /// The socket does not block. `early` is what came of its content already.
    PlainPipe(SocketChannel socket, ByteBuffer early) {
        this.socket = socket;
        this.early = early;
        this.readiness = new Readiness(socket);
    }

    void beforeWaiting(Runnable task) {
        beforeWaiting = task;
    }

    SocketChannel socket() {
        return socket;
    }

    ByteBuffer early() {
        return early;
    }

    /// Whether the client has begun to speak, without waiting for it.
    boolean isSpokenTo() throws IOException {
        if (!early.hasRemaining()) {
            ByteBuffer came = ByteBuffer.allocate(EARLY_BYTES);
            socket.read(came);
            early = came.flip();
        }
        return early.hasRemaining();
    }

    @Override
    public long send(FileChannel file, long from, long count, long patienceNanos)
            throws IOException, InterruptedException {
        long sent = file.transferTo(from, count, socket);
        while (sent == 0) {
            if (file.size() <= from) {
                throw new EOFException("the file became shorter while it was sent");
            }
            await(SelectionKey.OP_WRITE, patienceNanos);
            sent = file.transferTo(from, count, socket);
        }
        return sent;
    }

    @Override
    public void send(ByteBuffer content, long patienceNanos) throws IOException, InterruptedException {
        while (content.hasRemaining()) {
            if (socket.write(content) == 0) {
                await(SelectionKey.OP_WRITE, patienceNanos);
            }
        }
    }

    @Override
    public void receive(BooleanSupplier enough, Taker taker, long patienceNanos)
            throws IOException, InterruptedException {
        if (early.hasRemaining() && !enough.getAsBoolean()) {
            taker.take(early);
        }
        ByteBuf memory = ByteBufAllocator.DEFAULT.directBuffer(READ_BYTES);
        try {
            ByteBuffer bytes = memory.nioBuffer(0, READ_BYTES);
            while (!enough.getAsBoolean()) {
                int length = socket.read(bytes.clear());
                if (length < 0) {
                    return;
                }
                if (length == 0) {
                    await(SelectionKey.OP_READ, patienceNanos);
                } else {
                    taker.take(bytes.flip());
                }
            }
        } finally {
            memory.release();
        }
    }

    private void await(int operation, long patienceNanos) throws IOException, InterruptedException {
        beforeWaiting.run();
        if (!readiness.await(operation, patienceNanos)) {
            throw Pipe.stalled(patienceNanos);
        }
    }

    /// The kernel has all that was sent, and sees to it that it arrives.
    @Override
    public void finish(long patienceNanos) throws IOException {
        readiness.close();
        DataSockets.complete(socket);
        socket.close();
    }

    @Override
    public void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a data connection does not close in order", e);
        }
        readiness.wake();
    }

    @Override
    public void close() {
        abort();
        try {
            readiness.close();
        } catch (IOException e) {
            LOG.debug("a data connection does not close in order", e);
        }
    }
}
