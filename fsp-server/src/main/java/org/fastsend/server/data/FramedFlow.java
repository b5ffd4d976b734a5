package org.fastsend.server.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;

/// A data connection in a mode that puts something around the content.
final class FramedFlow implements DataFlow {
    private static final int CHUNK_BYTES = 64 << 10;

    private final DataConnection connection;
    private final Framing framing;
    private final AtomicLong bytes = new AtomicLong();

    FramedFlow(DataConnection connection, Framing framing) {
        this.connection = connection;
        this.framing = framing;
    }

    @Override
    public void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, count));
        long position = from;
        long end = from + count;
        while (position < end) {
            int read = file.read(chunk.clear().limit((int) Math.min(CHUNK_BYTES, end - position)), position);
            if (read <= 0) {
                throw new EOFException("the file became shorter while it was sent");
            }
            position += read;
            send(chunk.flip());
        }
    }

    @Override
    public void send(ByteBuffer content) throws IOException, InterruptedException {
        int length = content.remaining();
        framing.send(content, connection::send);
        bytes.addAndGet(length);
    }

    @Override
    public ByteRanges receive(RangeSink sink) throws IOException, InterruptedException {
        connection.receiveUntil(
                framing::isWhole,
                wire -> framing.receive(wire, content -> {
                    int length = content.remaining();
                    sink.accept(bytes.get(), content);
                    bytes.addAndGet(length);
                }));
        if (!framing.isWhole()) {
            throw new EOFException("the connection ended before the file did");
        }
        return ByteRanges.first(bytes.get());
    }

    /// Only a sender's end needs words; after receiving the connection just closes.
    @Override
    public void finish() throws IOException, InterruptedException {
        if (!framing.isWhole()) {
            framing.end(connection::send);
        }
        connection.finish();
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        framing.close();
        connection.close();
    }
}
