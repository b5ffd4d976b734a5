package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TcpPipesTest {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final byte[] SOMETHING = {1, 2, 3};

    private final AtomicLong now = new AtomicLong(-7);
    private final BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<Path> closed = new LinkedBlockingQueue<>();
    private final List<Closeable> open = new ArrayList<>();

    private TcpPipes pipes(TcpPipes.Room room) {
        TcpPipes.Listener listener = new TcpPipes.Listener() {
            @Override
            public void datagram(Path from, byte[] bytes) {
                heard.add(bytes);
            }

            @Override
            public void closed(Path path) {
                closed.add(path);
            }
        };
        TcpPipes pipes = new TcpPipes(listener, now::get, room);
        open.add(pipes::close);
        return pipes;
    }

    private ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
        open.add(server);
        return server;
    }

    /// Somebody who connects, whom these take or refuse.
    private Socket caller(TcpPipes pipes) throws IOException {
        ServerSocket server = server();
        Socket caller = new Socket(server.getInetAddress(), server.getLocalPort());
        open.add(caller);
        caller.setSoTimeout(PATIENCE_MILLIS);
        pipes.accept(server.accept());
        return caller;
    }

    /// The other end of a new connection from here.
    private Socket called(TcpPipes pipes) throws IOException {
        ServerSocket server = server();
        pipes.send(at(server), SOMETHING);
        Socket called = server.accept();
        open.add(called);
        called.setSoTimeout(PATIENCE_MILLIS);
        assertEquals(TcpPipes.FIRST_BYTE, called.getInputStream().read());
        assertSomethingComes(called);
        return called;
    }

    private static Endpoint at(ServerSocket server) {
        return Endpoint.of((InetSocketAddress) server.getLocalSocketAddress());
    }

    private static Endpoint endOf(Socket socket) {
        return Endpoint.of((InetSocketAddress) socket.getLocalSocketAddress());
    }

    private static void assertSomethingComes(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] datagram = new byte[in.readUnsignedShort()];
        in.readFully(datagram);
        assertArrayEquals(SOMETHING, datagram);
    }

    private void assertIsHeard(Socket caller) throws IOException, InterruptedException {
        caller.getOutputStream().write(new byte[] {0, 1, 7});
        assertArrayEquals(new byte[] {7}, heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }

    private static void assertEnds(Socket socket) throws IOException {
        assertEquals(-1, socket.getInputStream().read());
    }

    private void pass(TcpPipes pipes, long nanos) {
        now.addAndGet(nanos);
        pipes.tend();
    }

    @AfterEach
    void close() throws IOException {
        for (Closeable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void oneHostThatSaysNothingLeavesRoomForOthers() throws IOException {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 8, 4));
        Socket last = caller(pipes);
        for (int i = 0; i < 4; i++) {
            last = caller(pipes);
        }

        assertEnds(last);
        assertTrue(closed.isEmpty());
    }

    @Test
    void aHostOfManyAddressesIsOne() {
        Endpoint one = new Endpoint(0x20010db8_00000001L, 1, 1);

        assertTrue(TcpPipes.isOneHost(one, new Endpoint(one.high(), 2, 2)));
        assertFalse(TcpPipes.isOneHost(one, new Endpoint(one.high() + 1, 1, 1)));
        assertTrue(TcpPipes.isOneHost(Endpoint.v4(1, 1), Endpoint.v4(1, 2)));
        assertFalse(TcpPipes.isOneHost(Endpoint.v4(1, 1), Endpoint.v4(2, 1)));
        assertFalse(TcpPipes.isOneHost(Endpoint.v4(1, 1), new Endpoint(0, 1, 1)));
    }

    @Test
    void whomThisEndHasConnectedWithTakesNoRoomFromThoseWhoConnect() throws Exception {
        TcpPipes pipes = pipes(new TcpPipes.Room(2, 1, 1));
        called(pipes);
        called(pipes);

        assertIsHeard(caller(pipes));
    }

    @Test
    void beyondTheRoomTheOldestThatProvedNothingGivesWayToAnotherThatIsDialled() throws IOException {
        TcpPipes pipes = pipes(new TcpPipes.Room(3, 1, 1));
        Socket proven = called(pipes);
        pipes.heard(endOf(proven));
        now.addAndGet(1);
        Socket oldest = called(pipes);
        now.addAndGet(1);
        Socket newer = called(pipes);
        called(pipes);

        assertEnds(oldest);
        assertEquals(List.of(new Path(endOf(oldest), true)), List.copyOf(closed));
        for (Socket kept : List.of(proven, newer)) {
            pipes.send(endOf(kept), SOMETHING);
            assertSomethingComes(kept);
        }
    }

    @Test
    void whoConnectsAndProvesNothingGivesWayToTheNext() throws Exception {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 2, 8));
        Socket proven = caller(pipes);
        pipes.heard(endOf(proven));
        now.addAndGet(1);
        Socket stranger = caller(pipes);
        Socket next = caller(pipes);

        assertEnds(stranger);
        assertIsHeard(proven);
        assertIsHeard(next);
        pipes.heard(endOf(next));
        assertEnds(caller(pipes));
    }

    @Test
    void voidDatagramsKeepNoConnection() throws Exception {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 1, 1));
        Socket caller = caller(pipes);
        pass(pipes, TcpPipes.PROOF_NANOS);
        assertIsHeard(caller);
        caller.getOutputStream().write(new byte[] {0, 0});
        assertArrayEquals(new byte[0], heard.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));

        pass(pipes, 1_000_000_000);

        assertEnds(caller);
        assertEquals(List.of(new Path(endOf(caller), true)), List.copyOf(closed));
    }

    @Test
    void whatIsAuthenticKeepsAConnectionForMinutes() throws Exception {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 1, 1));
        Socket called = called(pipes);
        pipes.heard(endOf(called));
        pass(pipes, TcpPipes.IDLE_NANOS);
        assertIsHeard(called);

        pass(pipes, 1_000_000_000);

        assertEnds(called);
    }

    @Test
    void aConnectionThatNobodyNeedsEndsAndNobodyIsToldOfIt() throws IOException {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 1, 1));
        Socket called = called(pipes);

        pipes.drop(endOf(called));

        assertEnds(called);
        assertTrue(closed.isEmpty());
    }

    @Test
    void whoConnectsAfterTheEndIsRefused() throws IOException {
        TcpPipes pipes = pipes(new TcpPipes.Room(1, 1, 1));
        pipes.close();

        assertEnds(caller(pipes));
    }
}
