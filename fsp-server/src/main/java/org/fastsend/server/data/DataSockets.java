package org.fastsend.server.data;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.OptionalInt;

/// What the sockets of data connections have in common. Each counts as broken until it says that it is whole: whatever
/// closes it before, the end of this process or Java's own hand when a thread is interrupted, resets it, so that no
/// client takes a part of a file for all of it.
final class DataSockets {
    private static final int NOTHING_OUTLIVES_CLOSING = 0;
    private static final int ALL_IS_SENT = -1;

    private DataSockets() {}

    /// Prepares one that has come or will be made: closing it resets it. Buffers of a given size stay so; otherwise the
    /// system tunes them.
    static void prepare(SocketChannel socket, OptionalInt bufferBytes) throws IOException {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setOption(StandardSocketOptions.SO_LINGER, NOTHING_OUTLIVES_CLOSING);
        if (bufferBytes.isPresent()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes.getAsInt());
            socket.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes.getAsInt());
        }
    }

    /// From here on closing it sends what is left, and then its end.
    static void complete(SocketChannel socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_LINGER, ALL_IS_SENT);
    }
}
