package org.fastsend.core.collect;

import org.fastsend.core.time.Backoff;
import org.fastsend.core.time.Pace;

/// What the collector knows of one relay: whether it is up, which blocks it may be asked for, how fast it delivers.
final class Source {
    enum State {
        UP,
        /// Up, but asked only for what no other source has.
        SLOW,
        /// Not connected, now or never yet.
        DOWN,
        /// Not to be asked again.
        BANNED
    }

    private final int relay;
    private final Pace pace;
    private final Backoff failures = new Backoff();
    private final Backoff busyness = new Backoff();
    private final BlockSet askable = new BlockSet();
    /// Blocks whose fetch was cancelled and is not answered yet.
    private final BlockSet cancelled = new BlockSet();

    private State state = State.DOWN;
    private int lowestAskable = Integer.MAX_VALUE;
    private int badInARow;
    private int drops;
    private long busySinceNanos;

    Source(int relay, Pace pace) {
        this.relay = relay;
        this.pace = pace;
    }

    int relay() {
        return relay;
    }

    Pace pace() {
        return pace;
    }

    State state() {
        return state;
    }

    boolean isUp() {
        return state == State.UP || state == State.SLOW;
    }

    void up(long nowNanos) {
        state = State.UP;
        failures.reset();
        busyness.reset();
        pace.live(nowNanos);
    }

    void slow() {
        state = State.SLOW;
    }

    /// Nothing is under way to it any more.
    void down() {
        state = State.DOWN;
        cancelled.forEach(this::mayAsk);
        cancelled.clear();
    }

    void ban() {
        state = State.BANNED;
    }

    /// It was dropped; returns how often in a row, without delivering anything between.
    int drop() {
        return ++drops;
    }

    void mayAsk(int block) {
        askable.add(block);
        lowestAskable = Math.min(lowestAskable, block);
    }

    void mayNotAsk(int block) {
        askable.remove(block);
    }

    /// A fetch was cancelled: until it is answered, the same cannot be asked for again.
    void cancelled(int block) {
        cancelled.add(block);
    }

    /// Something came that was not awaited: perhaps the answer to a cancelled fetch.
    void cancelAnswered(int block) {
        if (cancelled.contains(block)) {
            cancelled.remove(block);
            mayAsk(block);
        }
    }

    boolean isAskable(int block) {
        return askable.contains(block);
    }

    /// Whether it may be asked for the block, now or when it is up again or has answered.
    boolean mayDeliver(int block) {
        return askable.contains(block) || cancelled.contains(block);
    }

    /// The lowest block from this one on that it may be asked for; -1 if there is none.
    int nextAskable(int from) {
        int next = askable.next(Math.max(from, lowestAskable));
        if (from <= lowestAskable) {
            lowestAskable = next < 0 ? Integer.MAX_VALUE : next;
        }
        return next;
    }

    /// It delivered a block, good or bad.
    void arrived() {
        drops = 0;
        failures.reset();
        busyness.reset();
    }

    void good() {
        badInARow = 0;
    }

    /// It delivered a bad block; returns how many in a row.
    int bad() {
        return ++badInARow;
    }

    /// It did not deliver a block, for once; returns how often it has failed in a row.
    int fail(long nowNanos, int block) {
        mayAsk(block);
        return failures.fail(nowNanos);
    }

    /// It is busy; returns since when.
    long busy(long nowNanos, int block) {
        mayAsk(block);
        if (busyness.fail(nowNanos) == 1) {
            busySinceNanos = nowNanos;
        }
        return busySinceNanos;
    }

    boolean isLeftAlone(long nowNanos) {
        return failures.holds(nowNanos) || busyness.holds(nowNanos);
    }

    long leftAloneUntilNanos() {
        return Backoff.untilNanos(failures, busyness);
    }
}
