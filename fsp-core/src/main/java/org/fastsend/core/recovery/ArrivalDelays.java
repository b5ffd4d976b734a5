package org.fastsend.core.recovery;

/// Least, mean and greatest of arrival time minus timestamp since the last report, and the newest
/// timestamp for the sender's round trip. Timestamps are microseconds modulo 2^48 of a clock of their
/// own. Not thread-safe.
final class ArrivalDelays {
    private static final int UNUSED_BITS = 16;
    private static final long MOST_MICROS = -1L >>> UNUSED_BITS;

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

    /// A clock that was set back, or timestamps that no clock gave, make it tell wrong times, but never none: what
    /// came has to be told.
    ReportHead head(long number, long nowMicros, Reception.Told told) {
        return new ReportHead(
                number,
                echoMicros,
                Math.clamp(nowMicros - echoArrivedMicros, 0, MOST_MICROS),
                minMicros,
                count == 0 ? 0 : Math.clamp(Math.floorDiv(sumMicros, count), minMicros, maxMicros),
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
