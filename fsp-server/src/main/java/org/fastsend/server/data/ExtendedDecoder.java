package org.fastsend.server.data;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/// Takes the blocks of MODE E apart that come over one connection. Keeps a header at most, however the bytes are cut.
final class ExtendedDecoder {
    private final ByteBuffer header = ByteBuffer.allocate(ExtendedHeader.BYTES);
    private ExtendedHeader block = ExtendedHeader.data(0, 0);
    private long taken;
    private boolean begun;
    private boolean ended;
    private OptionalLong connections = OptionalLong.empty();

    /// Takes bytes in pieces of any size, and gives the content in them to `sink`.
    void receive(ByteBuffer bytes, RangeSink sink) throws IOException {
        begun |= bytes.hasRemaining();
        while (bytes.hasRemaining() && !ended) {
            if (taken < block.count()) {
                takeContent(bytes, sink);
            } else {
                takeHeader(bytes);
            }
            ended = !header.hasRemaining() && taken == block.count() && block.is(ExtendedHeader.END_OF_DATA);
        }
        if (bytes.hasRemaining()) {
            throw new ProtocolException("data behind the end of data");
        }
    }

    private void takeHeader(ByteBuffer bytes) throws ProtocolException {
        if (!header.hasRemaining()) {
            header.clear();
        }
        while (header.hasRemaining() && bytes.hasRemaining()) {
            header.put(bytes.get());
        }
        if (!header.hasRemaining()) {
            block = ExtendedHeader.read(header.flip());
            taken = 0;
            if (block.is(ExtendedHeader.END_OF_FILE)) {
                connections = OptionalLong.of(block.offset());
            }
        }
    }

    private void takeContent(ByteBuffer bytes, RangeSink sink) throws IOException {
        int count = (int) Math.min(block.count() - taken, bytes.remaining());
        if (!block.is(ExtendedHeader.RESTART_MARKER)) {
            sink.accept(block.offset() + taken, bytes.slice(bytes.position(), count));
        }
        bytes.position(bytes.position() + count);
        taken += count;
    }

    /// Whether anything at all has come.
    boolean hasBegun() {
        return begun;
    }

    /// Whether the sender closes this connection, rather than keep it for a further transfer.
    boolean isClosing() {
        return block.is(ExtendedHeader.CLOSING);
    }

    /// Whether this connection has said that it brings no more.
    boolean isEnded() {
        return ended;
    }

    /// How many connections will have ended their data when the file is whole, if this one has said it.
    OptionalLong connections() {
        return connections;
    }
}
