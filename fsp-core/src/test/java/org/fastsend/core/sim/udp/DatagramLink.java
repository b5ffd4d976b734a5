package org.fastsend.core.sim.udp;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/// One direction of a link: a queue of so many bytes, a rate, a delay, and what may go wrong. Loss
/// strikes behind the queue: what is lost has used the link. All settings may change while it runs.
public final class DatagramLink extends DatagramWorld.Actor {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Random random;
    private final ArrayDeque<SimDatagram> inOrder = new ArrayDeque<>();
    private final PriorityQueue<SimDatagram> overtaken =
            new PriorityQueue<>(Comparator.comparingLong(d -> d.arrivalNanos));
    private final QueueSamples queue = new QueueSamples();

    private double nanosPerByte;
    private long bufferBytes = Long.MAX_VALUE;
    private boolean policed;
    private double tokenBytes;
    private long tokenNanos;
    private long delayNanos;
    private double loss;
    private double reorder;
    private long reorderNanos;
    private double duplicate;
    private int mtu = Integer.MAX_VALUE;
    private int dropNext;
    private boolean down;
    private long freeNanos;
    private long lastArrivalNanos;
    private long offered;
    private long overflowed;
    private long carriedBytes;

    /// @param bytesPerSecond Double.POSITIVE_INFINITY for a link that only delays
    public DatagramLink(DatagramWorld world, double bytesPerSecond, long delayNanos) {
        this.random = new Random(world.random().nextLong());
        this.delayNanos = delayNanos;
        setRate(bytesPerSecond);
        world.add(this);
    }

    public void setRate(double bytesPerSecond) {
        nanosPerByte = NANOS_PER_SECOND / bytesPerSecond;
    }

    public void setDelay(long nanos) {
        delayNanos = nanos;
    }

    long delayNanos() {
        return delayNanos;
    }

    public DatagramLink setBuffer(long bytes) {
        bufferBytes = bytes;
        return this;
    }

    /// Holds back nothing: a datagram passes at once if a bucket, which fills at the rate up to what would be the
    /// buffer, has as many bytes, and is dropped if not.
    DatagramLink setPoliced(boolean whether) {
        policed = whether;
        tokenBytes = bufferBytes;
        return this;
    }

    public DatagramLink setLoss(double probability) {
        loss = probability;
        return this;
    }

    /// Delays that share of datagrams by up to so much more.
    public DatagramLink setReorder(double probability, long nanos) {
        reorder = probability;
        reorderNanos = nanos;
        return this;
    }

    public DatagramLink setDuplicate(double probability) {
        duplicate = probability;
        return this;
    }

    /// Swallows IP packets that are longer.
    public DatagramLink setMtu(int ipBytes) {
        mtu = ipBytes;
        return this;
    }

    /// Loses everything while it is down.
    public void setDown(boolean whether) {
        down = whether;
    }

    /// Loses the next datagrams.
    public void dropNext(int datagrams) {
        dropNext = datagrams;
    }

    /// Waiting times of datagrams since [QueueSamples#startAt].
    public QueueSamples queue() {
        return queue;
    }

    public long offered() {
        return offered;
    }

    /// Datagrams that found no room, ever.
    public long overflowed() {
        return overflowed;
    }

    /// IP bytes that used the link, ever.
    public long carriedBytes() {
        return carriedBytes;
    }

    void send(SimDatagram datagram, long nowNanos) {
        offered++;
        long waitNanos = Math.max(0, freeNanos - nowNanos);
        if (down || datagram.ipBytes > mtu) {
            datagram.route.free(datagram);
            return;
        }
        if (!room(datagram.ipBytes, waitNanos, nowNanos)) {
            overflowed++;
            datagram.route.free(datagram);
            return;
        }
        queue.add(nowNanos, waitNanos);
        carriedBytes += datagram.ipBytes;
        freeNanos = policed ? nowNanos : nowNanos + waitNanos + (long) (datagram.ipBytes * nanosPerByte);
        if (dropNext > 0 || (loss > 0 && random.nextDouble() < loss)) {
            dropNext = Math.max(0, dropNext - 1);
            datagram.route.free(datagram);
            return;
        }
        if (duplicate > 0 && random.nextDouble() < duplicate) {
            SimDatagram twin = new SimDatagram();
            twin.copyFrom(datagram);
            enter(twin);
        }
        enter(datagram);
    }

    private boolean room(int bytes, long waitNanos, long nowNanos) {
        if (!policed) {
            return nanosPerByte == 0 || waitNanos / nanosPerByte + bytes <= bufferBytes;
        }
        tokenBytes = Math.min((double) bufferBytes, tokenBytes + (nowNanos - tokenNanos) / nanosPerByte);
        tokenNanos = nowNanos;
        boolean room = bytes <= tokenBytes;
        tokenBytes -= room ? bytes : 0;
        return room;
    }

    private void enter(SimDatagram datagram) {
        long arrival = freeNanos + delayNanos;
        if (reorder > 0 && random.nextDouble() < reorder) {
            arrival += (long) (random.nextDouble() * reorderNanos);
        }
        datagram.arrivalNanos = arrival;
        if (arrival >= lastArrivalNanos && (reorder == 0 || arrival == freeNanos + delayNanos)) {
            lastArrivalNanos = arrival;
            inOrder.addLast(datagram);
        } else {
            overtaken.add(datagram);
        }
        nextNanos = Math.min(nextNanos, arrival);
    }

    @Override
    void run(long nowNanos) {
        SimDatagram first = inOrder.peekFirst();
        SimDatagram late = overtaken.peek();
        if (first != null && (late == null || first.arrivalNanos <= late.arrivalNanos)) {
            inOrder.removeFirst();
        } else {
            first = overtaken.poll();
        }
        SimDatagram second = inOrder.peekFirst();
        late = overtaken.peek();
        nextNanos = Math.min(
                second == null ? DatagramWorld.NEVER : second.arrivalNanos,
                late == null ? DatagramWorld.NEVER : late.arrivalNanos);
        first.route.proceed(first, nowNanos);
    }
}
