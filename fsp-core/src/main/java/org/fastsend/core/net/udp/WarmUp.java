package org.fastsend.core.net.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.recovery.RepairCode;
import org.fastsend.core.recovery.RepairSolver;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.transport.DatagramBurst;
import org.fastsend.core.transport.MessageSink;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A transfer between two connections of this process, in a time of their own, of which nothing remains but that the
/// code has run, down to the calls of a socket, to which the datagrams are sent. A process that was just started
/// interprets its code, tenths of a millisecond a datagram: the search for the path's capacity would take that for
/// queues. So while the first connection waits for its round trips, its code is run. Thread-safe.
public final class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    static final int BYTES = 4 << 20;
    private static final long LATENCY_NANOS = 1_000_000;
    private static final long LEAST_STEP_NANOS = 10_000;
    /// It takes a tenth of a second of its own time; whatever keeps it from ending, nobody waits for that.
    private static final long LONGEST_NANOS = 10_000_000_000L;
    /// Every so-manieth datagram is lost, so that recovery runs, too.
    private static final int LOST_OF = 100;
    private static final long SEED = 1;
    private static final int REPAIRS = 30;
    private static final int REPAIRED_PIECES = 300;
    private static final UdpSettings SETTINGS =
            new UdpSettings(1_472, 28, true, BYTES, BYTES, 5_000_000_000L, 30_000_000_000L);

    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean over;

    /// The first call has it run, on a thread of its own; later ones do nothing.
    public void begin() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("fsp-udp warms up").start(this::run);
        }
    }

    /// Runs again and again on the caller's thread: for a process that is to show what a path can do, not how soon the
    /// JVM has compiled its code.
    public void runFor(long nanos, NanoClock clock) throws IOException {
        begun.set(true);
        long startNanos = clock.nanos();
        while (!over && clock.nanos() - startNanos < nanos) {
            transfer();
        }
    }

    /// What is not done by now need not be: the first connection is open.
    public void end() {
        over = true;
    }

    private void run() {
        try {
            transfer();
            if (!over) {
                repair();
            }
        } catch (IOException e) {
            LOG.info("no warming up for UDP: no socket is to be had", e); // whoever needs one will say so
        } catch (RuntimeException e) {
            LOG.warn("warming up for UDP failed", e);
        }
    }

    /// Until all has arrived, [#end] was called, or its time is over.
    ///
    /// @return bytes that arrived
    long transfer() throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramIo io = DatagramSockets.configured().open(anyPort)) {
            Pair pair = new Pair(io);
            while (!over && pair.arrivedBytes < BYTES && pair.nowNanos < LONGEST_NANOS) {
                pair.turn();
            }
            return pair.arrivedBytes;
        }
    }

    /// Makes and solves repairs as at the end of a transfer, where a receiver that takes long over them loses what
    /// follows meanwhile.
    ///
    /// @return bytes that they brought back
    static int repair() {
        int pieceBytes = SETTINGS.maxDatagramBytes();
        RepairCode code = new RepairCode(0, REPAIRED_PIECES * pieceBytes, pieceBytes);
        ByteBuffer made = code.repairs(REPAIRS, (offset, into, length) -> {});
        RepairSolver solver = new RepairSolver(code);
        for (int number = 0; number < REPAIRS; number++) {
            byte[] repair = new byte[pieceBytes];
            made.get(repair);
            solver.add(number, repair);
        }
        List<RepairSolver.Gap> gaps = new ArrayList<>();
        for (int lost = 0; lost < REPAIRS / 2; lost++) {
            int start = lost * (REPAIRED_PIECES / REPAIRS) * pieceBytes;
            gaps.add(new RepairSolver.Gap(start, start + pieceBytes));
        }
        int[] found = {0};
        solver.solve(gaps, (offset, into, length) -> {}, (offset, bytes, length) -> found[0] += length);
        return found[0];
    }

    /// Two ends and the datagrams between them, each of which passes through a socket that sends to itself.
    private static final class Pair implements MessageSink {
        private final InetSocketAddress[] addresses = {address(1), address(2)};
        private final UdpConnection[] ends;
        private final DatagramBurst burst = new DatagramBurst();
        private final DatagramIo io;
        private final ArrayDeque<Flight> flying = new ArrayDeque<>();
        private long nowNanos;
        private long datagrams;
        private long arrivedBytes;

        private record Flight(int from, byte[] datagram, long arrivesNanos) {}

        Pair(DatagramIo io) {
            this.io = io;
            ends = new UdpConnection[] {end(Side.INITIATOR), end(Side.ACCEPTOR)};
            ends[0].offer(BYTES, false, nowNanos);
        }

        private static InetSocketAddress address(int port) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        private UdpConnection end(Side side) {
            return new UdpConnection(
                    new UdpSecrets(side, secrets()),
                    SETTINGS,
                    side == Side.INITIATOR ? addresses[1] : null,
                    Algorithm.FSP.controller(RateSettings.UNBOUNDED, SETTINGS.usualIpBytes(), nowNanos),
                    (id, offset, into, at, length) -> {},
                    this,
                    SEED,
                    nowNanos);
        }

        @Override
        public void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length) {
            arrivedBytes += length;
        }

        @Override
        public void readBack(long messageId, int offset, byte[] into, int length) {
            // what it is does not matter
        }

        /// Nothing secret travels.
        private static byte[] secrets() {
            byte[] all = new byte[UdpSecrets.EXPORTED_BYTES];
            for (int i = 0; i < all.length; i++) {
                all[i] = (byte) i;
            }
            return all;
        }

        void turn() throws IOException {
            deliver();
            boolean sent = false;
            for (int from = 0; from < ends.length; from++) {
                ends[from].handleTimer(nowNanos);
                while (ends[from].pollTransmit(burst, nowNanos)) {
                    send(from);
                    sent = true;
                }
                while (ends[from].pollEvent().isPresent()) {
                    // nobody is told
                }
            }
            if (!sent) {
                nowNanos = Math.max(nowNanos + LEAST_STEP_NANOS, nextNanos());
            }
        }

        private long nextNanos() {
            long arrival =
                    Optional.ofNullable(flying.peek()).map(Flight::arrivesNanos).orElse(Long.MAX_VALUE);
            return Math.min(arrival, Math.min(ends[0].nextDeadlineNanos(), ends[1].nextDeadlineNanos()));
        }

        private void send(int from) throws IOException {
            io.send(burst.bytes(), 0, burst.length(), burst.segmentBytes(), io.localAddress());
            io.await(0, false);
            io.receive((bytes, offset, length, _, _) -> came(from, Arrays.copyOfRange(bytes, offset, offset + length)));
        }

        private void came(int from, byte[] datagram) {
            if (++datagrams % LOST_OF != 0) {
                flying.add(new Flight(from, datagram, nowNanos + LATENCY_NANOS));
            }
        }

        private void deliver() {
            while (!flying.isEmpty() && flying.element().arrivesNanos <= nowNanos) {
                Flight next = flying.remove();
                ends[1 - next.from].handleDatagram(
                        next.datagram, 0, next.datagram.length, addresses[next.from], nowNanos);
            }
        }
    }
}
