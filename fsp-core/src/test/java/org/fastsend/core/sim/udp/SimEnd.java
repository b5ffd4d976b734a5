package org.fastsend.core.sim.udp;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.fastsend.core.transport.DatagramBurst;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;

/// One end of a connection in the simulated network: the owner's loop around the production machine.
public final class SimEnd extends DatagramWorld.Actor {
    private final DatagramWorld world;
    private final SimClock clock;
    private final int ipOverheadBytes;
    private final DatagramBurst burst = new DatagramBurst();
    private final byte[] scratch = new byte[DatagramBurst.MAX_BYTES];
    private InetSocketAddress address;
    private SimRoute route;
    private UdpConnection connection;
    private Consumer<UdpEvent> listener = event -> {};
    private Runnable feed = () -> {};
    private Consumer<byte[]> tap;
    private Stalls stalls;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /// What came while the host was busy, and when.
    private record Waiting(byte[] bytes, InetSocketAddress from, long localNanos) {}

    SimEnd(DatagramWorld world, SimClock clock, InetSocketAddress address, int ipOverheadBytes) {
        this.world = world;
        this.clock = clock;
        this.address = address;
        this.ipOverheadBytes = ipOverheadBytes;
        world.add(this);
    }

    void attach(UdpConnection itsConnection, SimRoute itsRoute) {
        connection = itsConnection;
        route = itsRoute;
        nextNanos = world.nowNanos();
    }

    /// What to tell of each event.
    public void listen(Consumer<UdpEvent> to) {
        listener = to;
    }

    /// Called before each look for something to send: offers messages.
    void feed(Runnable by) {
        feed = by;
    }

    /// Sees a copy of every datagram that this end sends.
    public void tap(Consumer<byte[]> by) {
        tap = by;
    }

    /// The host is busy from now on: the process runs now and then, and what comes meanwhile waits for it. When it came
    /// is known, as real systems know it.
    void stall(Stalls when) {
        stalls = when;
    }

    public UdpConnection connection() {
        return connection;
    }

    public SimClock clock() {
        return clock;
    }

    public InetSocketAddress address() {
        return address;
    }

    /// The end has another address from now on; what is sent to the old one is lost.
    public void moveTo(InetSocketAddress newAddress) {
        address = newAddress;
    }

    /// Its own time.
    public long localNanos() {
        return clock.local(world.nowNanos());
    }

    /// Something arrives that the network did not carry: what an attacker sends.
    public void inject(byte[] datagram, InetSocketAddress from) {
        byte[] copy = datagram.clone();
        connection.handleDatagram(copy, 0, copy.length, from, localNanos());
        nextNanos = world.nowNanos();
    }

    /// After its connection was called from outside.
    public void wake() {
        pump(world.nowNanos());
    }

    void receive(SimDatagram datagram, long nowNanos) {
        if (connection == null || !datagram.to.equals(address)) {
            return;
        }
        datagram.get(scratch);
        long runs = stalls == null ? nowNanos : stalls.runsAt(nowNanos);
        if (runs > nowNanos) {
            byte[] copy = Arrays.copyOf(scratch, datagram.length());
            waiting.add(new Waiting(copy, datagram.from, clock.local(nowNanos)));
            nextNanos = runs;
            return;
        }
        connection.handleDatagram(scratch, 0, datagram.length(), datagram.from, clock.local(nowNanos));
        pump(nowNanos);
    }

    @Override
    void run(long nowNanos) {
        long runs = stalls == null ? nowNanos : stalls.runsAt(nowNanos);
        if (runs > nowNanos) {
            nextNanos = runs;
            return;
        }
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            connection.handleDatagram(next.bytes, 0, next.bytes.length, next.from, next.localNanos);
        }
        connection.handleTimer(clock.local(nowNanos));
        pump(nowNanos);
    }

    private void pump(long nowNanos) {
        long local = clock.local(nowNanos);
        feed.run();
        while (connection.pollTransmit(burst, local)) {
            transmit(nowNanos);
        }
        for (Optional<UdpEvent> event = connection.pollEvent(); event.isPresent(); event = connection.pollEvent()) {
            listener.accept(event.get());
        }
        long deadline = connection.nextDeadlineNanos();
        nextNanos = deadline == Long.MAX_VALUE
                ? DatagramWorld.NEVER
                : Math.max(nowNanos + 1, deadline == Long.MIN_VALUE ? 0 : clock.world(deadline));
    }

    private void transmit(long nowNanos) {
        for (int at = 0; at < burst.length(); at += burst.segmentBytes()) {
            int length = Math.min(burst.segmentBytes(), burst.length() - at);
            if (tap != null) {
                tap.accept(Arrays.copyOfRange(burst.bytes(), at, at + length));
            }
            route.send(burst.bytes(), at, length, length + ipOverheadBytes, address, burst.destination(), nowNanos);
        }
    }
}
