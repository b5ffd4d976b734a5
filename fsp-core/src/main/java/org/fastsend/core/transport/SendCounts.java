package org.fastsend.core.transport;

/// What the sending half counted. Not thread-safe.
final class SendCounts {
    private static final double P95 = 0.95;

    private final DelayHistogram queue = new DelayHistogram();
    private long dataIpBytes;
    private long dataBytes;
    private long resentRanges;
    private long resentBytes;
    private long repairs;

    void data(int ipBytes, int bytes, boolean again) {
        dataIpBytes += ipBytes;
        dataBytes += bytes;
        if (again) {
            resentRanges++;
            resentBytes += bytes;
        }
    }

    void repair(int ipBytes, int bytes) {
        data(ipBytes, bytes, false);
        resentBytes += bytes;
        repairs++;
    }

    void queue(long nanos) {
        queue.add(nanos);
    }

    long dataIpBytes() {
        return dataIpBytes;
    }

    long dataBytes() {
        return dataBytes;
    }

    long resentRanges() {
        return resentRanges;
    }

    long resentBytes() {
        return resentBytes;
    }

    long repairs() {
        return repairs;
    }

    long queueMeanNanos() {
        return queue.meanNanos();
    }

    long queueP95Nanos() {
        return queue.percentileNanos(P95);
    }
}
