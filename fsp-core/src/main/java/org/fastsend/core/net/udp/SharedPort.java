package org.fastsend.core.net.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.transport.UdpConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One UDP port that several loops may serve, each on a processor of its own. Its first loop takes
/// connections while it has time for them. When it is busy, a further connection gets a loop and a
/// socket to itself, at the same port: once the peer's address is known the kernel gives that
/// socket what comes from there. What comes from elsewhere (the first datagram, a peer that moved)
/// comes to the first loop, which hands it over by the connection's id. Thread-safe.
public final class SharedPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedPort.class);
    /// A loop that takes more of a processor has no time for the rest that a further connection
    /// would need.
    private static final double BUSY = 0.5;

    private final UdpLoop first;
    private final DatagramIo io;
    private final NanoClock clock;
    private final Cores cores;
    private final Map<Long, UdpLoop> others = new ConcurrentHashMap<>();
    private volatile boolean closed;
    /// Where one further socket failed the next would, too.
    private volatile boolean failed;

    /// Owns the socket from now on.
    public SharedPort(DatagramIo io, NanoClock clock, Cores cores) {
        this.io = io;
        this.clock = clock;
        this.cores = cores;
        this.first = UdpLoop.start(io, clock, this::handOver);
    }

    /// A connection's place at the port.
    ///
    /// @param line where it lives
    /// @param afterwards to be run when it is over
    public record Place(UdpLine line, Runnable afterwards) {}

    public InetSocketAddress localAddress() {
        return first.localAddress();
    }

    /// The part of the port for another protocol.
    public UdpBranch branch() {
        return first.branch();
    }

    /// Datagrams that belonged to no connection.
    public long droppedDatagrams() {
        return first.droppedDatagrams();
    }

    /// Loops that serve the port now.
    public int loops() {
        return 1 + others.size();
    }

    /// Whether one more connection could have a loop to itself.
    public boolean hasFreeLoop() {
        return !closed && !failed && io.hasSiblings() && loops() < cores.mostLoops();
    }

    /// Takes a new connection, made for the time given.
    ///
    /// @param id in datagrams that come to it; no other connection here has it
    public Place add(long id, LongFunction<UdpConnection> maker, UdpHandler handler) {
        boolean busy = cores.gauge().apply(new LoopReading(first.busy(), true)).busy() > BUSY;
        Optional<UdpLoop> own = busy ? another(id) : Optional.empty();
        if (own.isEmpty()) {
            return new Place(first.add(id, maker, handler), () -> {});
        }
        UdpLoop loop = own.get();
        return new Place(loop.add(id, maker, handler), () -> {
            others.remove(id);
            failed |= loop.hasFailed();
            loop.finish();
        });
    }

    private synchronized Optional<UdpLoop> another(long id) {
        if (!hasFreeLoop()) {
            return Optional.empty();
        }
        try {
            UdpLoop loop = start(io.sibling());
            others.put(id, loop);
            return Optional.of(loop);
        } catch (IOException e) {
            LOG.warn(
                    "no further socket at port {}: one loop serves it",
                    localAddress().getPort(),
                    e);
            return Optional.empty();
        }
    }

    private UdpLoop start(DatagramIo sibling) throws IOException {
        try {
            return UdpLoop.start(sibling, clock, this::handBack);
        } catch (OutOfMemoryError e) { // no further thread, mostly
            sibling.close();
            throw new IOException("no further thread", e);
        }
    }

    /// From the first loop, whose socket gets what no other's does.
    private boolean handOver(long id, byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos) {
        UdpLoop owner = others.get(id);
        if (owner == null) {
            return false;
        }
        owner.hand(bytes, offset, length, from, waitedNanos);
        return true;
    }

    /// From another loop: until the kernel knows its peer, its socket may get anybody's.
    private boolean handBack(long id, byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos) {
        first.hand(bytes, offset, length, from, waitedNanos);
        return true;
    }

    @Override
    public synchronized void close() {
        closed = true;
        first.close();
        others.values().forEach(UdpLoop::close);
    }
}
