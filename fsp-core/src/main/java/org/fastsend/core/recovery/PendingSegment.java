package org.fastsend.core.recovery;

/// A stretch of packet numbers that the sender is not known to have heard of, and the reports it was
/// put into since it last changed.
final class PendingSegment {
    /// The first reports after a change all carry it. Were all of them lost, what arrived would seem not to
    /// have, and the sender fall to the rate of what it knows of: where the way back loses a tenth, three are
    /// lost together every few seconds, six once in hours.
    private static final int SURE_REPORTS = 6;
    /// Then one in so many.
    private static final int REPEAT_EVERY = 8;

    private static final int REMEMBERED = 16;

    final long start;
    long end;
    private final long[] reports = new long[REMEMBERED];
    private int count;

    PendingSegment(long start, long end) {
        this.start = start;
        this.end = end;
    }

    boolean holds(long number) {
        return number >= start && number < end;
    }

    boolean isNew() {
        return count == 0;
    }

    /// It says something else from now on.
    void change() {
        count = 0;
    }

    /// Whether it was told once at most.
    boolean isFresh() {
        return count <= 1;
    }

    /// Whether it belongs into a row of reports.
    ///
    /// @param first of their numbers
    /// @param all whether they tell all that is not known to be heard
    boolean belongsInto(long first, boolean all) {
        long since = count == 0 ? Long.MAX_VALUE : first - reports[(count - 1) % REMEMBERED];
        return since > 0 && (all || count < SURE_REPORTS || since >= REPEAT_EVERY);
    }

    void putInto(long report) {
        reports[count % REMEMBERED] = report;
        count++;
    }

    boolean wasIn(long report) {
        for (int i = 0; i < Math.min(count, REMEMBERED); i++) {
            if (reports[i] == report) {
                return true;
            }
        }
        return false;
    }
}
