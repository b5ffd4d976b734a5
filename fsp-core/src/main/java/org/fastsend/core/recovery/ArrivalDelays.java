package org.fastsend.core.recovery;

/// Least, mean and greatest of arrival time minus timestamp since the last report, and the newest
/// timestamp for the sender's round trip. Timestamps are microseconds modulo 2^48 of a clock of their
/// own. Not thread-safe.
final class ArrivalDelays {
    private static final int UNUSED_BITS = 16;

    private long minMicros;
    private long maxMicros;
    private long sumMicros;
    private long count;
    private long echoMicros;
    private long echoArrivedMicros;

    void add(long sentMicros, long nowMicros, boolean newest) {
        long micros = difference(nowMicros, sentMicros);
        minMicros = count == 0 ? micros : Math.min(minMicros, micros);
        maxMicros = count == 0 ? micros : Math.max(maxMicros, micros);
        sumMicros += micros;
        count++;
        if (newest) {
            echoMicros = sentMicros;
            echoArrivedMicros = nowMicros;
        }
    }

    void restart() {
        count = 0;
        sumMicros = 0;
        minMicros = 0;
        maxMicros = 0;
    }

    ReportHead head(long number, long nowMicros, Reception.Told told) {
        return new ReportHead(
                number,
                echoMicros,
                nowMicros - echoArrivedMicros,
                minMicros,
                count == 0 ? 0 : Math.floorDiv(sumMicros, count),
                maxMicros,
                count,
                told.duplicates(),
                told.limitBytes(),
                told.storageBytesPerSecond(),
                told.ceMarks());
    }

    /// Of two times of which only 48 bits are known; positive if the first is the later.
    static long difference(long laterMicros, long earlierMicros) {
        return (laterMicros - earlierMicros) << UNUSED_BITS >> UNUSED_BITS;
    }
}
