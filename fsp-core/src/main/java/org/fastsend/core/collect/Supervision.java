package org.fastsend.core.collect;

import java.util.Queue;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.time.Pace;
import org.fastsend.core.time.Timers;

/// What is done about sources that refuse, lie, lose or fall silent: leave them alone for a while, drop them, or never
/// ask them again.
final class Supervision {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final long stallNanos;
    private final Sources sources;
    private final Fetches fetches;
    private final Goal goal;
    private final Timers<CollectTimer> timers;
    private final Queue<CollectAction> out;
    private long lastArrivalNanos = Long.MIN_VALUE / 2;

    Supervision(
            long stallNanos,
            Sources sources,
            Fetches fetches,
            Goal goal,
            Timers<CollectTimer> timers,
            Queue<CollectAction> out) {
        this.stallNanos = stallNanos;
        this.sources = sources;
        this.fetches = fetches;
        this.goal = goal;
        this.timers = timers;
        this.out = out;
    }

    void up(long nowNanos, Source source) {
        if (source.state() == Source.State.BANNED) {
            out.add(new CollectAction.DropSource(source.relay(), "is not asked any more", true));
        } else {
            source.up(nowNanos);
        }
    }

    /// Its fetches are not coming.
    void down(long nowNanos, Source source) {
        fetches.lose(nowNanos, source);
        timers.clear(CollectTimer.STALL, source.relay());
        timers.clear(CollectTimer.RETRY, source.relay());
        source.down();
    }

    /// It was asked for something.
    void watch(Source source) {
        if (!timers.isSet(CollectTimer.STALL, source.relay())) {
            timers.set(CollectTimer.STALL, source.relay(), source.pace().progressNanos() + patienceNanos());
        }
    }

    void arrived(long nowNanos, Source source) {
        source.arrived();
        lastArrivalNanos = nowNanos;
    }

    /// It has delivered nothing since the timer was set, perhaps.
    void checkStall(long nowNanos, Source source) {
        if (!source.isUp() || source.pace().outstanding() == 0) {
            return;
        }
        long silentNanos = nowNanos - source.pace().progressNanos();
        if (silentNanos < patienceNanos()) {
            watch(source);
        } else if (isOwnDiskSlow(nowNanos)) {
            source.pace().live(nowNanos);
            watch(source);
        } else {
            apply(nowNanos, source, new Verdict.Drop("silent for " + silentNanos / NANOS_PER_SECOND + " s"));
        }
    }

    private long patienceNanos() {
        return Pace.patienceNanos(stallNanos, sources.paces());
    }

    /// When nothing comes from anybody while what came is not written yet, nobody but this end is to blame.
    private boolean isOwnDiskSlow(long nowNanos) {
        return fetches.isVerifying() && nowNanos - lastArrivalNanos >= stallNanos / 2;
    }

    void refused(long nowNanos, Source source, int block, Refusal refusal) {
        switch (refusal) {
            case MISSING -> goal.trouble("a relay does not have what it should");
            case BUSY, FULL -> apply(nowNanos, source, Verdict.busy(nowNanos, source, block, stallNanos));
            case FAILED -> apply(nowNanos, source, Verdict.failed(nowNanos, source, block, "cannot read blocks"));
            case BAD_BLOCK -> bad(nowNanos, source, block, "damaged on the relay");
            case FORBIDDEN -> apply(nowNanos, source, new Verdict.Ban("refuses the capability"));
            case EXPIRED -> apply(nowNanos, source, new Verdict.Ban("the lease or capability has ended"));
        }
    }

    void lost(long nowNanos, Source source, int block) {
        apply(nowNanos, source, Verdict.failed(nowNanos, source, block, "loses blocks on the way"));
    }

    void bad(long nowNanos, Source source, int block, String why) {
        source.pace().live(nowNanos);
        source.mayNotAsk(block);
        goal.trouble(why);
        apply(nowNanos, source, Verdict.bad(source, why));
    }

    private void apply(long nowNanos, Source source, Verdict verdict) {
        switch (verdict) {
            case Verdict.TryLater() -> timers.set(CollectTimer.RETRY, source.relay(), source.leftAloneUntilNanos());
            case Verdict.TryElsewhere() -> {} // The block is not askable there any more.
            case Verdict.Drop(String reason) -> drop(nowNanos, source, reason, source.drop() >= Verdict.MOST_DROPS);
            case Verdict.Ban(String reason) -> drop(nowNanos, source, reason, true);
        }
    }

    private void drop(long nowNanos, Source source, String reason, boolean forGood) {
        if (source.isUp()) {
            out.add(new CollectAction.DropSource(source.relay(), reason, forGood));
        }
        down(nowNanos, source);
        if (forGood) {
            source.ban();
        }
        goal.trouble(reason);
    }
}
