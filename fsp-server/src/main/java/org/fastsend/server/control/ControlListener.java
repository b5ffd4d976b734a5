package org.fastsend.server.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.fastsend.core.net.AcceptLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The port that clients connect to, and the thread that meets them.
public final class ControlListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlListener.class);
    private static final int BACKLOG = 1024;

    private final ServerSocket socket;
    private final InetSocketAddress address;
    private final CountDownLatch closed = new CountDownLatch(1);

    private ControlListener(ServerSocket socket) {
        this.socket = socket;
        this.address = new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    /// Listens, and hands each connection to `accepted`, which must not wait.
    public static ControlListener open(InetSocketAddress address, Consumer<Socket> accepted) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        ControlListener listener = new ControlListener(socket);
        AcceptLoop loop = new AcceptLoop(socket::accept, accepted, listener.closed);
        Thread.ofPlatform().daemon().name("fsp-listen").start(loop::run);
        return listener;
    }

    public InetSocketAddress address() {
        return address;
    }

    /// Stops listening; connections that were accepted live on.
    @Override
    public void close() {
        closed.countDown();
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a listening socket does not close in order", e);
        }
    }
}
