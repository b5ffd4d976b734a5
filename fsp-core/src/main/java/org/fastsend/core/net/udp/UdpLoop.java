package org.fastsend.core.net.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.linux.ThreadTime;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.transport.DatagramBurst;
import org.fastsend.core.transport.UdpConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One UDP socket and the platform thread that owns it, with every connection on it. Datagrams find their
/// connection by the id in their header; those of none are dropped and counted. Bursts leave when their
/// connections' pacers say so: the thread waits in the kernel, and only for the last microseconds on the CPU.
public final class UdpLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpLoop.class);
    /// A wait this short costs more than it saves.
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /// Not spinning.
    private static final long AWAKE = Long.MIN_VALUE;

    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DatagramIo io;
    private final HostWait hostWait = new HostWait();
    private final LoopMeter meter = new LoopMeter(new ThreadTime()::nanos);
    private final HandOver handOver = new HandOver();
    private final Elsewhere elsewhere;
    private final NanoClock clock;
    private final Thread thread;
    private final ConcurrentLinkedQueue<UdpLine> arriving = new ConcurrentLinkedQueue<>();
    private final AtomicLong dropped = new AtomicLong();
    private final UdpBranch branch;
    private volatile boolean closing;
    private volatile boolean failed;
    /// Why; set when nobody looks at what arrives any more.
    private volatile @Nullable String end;
    private volatile boolean finishing;

    // The loop's own.
    private final UdpLines lines = new UdpLines();
    private final DatagramBurst burst = new DatagramBurst();
    private int burstSent;
    private int burstLength;
    private @Nullable InetSocketAddress aim;
    private long spinningSinceNanos = AWAKE;

    private UdpLoop(DatagramIo io, NanoClock clock, Elsewhere elsewhere) {
        this.io = io;
        this.clock = clock;
        this.elsewhere = elsewhere;
        this.branch = new UdpBranch(io.localAddress(), io::wakeUp);
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("fsp-udp " + io.localAddress().getPort())
                .unstarted(this::run);
    }

    /// Owns the socket from now on.
    public static UdpLoop start(DatagramIo io, NanoClock clock) {
        return start(io, clock, (_, _, _, _, _, _) -> false);
    }

    /// The same where other loops serve the same port.
    static UdpLoop start(DatagramIo io, NanoClock clock, Elsewhere elsewhere) {
        UdpLoop loop = new UdpLoop(io, clock, elsewhere);
        loop.thread.start();
        return loop;
    }

    public InetSocketAddress localAddress() {
        return io.localAddress();
    }

    /// The part of the socket for another protocol on the same port.
    public UdpBranch branch() {
        return branch;
    }

    /// The part of a processor that the loop took lately, 0 to 1.
    public double busy() {
        return meter.busy();
    }

    /// Whether it ended because its socket failed.
    boolean hasFailed() {
        return failed;
    }

    /// A datagram came to another socket of this one's port. From any thread.
    void hand(byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos) {
        if (handOver.give(bytes, offset, length, from, clock.nanos() - waitedNanos)) {
            io.wakeUp();
        } else {
            dropped.incrementAndGet();
        }
    }

    /// Datagrams that belonged to no connection.
    public long droppedDatagrams() {
        return dropped.get();
    }

    /// Takes a new connection, made for the time given. From any thread.
    ///
    /// @param id in datagrams that come to it; no other connection here has it
    public UdpLine add(long id, LongFunction<UdpConnection> maker, UdpHandler handler) {
        UdpLine line = new UdpLine(this, id, maker.apply(clock.nanos()), handler);
        arriving.add(line);
        io.wakeUp();
        failArriving();
        return line;
    }

    /// Ends the thread and closes the socket; connections that are still open are told to their handlers as closed.
    /// Does not wait. From any thread.
    @Override
    public void close() {
        closing = true;
        io.wakeUp();
    }

    /// Does the same once every connection here is over, its end told to the peer. From any thread.
    public void finish() {
        finishing = true;
        io.wakeUp();
    }

    /// Waits until nothing happens here any more, after {@link #close} or {@link #finish}.
    public void join() throws InterruptedException {
        thread.join();
    }

    void wakeUp() {
        io.wakeUp();
    }

    /// Whether the socket takes nothing at present.
    boolean isBlocked() {
        return burstSent < burstLength;
    }

    /// Sends one burst of the connection; false if it has none now, or the socket takes nothing.
    boolean send(UdpConnection connection) throws IOException {
        long now = clock.nanos(); // what is sent says when, so each burst looks
        if (isBlocked() || !connection.pollTransmit(burst, now)) {
            return false;
        }
        burstSent = 0;
        burstLength = burst.length();
        flush();
        if (io.tooLongBytes() > 0) {
            connection.handleTooLarge(io.tooLongBytes(), now);
        }
        return !isBlocked();
    }

    private void flush() throws IOException {
        InetSocketAddress to = burst.destination();
        if (to == null) {
            burstSent = burstLength;
            return;
        }
        burstSent += io.send(burst.bytes(), burstSent, burstLength - burstSent, burst.segmentBytes(), to);
    }

    private void run() {
        String why = "the connection was closed here";
        try {
            while (!isDone()) {
                turn();
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("the UDP socket at {} failed", io.localAddress(), e);
            why = "the UDP socket failed: " + e.getMessage();
            failed = true;
        } finally {
            closing = true;
            lines.end(why, clock.nanos());
            end = why;
            failArriving();
            branch.close();
            io.close();
        }
    }

    /// Once nobody takes what arrives; whoever comes last sees to that.
    private void failArriving() {
        String why = end;
        if (why == null) {
            return;
        }
        for (UdpLine line = arriving.poll(); line != null; line = arriving.poll()) {
            UdpLines.end(line, why, clock.nanos());
        }
    }

    private boolean isDone() {
        return closing || (finishing && lines.isEmpty());
    }

    private void turn() throws IOException {
        admit();
        int received = takeHanded() + io.receive(this::take);
        if (isBlocked()) {
            flush();
        }
        sendBranch();
        long nowNanos = clock.nanos();
        if (spinningSinceNanos != AWAKE && received == 0) {
            meter.spun(nowNanos - spinningSinceNanos);
        }
        spinningSinceNanos = AWAKE;
        meter.look(nowNanos);
        long wait = lines.turn(nowNanos, LONGEST_WAIT_NANOS);
        if (received == 0 && !isDone()) {
            rest(wait);
        }
    }

    private void sendBranch() throws IOException {
        for (UdpBranch.Datagram next = branch.nextToSend(); next != null; next = branch.nextToSend()) {
            io.send(next.bytes(), 0, next.bytes().length, next.bytes().length, next.peer());
        }
    }

    private void rest(long wait) throws IOException {
        long begunNanos = clock.nanos();
        if (isBlocked()) {
            io.await(Math.max(wait, TimeUnit.MILLISECONDS.toNanos(1)), true);
        } else if (wait > SPIN_NANOS) {
            io.await(wait, false);
        } else {
            Thread.onSpinWait();
            spinningSinceNanos = begunNanos;
            return;
        }
        meter.waited(clock.nanos() - begunNanos);
    }

    /// What came to another socket of the port.
    private int takeHanded() throws IOException {
        int count = 0;
        for (HandOver.Datagram next = handOver.poll(); next != null; next = handOver.poll()) {
            if (aim == null) {
                aim(next.from());
            }
            byte[] bytes = next.bytes();
            take(bytes, 0, bytes.length, next.from(), clock.nanos() - next.arrivedNanos(), true);
            count++;
        }
        return count;
    }

    /// Has what this peer sends come to this socket.
    void aim(InetSocketAddress peer) throws IOException {
        aim = peer;
        io.aim(peer);
    }

    private void admit() {
        for (UdpLine line = arriving.poll(); line != null; line = arriving.poll()) {
            lines.add(line);
        }
    }

    private void take(byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos) {
        take(bytes, offset, length, from, waitedNanos, false);
    }

    /// @param handed whether it was for nobody at the socket where it came
    private void take(byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos, boolean handed) {
        if (length > 0 && (bytes[offset] & 0xFF) >= UdpBranch.FIRST_BYTE) {
            if (handed || !elsewhere.take(0, bytes, offset, length, from, waitedNanos)) {
                branch.came(bytes, offset, length, from);
            }
            return;
        }
        long id = UdpConnection.connectionIdOf(bytes, offset, length);
        UdpLine line = lines.find(id);
        if (line == null) {
            if (handed || !elsewhere.take(id, bytes, offset, length, from, waitedNanos)) {
                dropped.incrementAndGet();
            }
            return;
        }
        long nowNanos = clock.nanos();
        long arrivedNanos = nowNanos - hostWait.passingNanos(waitedNanos, nowNanos);
        lines.take(line, bytes, offset, length, from, arrivedNanos);
    }
}
