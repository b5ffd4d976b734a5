package org.fastsend.server.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The port that clients connect to, and the thread that meets them.
public final class ControlListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlListener.class);
    private static final int BACKLOG = 1024;

    /// How long nobody is met when the system has no room for one more connection.
    private static final long BREATH_SECONDS = 1;

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
        Thread.ofPlatform().daemon().name("fsp-listen").start(() -> listener.meet(accepted));
        return listener;
    }

    private void meet(Consumer<Socket> accepted) {
        while (!socket.isClosed()) {
            try {
                handOver(socket.accept(), accepted);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                if (!socket.isClosed()) {
                    LOG.error("a connection cannot be taken: {}", e.getMessage());
                    breathe();
                }
            }
        }
    }

    /// The system may have neither memory nor a thread for it: that is Java's OutOfMemoryError.
    private static void handOver(Socket guest, Consumer<Socket> accepted) throws IOException {
        boolean taken = false;
        try {
            accepted.accept(guest);
            taken = true;
        } finally {
            if (!taken) {
                guest.close();
            }
        }
    }

    private void breathe() {
        try {
            var _ = closed.await(BREATH_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            LOG.debug("nobody interrupts this thread", e);
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    /// Stops listening; connections that were accepted live on.
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("a listening socket does not close in order", e);
        }
        closed.countDown();
    }
}
