package org.fastsend.core.stripe;

import org.fastsend.core.time.Backoff;
import org.fastsend.core.time.Pace;

/// What the striper knows of one target: whether it takes blocks, what it was given and has not answered, how fast it
/// stores.
final class Target {
    /// From most to least useful.
    enum State {
        OPEN,
        /// Takes blocks only when no other target can.
        SLOW,
        /// Takes no more blocks; what it holds counts.
        FULL,
        /// What it held counts no longer.
        DOWN
    }

    private static final int NOT_ASKED = -1;
    private static final long NO_PUT = -1;

    private final int index;
    private final Pace pace;
    private final Backoff failures = new Backoff();
    private final Backoff busyness = new Backoff();
    private State state = State.OPEN;
    private long busySinceNanos;
    private long lastPut = NO_PUT;
    private boolean storedAny;
    private int placements;
    private int confirmedPlacements;
    private int askedPlacements = NOT_ASKED;

    Target(int index, StripeSettings settings) {
        this.index = index;
        pace = new Pace(settings.maxBytesPerTarget(), settings.blockBytes());
    }

    int index() {
        return index;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /// What it was given and has not answered, and how fast it stores.
    Pace pace() {
        return pace;
    }

    /// Whether a put of so many bytes may be given to it now. A block of any length passes when nothing is outstanding.
    boolean hasRoom(int bytes) {
        return bytes <= pace.room();
    }

    /// A put was given to it, the striper's `order`th.
    void begin(long nowNanos, int bytes, long order) {
        pace.begin(nowNanos, bytes);
        lastPut = order;
    }

    /// A put was answered by `stored`.
    void stored(long nowNanos, int bytes, long putNanos) {
        pace.done(nowNanos, bytes, putNanos);
        storedAny = true;
        failures.reset();
        busyness.reset();
    }

    /// It failed to store a block; returns how often it did in a row.
    int fail(long nowNanos) {
        return failures.fail(nowNanos);
    }

    /// It is busy; returns since when.
    long busy(long nowNanos) {
        if (busyness.fail(nowNanos) == 1) {
            busySinceNanos = nowNanos;
        }
        return busySinceNanos;
    }

    /// Whether it was given blocks and never stored one.
    boolean isMute() {
        return lastPut != NO_PUT && !storedAny;
    }

    boolean isLeftAlone(long nowNanos) {
        return failures.holds(nowNanos) || busyness.holds(nowNanos);
    }

    long leftAloneUntilNanos() {
        return Backoff.untilNanos(failures, busyness);
    }

    /// It holds one more block that counts.
    void place() {
        placements++;
    }

    boolean isConfirmed() {
        return placements == confirmedPlacements;
    }

    /// Marks that it is asked to confirm what it holds; returns false if it was asked already.
    boolean ask(long nowNanos) {
        if (askedPlacements != NOT_ASKED) {
            return false;
        }
        if (pace.outstanding() == 0) {
            pace.live(nowNanos);
        }
        askedPlacements = placements;
        return true;
    }

    void confirm(long nowNanos) {
        if (askedPlacements != NOT_ASKED) {
            confirmedPlacements = askedPlacements;
            askedPlacements = NOT_ASKED;
            pace.live(nowNanos);
        }
    }

    /// Whether it owes an answer.
    boolean isAwaited() {
        return pace.outstanding() > 0 || askedPlacements != NOT_ASKED;
    }

    /// Which of the striper's puts was the last that it was given.
    long lastPut() {
        return lastPut;
    }
}
