package org.fastsend.overlay.net;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.fastsend.overlay.peer.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Overlay datagrams through TCP connections to relays' session ports, where UDP is blocked: the first byte
/// [#FIRST_BYTE], then datagrams, each behind its u16 length (docs/wire.md, "Overlay datagrams"). They are
/// authenticated by themselves, so a connection proves nothing. Thread-safe.
public final class TcpPipes implements AutoCloseable {
    /// What a connection to a session port begins with when it carries overlay datagrams.
    public static final int FIRST_BYTE = 0xF4;

    private static final Logger LOG = LoggerFactory.getLogger(TcpPipes.class);
    private static final int MAX_PIPES = 256;
    /// The same with one address: whoever connects has proven nothing, and must not keep others out.
    private static final int MAX_PIPES_OF_AN_ADDRESS = 64;
    private static final int MAX_UNSENT = 64;
    private static final int CONNECT_MILLIS = 3000;
    private static final int IDLE_MILLIS = 300_000;

    private final Listener listener;
    private final Map<Endpoint, Pipe> pipes = new ConcurrentHashMap<>();

    /// Hears of what comes, on the pipes' threads.
    interface Listener {
        void datagram(Path from, byte[] bytes);

        void closed(Path path);
    }

    TcpPipes(Listener listener) {
        this.listener = listener;
    }

    /// Sends a datagram, over a new connection if there is none; drops it if too much is unsent.
    void send(Endpoint to, byte[] datagram) {
        Pipe pipe = pipes.computeIfAbsent(to, Pipe::new);
        if (!pipe.unsent.offer(datagram)) {
            LOG.debug("too much is unsent to {} over TCP", to);
        }
        pipe.start();
    }

    /// Takes a connection that began with [#FIRST_BYTE], which has been read.
    public void accept(Socket socket) {
        Endpoint from = Endpoint.of((InetSocketAddress) socket.getRemoteSocketAddress());
        Pipe pipe = new Pipe(from);
        if (!hasRoomFor(from) || pipes.putIfAbsent(from, pipe) != null) {
            close(socket);
            return;
        }
        Thread.ofVirtual().name("fsp-overlay-tcp " + from).start(() -> pipe.run(socket));
    }

    private boolean hasRoomFor(Endpoint from) {
        long neighbours = pipes.keySet().stream()
                .filter(other -> other.high() == from.high() && other.low() == from.low())
                .count();
        return pipes.size() < MAX_PIPES && neighbours < MAX_PIPES_OF_AN_ADDRESS;
    }

    @Override
    public void close() {
        pipes.values().forEach(Pipe::end);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }

    private final class Pipe {
        private final Endpoint peer;
        private final BlockingQueue<byte[]> unsent = new ArrayBlockingQueue<>(MAX_UNSENT);
        private boolean started;
        private volatile boolean ended;
        private volatile Socket connection = new Socket();

        Pipe(Endpoint peer) {
            this.peer = peer;
        }

        synchronized void start() {
            if (!started) {
                started = true;
                Thread.ofVirtual().name("fsp-overlay-tcp " + peer).start(this::connect);
            }
        }

        private void connect() {
            try {
                Socket socket = connection;
                socket.connect(peer.toSocketAddress(), CONNECT_MILLIS);
                socket.getOutputStream().write(FIRST_BYTE);
                run(socket);
            } catch (IOException e) {
                LOG.debug("no overlay over TCP with {}: {}", peer, e.getMessage());
                end();
            }
        }

        /// Reads until the connection ends, and writes on another thread.
        void run(Socket socket) {
            synchronized (this) {
                started = true;
                connection = socket;
            }
            try {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(IDLE_MILLIS);
                Thread writer =
                        Thread.ofVirtual().name("fsp-overlay-tcp " + peer).start(() -> write(socket));
                DataInputStream in = new DataInputStream(socket.getInputStream());
                try {
                    while (true) {
                        byte[] datagram = new byte[in.readUnsignedShort()];
                        if (datagram.length > Datagram.MAX_BYTES) {
                            return;
                        }
                        in.readFully(datagram);
                        listener.datagram(new Path(peer, true), datagram);
                    }
                } finally {
                    writer.interrupt();
                }
            } catch (IOException e) {
                LOG.debug("the overlay's connection with {} ended: {}", peer, e.getMessage());
            } finally {
                end();
            }
        }

        private void write(Socket socket) {
            try {
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                while (!ended) {
                    byte[] datagram = unsent.take();
                    byte[] framed = new byte[Short.BYTES + datagram.length];
                    framed[0] = (byte) (datagram.length >> Byte.SIZE);
                    framed[1] = (byte) datagram.length;
                    System.arraycopy(datagram, 0, framed, Short.BYTES, datagram.length);
                    out.write(framed);
                }
            } catch (IOException e) {
                LOG.debug("writing to {} over TCP failed: {}", peer, e.getMessage());
                end();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // the connection has ended
            }
        }

        void end() {
            ended = true;
            TcpPipes.close(connection);
            if (pipes.remove(peer, this)) {
                listener.closed(new Path(peer, true));
            }
        }
    }
}
