package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.net.linux.LinuxCalls;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.transport.CloseReason;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Connections with a port of this host of which several loops take care.
class SharedPortTest {
    private static final int MESSAGE_BYTES = 50_000;
    private static final UdpSettings SETTINGS =
            new UdpSettings(1_472, 28, true, 1 << 20, 1 << 20, 500_000_000, 20_000_000_000L);
    private static final long PATIENCE_SECONDS = 20;

    private volatile double busy;
    private final Moving moving = new Moving();
    private final UdpLoop here = UdpLoop.start(moving, new SystemNanoClock());
    private SharedPort port;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(LinuxCalls.areAvailable());
        port = new SharedPort(
                DatagramSockets.NATIVE.openWithSiblings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                new SystemNanoClock(),
                new Cores(2, reading -> new LoopReading(busy, reading.hasMore())));
    }

    @AfterEach
    void close() throws InterruptedException {
        here.close();
        here.join();
        if (port != null) {
            port.close();
        }
    }

    /// Two sockets that look like one, whose address changes when it moves to the other.
    private static final class Moving implements DatagramIo {
        private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

        private final DatagramIo before = open();
        private final DatagramIo after = open();
        private volatile boolean moved;

        private static DatagramIo open() {
            try {
                return DatagramSockets.NIO.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private DatagramIo now() {
            return moved ? after : before;
        }

        @Override
        public InetSocketAddress localAddress() {
            return now().localAddress();
        }

        @Override
        public boolean cutsBursts() {
            return false;
        }

        @Override
        public int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to)
                throws IOException {
            return now().send(bytes, offset, length, datagramBytes, to);
        }

        @Override
        public int tooLongBytes() {
            return now().tooLongBytes();
        }

        @Override
        public int receive(Receiver receiver) throws IOException {
            return now().receive(receiver); // what still goes to the old address is lost
        }

        @Override
        public void await(long nanos, boolean untilWritable) throws IOException {
            now().await(Math.min(nanos, LONGEST_WAIT_NANOS), untilWritable);
        }

        @Override
        public void wakeUp() {
            now().wakeUp();
        }

        @Override
        public void close() {
            before.close();
            after.close();
        }
    }

    /// One end of a connection.
    private static final class End implements UdpHandler {
        private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
        private final BlockingQueue<Long> received = new LinkedBlockingQueue<>();
        private final BlockingQueue<InetSocketAddress> paths = new LinkedBlockingQueue<>();
        private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        private final AtomicInteger toOffer = new AtomicInteger();
        private volatile boolean done;
        private volatile Thread loop = Thread.currentThread();

        @Override
        public void turn(UdpConnection connection, long nowNanos) {
            loop = Thread.currentThread();
            for (int left = toOffer.getAndSet(0); left > 0; left--) {
                connection.offer(MESSAGE_BYTES, false, nowNanos);
            }
            if (done) {
                connection.close(CloseReason.DONE, "done", nowNanos);
            }
        }

        @Override
        public void event(UdpEvent event, UdpConnection connection, long nowNanos) {
            switch (event) {
                case UdpEvent.Opened _ -> opened.complete(true);
                case UdpEvent.Received(long id, int length) -> {
                    connection.release(length, nowNanos);
                    received.add(id);
                }
                case UdpEvent.PathChanged(InetSocketAddress address) -> paths.add(address);
                case UdpEvent.Closed(CloseReason reason, String _) -> closed.complete(reason);
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

    /// Both ends of a connection.
    private record Pair(UdpLine line, End initiator, SharedPort.Place place, End acceptor) {
        void exchange() throws InterruptedException {
            initiator.toOffer.incrementAndGet();
            line.wake();
            acceptor.toOffer.incrementAndGet();
            place.line().wake();
            assertTrue(acceptor.received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) != null, "nothing came there");
            assertTrue(initiator.received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) != null, "nothing came back");
        }
    }

    @Test
    void aLoopThatHasTimeTakesFurtherConnections() throws Exception {
        Pair one = connect(1);
        Pair two = connect(2);
        one.exchange();
        two.exchange();
        assertEquals(1, port.loops());
        assertEquals(one.acceptor().loop, two.acceptor().loop);
    }

    @Test
    void aConnectionThatFindsTheLoopBusyHasItsOwnUntilItEnds() throws Exception {
        Pair one = connect(1);
        busy = 1;
        Pair two = connect(2);
        Pair three = connect(3); // there are two processors
        one.exchange();
        two.exchange();
        three.exchange();
        assertEquals(2, port.loops());
        assertNotEquals(one.acceptor().loop, two.acceptor().loop);
        assertEquals(one.acceptor().loop, three.acceptor().loop);

        two.initiator().done = true;
        two.line().wake();
        two.acceptor().closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        two.place().afterwards().run();
        assertEquals(1, port.loops());
        Pair four = connect(4);
        four.exchange();
        assertEquals(2, port.loops());
    }

    @Test
    void aPeerThatMovesIsHandedOverToTheLoopOfItsConnection() throws Exception {
        Pair one = connect(1);
        busy = 1;
        Pair two = connect(2);
        one.exchange();
        two.exchange();
        Thread loop = two.acceptor().loop;
        moving.moved = true;
        two.exchange();
        assertEquals(moving.after.localAddress(), two.acceptor().paths.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        two.exchange();
        one.exchange();
        assertEquals(loop, two.acceptor().loop);
        assertEquals(0, port.droppedDatagrams());
    }

    private Pair connect(int number) throws Exception {
        byte[] exported = new byte[UdpSecrets.EXPORTED_BYTES];
        ByteBuffer.wrap(exported)
                .putLong(exported.length - 16, 2L * number)
                .putLong(exported.length - 8, 2L * number + 1);
        End acceptor = new End();
        UdpSecrets theirs = new UdpSecrets(Side.ACCEPTOR, exported.clone());
        SharedPort.Place place =
                port.add(theirs.ownConnectionId(), now -> connection(theirs, null, acceptor, number, now), acceptor);
        End initiator = new End();
        UdpSecrets ours = new UdpSecrets(Side.INITIATOR, exported);
        UdpLine line = here.add(
                ours.ownConnectionId(),
                now -> connection(ours, port.localAddress(), initiator, number, now),
                initiator);
        initiator.opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        acceptor.opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return new Pair(line, initiator, place, acceptor);
    }

    private static UdpConnection connection(
            UdpSecrets secrets, InetSocketAddress peer, End end, int seed, long nowNanos) {
        return new UdpConnection(
                secrets,
                SETTINGS,
                peer,
                Algorithm.FSP.controller(RateSettings.UNBOUNDED, SETTINGS.usualIpBytes(), nowNanos),
                end,
                end,
                seed,
                nowNanos);
    }
}
