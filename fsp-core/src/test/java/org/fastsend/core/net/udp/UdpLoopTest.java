package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.transport.CloseReason;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Connections over sockets of this host. Where one end has to find out by silence, it does after two seconds.
class UdpLoopTest {
    private static final int MESSAGE_BYTES = 100;
    private static final UdpSettings SETTINGS =
            new UdpSettings(1_472, 28, true, 1 << 20, 1 << 20, 500_000_000, 2_000_000_000);
    /// Nothing is sent, and no path probed, only because time goes by.
    private static final UdpSettings PATIENT =
            new UdpSettings(1_200, 28, true, 1 << 20, 1 << 20, 60_000_000_000L, 120_000_000_000L);

    private final List<UdpLoop> loops = new ArrayList<>();
    private final Lossy near = new Lossy();
    private final Lossy far = new Lossy();
    private final UdpLoop here = start(near);
    private final UdpLoop there = start(far);
    private UdpSettings settings = SETTINGS;

    @AfterEach
    void close() throws InterruptedException {
        for (UdpLoop loop : loops) {
            loop.close();
            loop.join();
        }
    }

    /// A socket of which a test loses datagrams, or that takes none.
    private static final class Lossy implements DatagramIo {
        private final DatagramIo io;
        private final AtomicInteger lose = new AtomicInteger();
        private final CompletableFuture<Boolean> refused = new CompletableFuture<>();
        private volatile boolean full;

        Lossy() {
            try {
                io = DatagramSockets.NIO.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public InetSocketAddress localAddress() {
            return io.localAddress();
        }

        @Override
        public boolean cutsBursts() {
            return io.cutsBursts();
        }

        @Override
        public int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to)
                throws IOException {
            if (full) {
                refused.complete(true);
                return 0;
            }
            return lose.getAndUpdate(left -> Math.max(0, left - 1)) > 0
                    ? length
                    : io.send(bytes, offset, length, datagramBytes, to);
        }

        @Override
        public int tooLongBytes() {
            return io.tooLongBytes();
        }

        @Override
        public int receive(Receiver receiver) throws IOException {
            return io.receive(receiver);
        }

        @Override
        public void await(long nanos, boolean untilWritable) throws IOException {
            io.await(nanos, untilWritable);
        }

        @Override
        public void wakeUp() {
            io.wakeUp();
        }

        @Override
        public void close() {
            io.close();
        }
    }

    /// One end of a connection.
    private static class End implements UdpHandler {
        private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
        private final CompletableFuture<Long> received = new CompletableFuture<>();
        private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        private final CompletableFuture<Boolean> offered = new CompletableFuture<>();
        private final CompletableFuture<Boolean> refused = new CompletableFuture<>();
        private final AtomicInteger toOffer = new AtomicInteger();

        @Override
        public void turn(UdpConnection connection, long nowNanos) {
            for (int left = toOffer.getAndSet(0); left > 0; left--) {
                connection.offer(MESSAGE_BYTES, true, nowNanos);
                offered.complete(true);
            }
        }

        @Override
        public void event(UdpEvent event, UdpConnection connection, long nowNanos) {
            switch (event) {
                case UdpEvent.Opened _ -> opened.complete(true);
                case UdpEvent.Received(long id, int _) -> received.complete(id);
                case UdpEvent.Refused _ -> refused.complete(true);
                case UdpEvent.Closed(CloseReason reason, String _) -> assertTrue(closed.complete(reason), "twice");
                default -> {} // of no matter here
            }
        }

        @Override
        public void read(long messageId, int offset, byte[] into, int at, int length) {
            // anything will do
        }

        @Override
        public void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length) {
            // nobody reads it
        }

        @Override
        public void readBack(long messageId, int offset, byte[] into, int length) {
            // anything will do
        }
    }

    @Test
    void thatAConnectionIsClosedIsSaidAgainUntilItIsHeard() throws Exception {
        CompletableFuture<Boolean> wanted = new CompletableFuture<>();
        End closer = new End() {
            @Override
            public void turn(UdpConnection connection, long nowNanos) {
                if (wanted.isDone()) {
                    near.lose.set(1);
                    connection.close(CloseReason.DONE, "done", nowNanos);
                }
            }
        };
        End other = new End();
        UdpLine line = connect(1, closer, other);
        wanted.complete(true);
        line.wake();
        assertEquals(CloseReason.DONE, get(closer.closed));
        here.finish();
        assertEquals(CloseReason.DONE, get(other.closed));
        here.join();
    }

