package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The accepted connections that have not proven yet who they are. When there are too many, of one address or at all,
/// the oldest of these goes: an honest peer is through in a moment, one that dawdles to keep others out is not.
/// Thread-safe.
final class HalfOpen {
    private static final Logger LOG = LoggerFactory.getLogger(HalfOpen.class);

    private final int maxConnections;
    private final int maxOfAnAddress;
    /// Whose they are, the oldest first.
    private final SequencedMap<Socket, InetAddress> sockets = new LinkedHashMap<>();

    HalfOpen(int maxConnections, int maxOfAnAddress) {
        this.maxConnections = maxConnections;
        this.maxOfAnAddress = maxOfAnAddress;
    }

    /// @param from where it comes from
    synchronized void add(Socket socket, InetAddress from) {
        List<Socket> neighbours = sockets.entrySet().stream()
                .filter(open -> open.getValue().equals(from))
                .map(Map.Entry::getKey)
                .toList();
        if (neighbours.size() >= maxOfAnAddress) {
            drop(neighbours.getFirst());
        } else if (sockets.size() >= maxConnections) {
            drop(sockets.firstEntry().getKey());
        }
        sockets.put(socket, from);
    }

    private void drop(Socket socket) {
        sockets.remove(socket);
        close(socket);
    }

    synchronized void remove(Socket socket) {
        sockets.remove(socket);
    }

    synchronized void close() {
        sockets.keySet().forEach(HalfOpen::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("dropping a half-open connection", e);
        }
    }
}
