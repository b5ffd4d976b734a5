package org.fastsend.core.net.udp;

/// How long datagrams wait in this host for the loop to look. What comes and goes (the loop was busy, the processor
/// elsewhere) says nothing about the path and is not to be taken for a queue; what all datagrams wait is one, in
/// front of a host that is slower than the path. Not thread-safe.
final class HostWait {
    /// So long, and twice that at most, no datagram may have waited less.
    private static final long SPAN_NANOS = 50_000_000;

    private long spanEndNanos = Long.MIN_VALUE / 2;
    private long least;
    private long leastBefore;

    /// The part of a datagram's wait that is no queue.
    long passingNanos(long waitedNanos, long nowNanos) {
        if (nowNanos - spanEndNanos >= 0) {
            boolean idle = nowNanos - spanEndNanos >= SPAN_NANOS;
            leastBefore = idle ? 0 : least;
            least = waitedNanos;
            spanEndNanos = nowNanos + SPAN_NANOS;
        }
        least = Math.min(least, waitedNanos);
        return waitedNanos - Math.min(least, leastBefore);
    }
}
