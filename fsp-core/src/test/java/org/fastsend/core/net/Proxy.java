package org.fastsend.core.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A TCP proxy that sits between the two ends and does to their bytes what an attacker or a bad network
/// does.
final class Proxy implements AutoCloseable {
    /// What becomes of the bytes of one connection in one direction.
    interface Tamper {
        /// Bytes are about to be passed on.
        ///
        /// @param connection how many were before it: 0 is the session, the others are data streams
        /// @param up from the initiator to the acceptor
        /// @param offset of the first byte in this direction
        /// @param bytes may be changed
        /// @return how many of them to pass on; if that is not all the connection is cut behind them;
        ///     after {@link Proxy#STOP} it is left hanging in the middle
        int pass(int connection, boolean up, long offset, byte[] bytes, int length);
    }

    /// From here on nothing passes on this connection, and nobody is told.
    static final int STOP = -1;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;
    private final Tamper tamper;
    private volatile CountDownLatch flowing = new CountDownLatch(0);

    Proxy(int target, Tamper tamper) throws IOException {
        this.target = target;
        this.tamper = tamper;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /// From now on nothing passes, and nobody is told.
    void freeze() {
        flowing = new CountDownLatch(1);
    }

    /// Cuts every connection there is.
    void cutAll() {
        sockets.forEach(Proxy::close);
    }

    @Override
    public void close() throws IOException {
        server.close();
        flowing.countDown();
        cutAll();
    }

    private void accept() {
        try {
            for (int connection = 0; ; connection++) {
                int number = connection;
                Socket near = server.accept();
                Socket far = new Socket();
                far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                sockets.addAll(List.of(near, far));
                Thread.ofVirtual().start(() -> pump(number, true, near, far));
                Thread.ofVirtual().start(() -> pump(number, false, far, near));
            }
        } catch (IOException e) {
            cutAll(); // the test is over
        }
    }

    private void pump(int connection, boolean up, Socket from, Socket to) {
        byte[] bytes = new byte[16 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            long offset = 0;
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                flowing.await();
                int passed = tamper.pass(connection, up, offset, bytes, length);
                if (passed == STOP) {
                    out.write(bytes, 0, length - 1);
                    return;
                }
                out.write(bytes, 0, passed);
                offset += length;
                if (passed < length) {
                    close(from);
                    close(to);
                    return;
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