    @Test
    void whoClosesOnAccountOfWhatCameSaysSo() throws Exception {
        End closer = new End() {
            @Override
            public void event(UdpEvent event, UdpConnection connection, long nowNanos) {
                super.event(event, connection, nowNanos);
                if (event instanceof UdpEvent.Received) {
                    connection.close(CloseReason.FAILED, "not that", nowNanos);
                }
            }
        };
        End other = new End();
        offer(connect(1, other, closer), other);
        assertEquals(CloseReason.FAILED, get(other.closed));
    }

    @Test
    void whatIsWrongWithOneConnectionIsNoOthersEnd() throws Exception {
        endsAlone(new IllegalStateException("on purpose"));
    }

    @Test
    void aMessageThatThereIsNoMemoryForEndsItsConnectionOnly() throws Exception {
        endsAlone(new OutOfMemoryError("on purpose"));
    }

    private void endsAlone(Throwable failure) throws Exception {
        End broken = new End() {
            @Override
            public void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length) {
                switch (failure) {
                    case RuntimeException e -> throw e;
                    case Error e -> throw e;
                    default -> throw new AssertionError(failure);
                }
            }
        };
        End one = new End();
        UdpLine first = connect(1, one, broken);
        End two = new End();
        End whole = new End();
        UdpLine second = connect(2, two, whole);
        offer(first, one);
        assertEquals(CloseReason.FAILED, get(broken.closed));
        offer(second, two);
        assertEquals(0, get(whole.received));
    }

    @Test
    void aConnectionThatComesWhenTheLoopIsOverIsToldSo() throws Exception {
        here.close();
        here.join();
        End late = new End();
        add(here, Side.INITIATOR, 1, late);
        assertEquals(CloseReason.FAILED, get(late.closed));
    }

    @Test
    void aConnectionThatFindsTheSocketFullSpeaksWhenItIsNoMore() throws Exception {
        settings = PATIENT;
        CompletableFuture<Boolean> wanted = new CompletableFuture<>();
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        End refusing = new End() {
            @Override
            public void turn(UdpConnection connection, long nowNanos) {
                if (wanted.isDone() && !done.isDone()) {
                    connection.refuse(0, nowNanos);
                    done.complete(true);
                }
            }
        };
        End filling = new End();
        End offering = new End();
        UdpLine first = connect(1, filling, new End());
        UdpLine offered = add(there, Side.ACCEPTOR, 2, offering);
        UdpLine second = add(here, Side.INITIATOR, 2, refusing);
        get(refusing.opened);
        get(offering.opened);

        far.lose.set(Integer.MAX_VALUE);
        offer(offered, offering);
        get(offering.offered);
        near.full = true;
        offer(first, filling);
        get(near.refused);
        wanted.complete(true);
        second.wake();
        get(done);
        near.full = false;
        get(offering.refused);
    }

    @Test
    void whoSharesThePortDoesNotSpinWhenTheLoopIsOver() throws Exception {
        here.close();
        here.join();
        long begunNanos = System.nanoTime();
        here.branch().await(TimeUnit.MILLISECONDS.toNanos(20), false);
        assertTrue(System.nanoTime() - begunNanos >= TimeUnit.MILLISECONDS.toNanos(20));
    }

    private static void offer(UdpLine line, End end) {
        end.toOffer.incrementAndGet();
        line.wake();
    }

    /// Connects from here.
    private UdpLine connect(int number, End initiator, End acceptor) throws Exception {
        add(there, Side.ACCEPTOR, number, acceptor);
        UdpLine line = add(here, Side.INITIATOR, number, initiator);
        get(initiator.opened);
        get(acceptor.opened);
        return line;
    }

    private UdpLine add(UdpLoop loop, Side side, int number, End end) {
        byte[] exported = new byte[UdpSecrets.EXPORTED_BYTES];
        ByteBuffer.wrap(exported)
                .putLong(exported.length - 16, 2L * number)
                .putLong(exported.length - 8, 2L * number + 1);
        UdpSecrets secrets = new UdpSecrets(side, exported);
        return loop.add(
                secrets.ownConnectionId(),
                now -> new UdpConnection(
                        secrets,
                        settings,
                        side == Side.INITIATOR ? there.localAddress() : null,
                        Algorithm.FSP.controller(RateSettings.UNBOUNDED, settings.usualIpBytes(), now),
                        end,
                        end,
                        number,
                        now),
                end);
    }

    private UdpLoop start(DatagramIo io) {
        UdpLoop loop = UdpLoop.start(io, new SystemNanoClock());
        loops.add(loop);
        return loop;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
