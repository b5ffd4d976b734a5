package org.fastsend.server.data;

import java.net.ProtocolException;
import java.nio.ByteBuffer;

/// The 17 bytes in front of each block of MODE E (GFD.20): a descriptor, a count of bytes that follow, and
/// where in the file they belong. Behind the descriptor bit [#END_OF_FILE] the place holds another number: how many
/// connections will have ended their data ([#END_OF_DATA]) when all is there.
///
/// @param count bytes that follow, from 0
/// @param offset of the first of them, from 0
record ExtendedHeader(int descriptor, long count, long offset) {
    static final int BYTES = 17;
    static final int END_OF_FILE = 64;
    static final int RESTART_MARKER = 16;
    static final int END_OF_DATA = 8;
    /// The sender will close this connection and not use it for a further transfer.
    static final int CLOSING = 4;

    static ExtendedHeader data(long count, long offset) {
        return new ExtendedHeader(0, count, offset);
    }

    static ExtendedHeader endOfFile(int connections) {
        return new ExtendedHeader(END_OF_FILE, 0, connections);
    }

    static ExtendedHeader endOfData() {
        return new ExtendedHeader(END_OF_DATA | CLOSING, 0, 0);
    }

    /// Reads the next 17 bytes; whatever they are, the result is one that arithmetic cannot be broken with.
    static ExtendedHeader read(ByteBuffer bytes) throws ProtocolException {
        ExtendedHeader header = new ExtendedHeader(bytes.get() & 0xFF, bytes.getLong(), bytes.getLong());
        if (header.count < 0 || header.offset < 0 || header.offset > Long.MAX_VALUE - header.count) {
            throw new ProtocolException("a block of MODE E lies beyond every file");
        }
        if (header.is(END_OF_FILE) && header.count > 0) {
            throw new ProtocolException("the block of MODE E that ends the file has content");
        }
        return header;
    }

    boolean is(int bit) {
        return (descriptor & bit) != 0;
    }

    ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES)
                .put((byte) descriptor)
                .putLong(count)
                .putLong(offset)
                .flip();
    }
}
