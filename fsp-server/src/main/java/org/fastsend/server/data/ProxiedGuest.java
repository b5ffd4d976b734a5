package org.fastsend.server.data;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.fastsend.core.time.NanoClock;
import org.fastsend.server.net.ProxyHeader;

/// A data connection that a proxy made for somebody.
///
/// @param from who that is
/// @param early what came behind the proxy's header in the same read, which belongs to the client
record ProxiedGuest(InetSocketAddress from, ByteBuffer early) {
    private static final int READ_BYTES = 2048;

    /// Reads the header that the proxy puts before it. The socket does not block.
    static ProxiedGuest read(SocketChannel guest, NanoClock clock) throws IOException, InterruptedException {
        ProxyHeader header = new ProxyHeader();
        ProxyHeader.Ends own = new ProxyHeader.Ends(
                (InetSocketAddress) guest.getRemoteAddress(), (InetSocketAddress) guest.getLocalAddress());
        ByteBuffer bytes = ByteBuffer.allocate(READ_BYTES);
        Readiness readiness = new Readiness(guest);
        try {
            long start = clock.nanos();
            while (true) {
                int length = guest.read(bytes.clear());
                if (length < 0) {
                    throw new EOFException("the proxy closed the connection");
                }
                Optional<ProxyHeader.Ends> ends = header.receive(bytes.flip(), own);
                if (ends.isPresent()) {
                    return new ProxiedGuest(ends.get().peer(), ByteBuffer.wrap(header.rest()));
                }
                long left = ProxyHeader.PATIENCE_NANOS - (clock.nanos() - start);
                if (left <= 0 || !readiness.await(SelectionKey.OP_READ, left)) {
                    throw Pipe.stalled(ProxyHeader.PATIENCE_NANOS);
                }
            }
        } finally {
            readiness.close();
        }
    }
}
