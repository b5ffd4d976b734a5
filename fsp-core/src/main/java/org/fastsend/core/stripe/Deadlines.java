package org.fastsend.core.stripe;

import java.util.Optional;
import java.util.OptionalLong;
import org.fastsend.core.time.Pace;
import org.fastsend.core.time.Timers;

/// What a striper waits for, and how long. Not thread-safe.
final class Deadlines {
    /// Whose timer is not of a target.
    private static final int MACHINE = 0;

    enum Kind {
        /// Of a target: it has stored nothing for too long.
        STALL,
        /// Of a target: it may be tried again.
        RETRY,
        /// Time to look after the slow ones.
        END_GAME,
        /// No other target came up in time.
        GRACE
    }

    private final StripeSettings settings;
    private final Targets targets;
    private final Timers<Kind> timers = new Timers<>(Kind.class);

    Deadlines(StripeSettings settings, Targets targets) {
        this.settings = settings;
        this.targets = targets;
    }

    /// The earliest, if there is any.
    OptionalLong nextNanos() {
        return timers.nextDeadlineNanos();
    }

    /// One that has come; its owner is a target's index where it is of a target.
    Optional<Timers.Due<Kind>> takeDue(long nowNanos) {
        return timers.takeDue(nowNanos);
    }

    /// A target is to store something, from its last progress on.
    void watch(Target target) {
        if (!timers.isSet(Kind.STALL, target.index())) {
            timers.set(Kind.STALL, target.index(), target.pace().progressNanos() + patienceNanos());
        }
    }

    /// Whether a target has stored nothing for longer than anybody should take.
    boolean isStalled(long nowNanos, Target target) {
        return nowNanos - target.pace().progressNanos() >= patienceNanos();
    }

    private long patienceNanos() {
        return Pace.patienceNanos(settings.stallNanos(), targets.paces());
    }

    /// A target is left alone for a while.
    void retry(Target target) {
        timers.set(Kind.RETRY, target.index(), target.leftAloneUntilNanos());
    }

    void forget(Target target) {
        timers.clear(Kind.STALL, target.index());
        timers.clear(Kind.RETRY, target.index());
    }

    /// Too few targets are there: others have so long to come.
    void beginGrace(long nowNanos) {
        if (!timers.isSet(Kind.GRACE, MACHINE)) {
            timers.set(Kind.GRACE, MACHINE, nowNanos + settings.graceNanos());
        }
    }

    void endGrace() {
        timers.clear(Kind.GRACE, MACHINE);
    }

    void lookAgainSoon(long nowNanos) {
        timers.set(Kind.END_GAME, MACHINE, nowNanos + EndGame.TICK_NANOS);
    }

    void lookNoMore() {
        timers.clear(Kind.END_GAME, MACHINE);
    }

    void clearAll() {
        timers.clearAll();
    }
}
