package org.fastsend.server.data;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.net.Transport;

/// An address of the client that the server connects to (PORT, EPRT). Whoever makes one has checked that it is the
/// client's own, so that the server cannot be turned against others (RFC 2577 section 3).
///
/// @param local the address of the control connection at the server, which the client expects to see
/// @param bufferBytes of the sockets; empty for what the system thinks best
public record ActiveAddress(Transport transport, InetAddress local, InetSocketAddress remote, OptionalInt bufferBytes)
        implements DataEndpoint {
    @Override
    public DataConnection connect(long timeoutNanos, Runnable beforeWaiting) throws IOException {
        beforeWaiting.run();
        SocketChannel socket = SocketChannel.open();
        try {
            DataSockets.prepare(socket, bufferBytes); // before it connects, for the window depends on it
            socket.bind(new InetSocketAddress(local, 0));
            // At least a millisecond, for zero means to wait for ever.
            socket.socket().connect(remote, (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNanos)));
            socket.configureBlocking(false);
            return new DataConnection(socket, ByteBuffer.allocate(0), transport.data());
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        // Nothing is open before connect.
    }
}
