package org.fastsend.core.congestion;

/// How fast bytes arrive at the receiver, over a window that ends with the newest report; by the receiver's clock, so
/// that late or lost reports change nothing. Not thread-safe.
final class DeliveryRate {
    private static final int CAPACITY = 128;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] bytes = new long[CAPACITY];
    private final long[] nanos = new long[CAPACITY];
    private int head;
    private int size;
    private long sumBytes;
    private long sumNanos;

    void handle(Report report, long nowNanos, long windowNanos) {
        if (size == CAPACITY) {
            drop();
        }
        int at = (head + size) % CAPACITY;
        bytes[at] = report.deliveredBytes();
        nanos[at] = report.intervalNanos();
        sumBytes += bytes[at];
        sumNanos += nanos[at];
        size++;
        while (size > 1 && sumNanos - nanos[head] >= windowNanos) {
            drop();
        }
    }

    /// 0 before the first report.
    double bytesPerSecond() {
        return sumNanos == 0 ? 0 : sumBytes * NANOS_PER_SECOND / sumNanos;
    }

    void restart() {
        head = 0;
        size = 0;
        sumBytes = 0;
        sumNanos = 0;
    }

    private void drop() {
        sumBytes -= bytes[head];
        sumNanos -= nanos[head];
        head = (head + 1) % CAPACITY;
        size--;
    }
}
