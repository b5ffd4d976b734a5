package org.fastsend.core.congestion;

/// Reports that say one thing and are plain otherwise.
final class TestReports {
    private TestReports() {}

    static Report delays(long forwardNanos, long reverseNanos, long rttNanos) {
        return new Report(
                1500,
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                forwardNanos,
                forwardNanos,
                forwardNanos,
                reverseNanos,
                rttNanos,
                20_000_000,
                0,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false);
    }
}
