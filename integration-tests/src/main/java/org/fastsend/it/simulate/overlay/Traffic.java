package org.fastsend.it.simulate.overlay;

import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;

/// How much is sent. One message of so many is encoded, which also shows that what nodes send can be encoded and
/// decoded; the others are taken to be as long on the average.
final class Traffic {
    /// IPv4, UDP, and the envelope that authenticates a message.
    private static final int ENVELOPE_BYTES = 28 + 32;

    private static final int ENCODED_OF = 7;
    private static final double BITS_PER_BYTE = 8;

    private long sent;
    private long encoded;
    private long encodedBytes;

    void sent(Message message) {
        if (sent++ % ENCODED_OF == 0) {
            byte[] bytes = MessageCodec.encode(message);
            try {
                MessageCodec.decode(bytes);
            } catch (MalformedBytesException e) {
                throw new AssertionError("a node sent what no node can read: " + message, e);
            }
            encoded++;
            encodedBytes += bytes.length;
        }
    }

    long messages() {
        return sent;
    }

    double bits() {
        return encoded == 0 ? 0 : BITS_PER_BYTE * sent * (ENVELOPE_BYTES + (double) encodedBytes / encoded);
    }
}
