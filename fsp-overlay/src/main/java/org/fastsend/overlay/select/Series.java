package org.fastsend.overlay.select;

/// A count that only grows, as it was at the last [#POINTS] looks at it. Not thread-safe.
final class Series {
    static final int POINTS = 128;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] atNanos = new long[POINTS];
    private final long[] bytes = new long[POINTS];
    private int count;

    void add(long nowNanos, long total) {
        int at = count++ % POINTS;
        atNanos[at] = nowNanos;
        bytes[at] = total;
    }

    /// How many points there ever were; the next one's number.
    int count() {
        return count;
    }

    /// Number of the oldest point that is remembered.
    int oldest() {
        return Math.max(0, count - POINTS);
    }

    /// When that point was.
    long nanos(int point) {
        return atNanos[point % POINTS];
    }

    /// When the newest point was; Long.MIN_VALUE before the first.
    long newestNanos() {
        return count == 0 ? Long.MIN_VALUE : nanos(count - 1);
    }

    /// Whether it goes back so far.
    boolean covers(long fromNanos) {
        return count > 0 && nanos(oldest()) <= fromNanos;
    }

    /// Growth a second between two moments, as far as they are remembered.
    double rate(long fromNanos, long toNanos) {
        int first = -1;
        int last = -1;
        for (int i = oldest(); i < count; i++) {
            int at = i % POINTS;
            first = atNanos[at] <= fromNanos || first < 0 ? at : first;
            if (last < 0 || atNanos[last] < toNanos) {
                last = at;
            }
        }
        if (first < 0 || atNanos[last] <= atNanos[first]) {
            return 0;
        }
        return (bytes[last] - bytes[first]) * NANOS_PER_SECOND / (atNanos[last] - atNanos[first]);
    }

    /// Growth within each of so many steps up to a moment, the last one last; between two points it is taken for even.
    double[] steps(long toNanos, long stepNanos, int steps) {
        double[] result = new double[count == 0 ? 0 : steps];
        double before = at(toNanos - steps * stepNanos);
        for (int i = 0; i < result.length; i++) {
            double after = at(toNanos - (steps - 1 - i) * stepNanos);
            result[i] = after - before;
            before = after;
        }
        return result;
    }

    private double at(long nanos) {
        for (int i = count - 1; i > oldest(); i--) {
            long from = nanos(i - 1);
            if (from <= nanos) {
                double part = Math.clamp((nanos - from) / (double) (nanos(i) - from), 0, 1);
                return bytes[(i - 1) % POINTS] + part * (bytes[i % POINTS] - bytes[(i - 1) % POINTS]);
            }
        }
        return count == 0 ? 0 : bytes[oldest() % POINTS];
    }
}
