package org.fastsend.core.congestion;

/// How much may be on its way at most: a quarter more than the rate sends in the longest round trip of late, until a
/// report can tell. It bounds what a sender goes on sending when no reports come. Not thread-safe.
final class FlightCap {
    private static final double SECOND = 1e9;
    /// What may be under way before anything is known of the path.
    private static final long FIRST_DATAGRAMS = 64;
    /// A search's chirps are several times as fast as what the path is known to carry.
    private static final double SEARCHING = 4;

    private static final double SEARCHING_LAGS = 4;
    private static final double CRUISING = 1.25;
    private static final double CRUISING_LAGS = 2.5;
    private static final long SPARE_DATAGRAMS = 16;
    /// The longest round trip is forgotten by a tenth of the time that goes by.
    private static final long FORGETTING = 10;

    private final long lagNanos;
    private long maxRttNanos;

    /// @param lagNanos what reporting on a clock adds to a round trip
    FlightCap(long lagNanos) {
        this.lagNanos = lagNanos;
    }

    /// A report has shown such a round trip, so long after the one before.
    void handleReport(long rttNanos, long elapsedNanos) {
        maxRttNanos = Math.max(rttNanos, maxRttNanos - elapsedNanos / FORGETTING);
    }

    /// While the path is searched.
    ///
    /// @param rttNanos round trip; 0 before one is known
    long searchingBytes(long rateBytesPerSecond, long rttNanos, int datagramBytes) {
        long first = FIRST_DATAGRAMS * datagramBytes;
        double reach = rttNanos + SEARCHING_LAGS * lagNanos;
        return rttNanos == 0 ? first : (long) (SEARCHING * rateBytesPerSecond * reach / SECOND) + first;
    }

    /// Afterwards.
    long cruisingBytes(long rateBytesPerSecond, int datagramBytes) {
        double reach = maxRttNanos + CRUISING_LAGS * lagNanos;
        return (long) (CRUISING * rateBytesPerSecond * reach / SECOND) + SPARE_DATAGRAMS * datagramBytes;
    }
}
