package org.fastsend.core.collect;

/// What follows from a fetch that delivered nothing, for the source that was asked.
sealed interface Verdict {
    /// A source that fails so often in a row is dropped.
    int MOST_FAILURES = 8;
    /// A source that delivers so many bad blocks in a row is not asked again.
    int MOST_BAD_IN_A_ROW = 8;
    /// A source that is busy for so many times the stall time is not asked again.
    int BUSY_STALLS = 10;
    /// A source that was dropped so often without delivering anything between is not asked again.
    int MOST_DROPS = 3;

    /// The source may be asked again when [Source#leftAloneUntilNanos] has come.
    record TryLater() implements Verdict {}

    /// Nothing for the source; the block is not asked of it again.
    record TryElsewhere() implements Verdict {}

    /// A new connection may help.
    record Drop(String reason) implements Verdict {}

    /// Nothing will.
    record Ban(String reason) implements Verdict {}

    static Verdict busy(long nowNanos, Source source, int block, long stallNanos) {
        long busyNanos = nowNanos - source.busy(nowNanos, block);
        return busyNanos >= BUSY_STALLS * stallNanos ? new Ban("stays busy") : new TryLater();
    }

    static Verdict failed(long nowNanos, Source source, int block, String how) {
        return source.fail(nowNanos, block) >= MOST_FAILURES ? new Drop(how) : new TryLater();
    }

    static Verdict bad(Source source, String why) {
        return source.bad() >= MOST_BAD_IN_A_ROW ? new Ban(why) : new TryElsewhere();
    }
}
