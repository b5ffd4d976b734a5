package org.fastsend.core.sim.udp;

import java.util.ArrayDeque;

/// A disk that takes bytes in the order in which they come, at a rate that may change; flows may share
/// it.
public final class SimStorage extends DatagramWorld.Actor {
    private static final double NANOS_PER_SECOND = 1e9;
    /// Written at once.
    private static final int PIECE_BYTES = 256 << 10;

    private record Piece(SimFlow flow, long bytes) {}

    private final DatagramWorld world;
    private final ArrayDeque<Piece> waiting = new ArrayDeque<>();
    private double bytesPerSecond;
    private long heldBytes;
    private long mostHeldBytes;
    private long writtenBytes;
    private SimFlow last;
    private long gathered;

    public SimStorage(DatagramWorld world, double bytesPerSecond) {
        this.world = world;
        this.bytesPerSecond = bytesPerSecond;
        world.add(this);
    }

    /// From now on, for the rest of the piece in hand, too.
    public void setRate(double newBytesPerSecond) {
        if (nextNanos != DatagramWorld.NEVER) {
            double left = Math.max(0, nextNanos - world.nowNanos()) * bytesPerSecond;
            nextNanos = world.nowNanos() + (long) (left / newBytesPerSecond);
        }
        bytesPerSecond = newBytesPerSecond;
    }

    public long writtenBytes() {
        return writtenBytes;
    }

    /// Most bytes that ever waited: what the receiver's cache had to hold.
    public long mostHeldBytes() {
        return mostHeldBytes;
    }

    void put(SimFlow flow, int bytes) {
        heldBytes += bytes;
        mostHeldBytes = Math.max(mostHeldBytes, heldBytes);
        if (flow != last && gathered > 0) {
            waiting.add(new Piece(last, gathered));
            gathered = 0;
        }
        last = flow;
        gathered += bytes;
        for (; gathered >= PIECE_BYTES; gathered -= PIECE_BYTES) {
            waiting.add(new Piece(flow, PIECE_BYTES));
        }
        if (nextNanos == DatagramWorld.NEVER) {
            begin(world.nowNanos());
        }
    }

    @Override
    void run(long nowNanos) {
        Piece done = waiting.removeFirst();
        heldBytes -= done.bytes();
        writtenBytes += done.bytes();
        begin(nowNanos);
        done.flow().release(done.bytes());
    }

    private void begin(long nowNanos) {
        if (waiting.isEmpty() && gathered > 0) {
            waiting.add(new Piece(last, gathered));
            gathered = 0;
        }
        nextNanos = waiting.isEmpty()
                ? DatagramWorld.NEVER
                : nowNanos + (long) (waiting.peekFirst().bytes() * NANOS_PER_SECOND / bytesPerSecond);
    }
}
