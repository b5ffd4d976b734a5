package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Datagrams to be sent at once, one behind the other in one array and to one destination: all are of
/// one size but the last, which may be shorter, as segmentation offload wants it. Made once and filled
/// by [UdpConnection#pollTransmit] again and again. Not thread-safe.
public final class DatagramBurst {
    /// As many segments as one system call takes everywhere.
    public static final int MAX_SEGMENTS = 64;
    /// A burst is one UDP send to the kernel, so no longer than a UDP payload.
    public static final int MAX_BYTES = UdpSettings.MAX_DATAGRAM_BYTES;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int length;
    private int segmentBytes;
    private int segments;
    private boolean ended;
    private @Nullable InetSocketAddress destination;

    /// The datagrams; the first [#length] bytes count.
    public byte[] bytes() {
        return bytes;
    }

    /// Bytes of all datagrams together; 0 if there is nothing to send.
    public int length() {
        return length;
    }

    /// Bytes of each datagram but the last.
    public int segmentBytes() {
        return segmentBytes;
    }

    /// How many datagrams there are.
    public int segments() {
        return segments;
    }

    /// Where to; null only if there is nothing to send.
    public @Nullable InetSocketAddress destination() {
        return destination;
    }

    /// The same bytes, with position and limit for whoever writes.
    ByteBuffer buffer() {
        return buffer;
    }

    void clear() {
        length = 0;
        segmentBytes = 0;
        segments = 0;
        ended = false;
        destination = null;
    }

    /// Whether a datagram of so many bytes may follow.
    boolean takes(int datagramBytes) {
        return segments == 0
                || (!ended
                        && segments < MAX_SEGMENTS
                        && datagramBytes <= segmentBytes
                        && length + datagramBytes <= MAX_BYTES);
    }

    /// A datagram of so many bytes was written at [#length].
    void add(int datagramBytes, InetSocketAddress to) {
        if (segments == 0) {
            segmentBytes = datagramBytes;
            destination = to;
        }
        ended |= datagramBytes < segmentBytes;
        length += datagramBytes;
        segments++;
    }
}
