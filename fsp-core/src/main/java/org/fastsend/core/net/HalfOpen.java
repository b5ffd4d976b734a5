package org.fastsend.core.net;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The accepted connections that have not proven yet who they are. When there are too many the oldest goes:
/// an honest peer is through in a moment, one that dawdles to keep others out is not. Thread-safe.
final class HalfOpen {
    private static final Logger LOG = LoggerFactory.getLogger(HalfOpen.class);

    private final int maxConnections;
    private final Set<Socket> sockets = new LinkedHashSet<>();

    HalfOpen(int maxConnections) {
        this.maxConnections = maxConnections;
    }

    synchronized void add(Socket socket) {
        if (sockets.size() >= maxConnections) {
            Iterator<Socket> oldest = sockets.iterator();
            close(oldest.next());
            oldest.remove();
        }
        sockets.add(socket);
    }

    synchronized void remove(Socket socket) {
        sockets.remove(socket);
    }

    synchronized void close() {
        List<Socket> all = new ArrayList<>(sockets);
        all.forEach(HalfOpen::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("dropping a half-open connection", e);
        }
    }
}
