package org.fastsend.overlay.net;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.fastsend.overlay.peer.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One TCP connection that carries overlay datagrams: a thread that reads, and one that writes.
final class TcpPipe {
    private static final Logger LOG = LoggerFactory.getLogger(TcpPipe.class);
    private static final int MAX_UNSENT = 64;
    private static final int CONNECT_MILLIS = 3000;

    private final Endpoint peer;
    private final boolean accepted;
    private final Socket socket;
    private final Owner owner;
    private final BlockingQueue<byte[]> unsent = new ArrayBlockingQueue<>(MAX_UNSENT);
    private volatile boolean ended;
    // The owner's, under its lock.
    private long heardNanos;
    private boolean proven;

    /// Hears of it on the pipe's own threads.
    interface Owner {
        void datagram(TcpPipe from, byte[] bytes);

        void ended(TcpPipe pipe);
    }

    private TcpPipe(Endpoint peer, boolean accepted, Socket socket, Owner owner, long nowNanos) {
        this.peer = peer;
        this.accepted = accepted;
        this.socket = socket;
        this.owner = owner;
        this.heardNanos = nowNanos;
    }

    /// One that is still to be connected.
    static TcpPipe dialled(Endpoint peer, Owner owner, long nowNanos) {
        return new TcpPipe(peer, false, new Socket(), owner, nowNanos);
    }

    /// One that the peer connected.
    static TcpPipe accepted(Endpoint peer, Socket socket, Owner owner, long nowNanos) {
        return new TcpPipe(peer, true, socket, owner, nowNanos);
    }

    Endpoint peer() {
        return peer;
    }

    boolean isAccepted() {
        return accepted;
    }

    /// Something authentic came.
    void heard(long nowNanos) {
        proven = true;
        heardNanos = nowNanos;
    }

    /// Whether anything authentic ever came.
    boolean isProven() {
        return proven;
    }

    /// When something authentic came last, or else when it began.
    long heardNanos() {
        return heardNanos;
    }

    void start() {
        Thread.ofVirtual().name("fsp-overlay-tcp " + peer).start(this::run);
    }

    /// False if too much is unsent.
    boolean offer(byte[] datagram) {
        return unsent.offer(datagram);
    }

    /// The threads end by that.
    void close() {
        ended = true;
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }

    private void run() {
        try {
            if (!accepted) {
                socket.connect(peer.toSocketAddress(), CONNECT_MILLIS);
                socket.getOutputStream().write(TcpPipes.FIRST_BYTE);
            }
            socket.setTcpNoDelay(true);
            Thread writer = Thread.ofVirtual().name("fsp-overlay-tcp " + peer).start(this::write);
            try {
                read(new DataInputStream(socket.getInputStream()));
            } finally {
                writer.interrupt();
            }
        } catch (IOException e) {
            LOG.debug("no overlay over TCP with {}: {}", peer, e.getMessage());
        } finally {
            end();
        }
    }

    private void read(DataInputStream in) throws IOException {
        while (!ended) {
            byte[] datagram = new byte[in.readUnsignedShort()];
            if (datagram.length > Datagram.MAX_BYTES) {
                return;
            }
            in.readFully(datagram);
            owner.datagram(this, datagram);
        }
    }

    private void write() {
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

    private void end() {
        close();
        owner.ended(this);
    }
}
