package org.fastsend.core.net.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.net.datagram.DatagramIo;
import org.jspecify.annotations.Nullable;

/// A part of a loop's socket for a protocol of few datagrams that shares its port: those whose first byte is 0xF0 or
/// more, which no UDP connection's datagram begins with. Its owner uses it like a socket of its own. Both queues are
/// bounded; what does not fit is lost, as it would be in the network.
public final class UdpBranch implements DatagramIo {
    static final int FIRST_BYTE = 0xF0;
    private static final int MAX_WAITING = 1024;

    private final InetSocketAddress local;
    private final Runnable wakeLoop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();

    // Guarded by the lock.
    private final ArrayDeque<Datagram> incoming = new ArrayDeque<>();
    private final ArrayDeque<Datagram> outgoing = new ArrayDeque<>();
    private boolean woken;
    private boolean closed;

    record Datagram(byte[] bytes, InetSocketAddress peer) {}

    UdpBranch(InetSocketAddress local, Runnable wakeLoop) {
        this.local = local;
        this.wakeLoop = wakeLoop;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public boolean cutsBursts() {
        return false;
    }

    @Override
    public int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to) {
        lock.lock();
        try {
            for (int at = 0; at < length && outgoing.size() < MAX_WAITING; at += datagramBytes) {
                int end = Math.min(length, at + datagramBytes);
                outgoing.add(new Datagram(Arrays.copyOfRange(bytes, offset + at, offset + end), to));
            }
        } finally {
            lock.unlock();
        }
        wakeLoop.run();
        return length;
    }

    @Override
    public int tooLongBytes() {
        return 0;
    }

    @Override
    public int receive(Receiver receiver) throws IOException {
        int count = 0;
        for (Datagram next = poll(incoming); next != null; next = poll(incoming)) {
            receiver.take(next.bytes, 0, next.bytes.length, next.peer, 0);
            count++;
        }
        return count;
    }

    @Override
    public void await(long nanos, boolean untilWritable) throws IOException {
        lock.lock();
        try {
            long left = nanos;
            while (incoming.isEmpty() && !woken && left > 0) {
                left = something.awaitNanos(left);
            }
            woken = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void wakeUp() {
        lock.lock();
        try {
            woken = true;
            something.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The loop keeps the socket; this part of it is deaf from here on. Its owner may have other things to wait for.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            incoming.clear();
            outgoing.clear();
        } finally {
            lock.unlock();
        }
    }

    /// Loop: a datagram came.
    void came(byte[] bytes, int offset, int length, InetSocketAddress from) {
        lock.lock();
        try {
            if (!closed && incoming.size() < MAX_WAITING) {
                incoming.add(new Datagram(Arrays.copyOfRange(bytes, offset, offset + length), from));
                something.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Loop: the next datagram to send.
    @Nullable
    Datagram nextToSend() {
        return poll(outgoing);
    }

    private @Nullable Datagram poll(ArrayDeque<Datagram> queue) {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }
}
