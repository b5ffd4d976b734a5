package org.fastsend.server.data;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/// MODE B (RFC 959 section 3.4.2): blocks of at most 65,535 bytes behind a header of three, a descriptor and a count.
/// The end of the file is a block with its descriptor bit, so a connection that is cut is noticed. Restart markers are
/// skipped: restarts here are byte offsets.
final class BlockFraming implements Framing {
    private static final int HEADER_BYTES = 3;
    private static final int MAX_COUNT = 0xFFFF;
    private static final int END_OF_FILE = 64;
    private static final int RESTART_MARKER = 16;

    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private int descriptor;
    private int left;
    private boolean whole;

    @Override
    public void send(ByteBuffer content, Wire wire) throws IOException, InterruptedException {
        while (content.hasRemaining()) {
            int count = Math.min(content.remaining(), MAX_COUNT);
            ByteBuffer block = ByteBuffer.allocate(HEADER_BYTES + count);
            block.put((byte) 0).putShort((short) count).put(content.slice(content.position(), count));
            content.position(content.position() + count);
            wire.send(block.flip());
        }
    }

    @Override
    public void end(Wire wire) throws IOException, InterruptedException {
        wire.send(ByteBuffer.wrap(new byte[] {END_OF_FILE, 0, 0}));
    }

    @Override
    public void receive(ByteBuffer bytes, DataSink sink) throws IOException {
        while (bytes.hasRemaining() && !whole) {
            if (header.hasRemaining()) {
                takeHeader(bytes);
            } else {
                takeContent(bytes, sink);
            }
            if (!header.hasRemaining() && left == 0) {
                header.clear();
                whole = (descriptor & END_OF_FILE) != 0;
            }
        }
        if (bytes.hasRemaining()) {
            throw new ProtocolException("data behind the block that ends the file");
        }
    }

    private void takeHeader(ByteBuffer bytes) {
        header.put(bytes.get());
        if (!header.hasRemaining()) {
            descriptor = header.get(0) & 0xFF;
            left = header.getShort(1) & MAX_COUNT;
        }
    }

    private void takeContent(ByteBuffer bytes, DataSink sink) throws IOException {
        int count = Math.min(left, bytes.remaining());
        if ((descriptor & RESTART_MARKER) == 0) {
            sink.accept(bytes.slice(bytes.position(), count));
        }
        bytes.position(bytes.position() + count);
        left -= count;
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public void close() {
        // Holds nothing but memory.
    }
}
