package org.fastsend.core.net.udp;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Datagrams that came to one socket of a port, on their way to the loop of another. Bounded; what
/// does not fit is lost, as it would be in the network. Thread-safe.
final class HandOver {
    private static final int MAX_WAITING = 1024;

    private final ConcurrentLinkedQueue<Datagram> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /// @param arrivedNanos when this host got it
    record Datagram(byte[] bytes, InetSocketAddress from, long arrivedNanos) {}

    /// False if there is no place for it.
    boolean give(byte[] bytes, int offset, int length, InetSocketAddress from, long arrivedNanos) {
        if (count.incrementAndGet() > MAX_WAITING) {
            count.decrementAndGet();
            return false;
        }
        waiting.add(new Datagram(Arrays.copyOfRange(bytes, offset, offset + length), from, arrivedNanos));
        return true;
    }

    @Nullable
    Datagram poll() {
        Datagram next = waiting.poll();
        if (next != null) {
            count.decrementAndGet();
        }
        return next;
    }
}
