package org.fastsend.core.congestion;

/// How high a queue stands compared with the reports before. A buffer drops what comes while it is full, so what
/// overflow loses is lost when the queue stands highest; what the path itself loses is lost at any height. Not
/// thread-safe.
final class QueueRank {
    private static final int REPORTS = 64;

    private final long[] heightNanos = new long[REPORTS];
    private int reports;
    private long latestNanos;

    /// The greatest queueing delay of a report. Returns its rank from 0 to 1. That of the report before counts
    /// if it was greater: what was lost then may be missed only now. Where the queue always stands at the same
    /// height, as it does in a buffer that is always full, all rank highest.
    ///
    /// @param sameNanos what is higher by less is no higher
    double handle(long peakNanos, double sameNanos) {
        long height = Math.max(latestNanos, peakNanos);
        latestNanos = peakNanos;
        int known = Math.min(reports, REPORTS);
        double lower = 0;
        for (int i = 0; i < known; i++) {
            lower += heightNanos[i] < height + sameNanos ? 1 : 0;
        }
        heightNanos[reports++ % REPORTS] = height;
        return known == 0 ? 1 : lower / known;
    }
}
