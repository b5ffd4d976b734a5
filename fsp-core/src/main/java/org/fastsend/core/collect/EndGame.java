package org.fastsend.core.collect;

import java.util.List;
import java.util.Optional;
import org.fastsend.core.collect.Fetches.Fetch;
import org.fastsend.core.collect.Fetches.Pending;
import org.fastsend.core.time.Pace;
import org.jspecify.annotations.Nullable;

/// What to do about slow sources when everything that is left is on its way: idle sources are asked for what would come
/// last, within a budget, and what a source that is far behind was asked for is asked of others.
final class EndGame {
    /// How often to look again while nothing happens.
    static final long TICK_NANOS = 50_000_000;

    /// Of all blocks, one in so many may be asked for once more than needed ...
    private static final int BLOCKS_PER_HEDGE = 50;
    /// ... and so many on top.
    private static final int FREE_HEDGES = 4;
    /// An idle source has to be so many times faster than what is awaited before it duplicates it.
    private static final double HEDGE_FACTOR = 2;

    private final Sources sources;
    private final Families families;
    private final Fetches fetches;
    private int hedges;

    EndGame(Sources sources, Families families, Fetches fetches) {
        this.sources = sources;
        this.families = families;
        this.fetches = fetches;
    }

    /// A block that will come last, for a source that has nothing to do and has the block, or another of its family.
    Optional<Sources.Choice> hedge(long nowNanos) {
        if (hedges >= families.blocksKnown() / BLOCKS_PER_HEDGE + FREE_HEDGES) {
            return Optional.empty();
        }
        List<Pace> paces = sources.paces();
        for (Source idle : sources.all()) {
            double latencyNanos = idle.pace().expectedLatencyNanos(paces);
            boolean isIdle = idle.state() == Source.State.UP && idle.pace().outstanding() == 0;
            if (isIdle && latencyNanos > 0 && !idle.isLeftAlone(nowNanos)) {
                int block = slowestPending(nowNanos, idle, latencyNanos);
                if (block >= 0) {
                    hedges++;
                    return Optional.of(new Sources.Choice(idle, block));
                }
            }
        }
        return Optional.empty();
    }

    /// The block that the idle source may be asked for and that will come latest from elsewhere; -1 if none is worth
    /// it.
    private int slowestPending(long nowNanos, Source idle, double latencyNanos) {
        int slowest = -1;
        Fetch slowestFetch = null;
        for (int block = idle.nextAskable(0); block >= 0; block = idle.nextAskable(block + 1)) {
            Fetch fetch = fetches.pending(block).map(EndGame::only).orElse(null);
            boolean worthIt = fetch != null
                    && fetch.source().pace().remainingNanos(nowNanos) > HEDGE_FACTOR * latencyNanos
                    && (slowestFetch == null || endsLater(nowNanos, fetch, slowestFetch));
            if (worthIt) {
                slowest = block;
                slowestFetch = fetch;
            }
        }
        return slowest;
    }

    private static @Nullable Fetch only(Pending pending) {
        return pending.arrivals().isEmpty() && pending.fetches().size() == 1
                ? pending.fetches().getFirst()
                : null;
    }

    /// A source whose outstanding blocks, as far as others have them, these would deliver far sooner.
    Optional<Source> tooSlow(long nowNanos) {
        List<Pace> others = pacesOfUp();
        for (Source slow : sources.all()) {
            boolean isAwaited = slow.state() == Source.State.UP && slow.pace().outstanding() > 0;
            if (isAwaited && isReplaceable(slow) && slow.pace().isFarBehind(nowNanos, others, 1)) {
                return Optional.of(slow);
            }
        }
        return Optional.empty();
    }

    private List<Pace> pacesOfUp() {
        return sources.all().stream()
                .filter(source -> source.state() == Source.State.UP)
                .map(Source::pace)
                .toList();
    }

    private boolean isReplaceable(Source slow) {
        for (Pending pending : fetches.all()) {
            for (Fetch fetch : pending.fetches()) {
                if (fetch.source() == slow && sources.isElsewhere(slow, fetch.block())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean endsLater(long nowNanos, Fetch fetch, Fetch than) {
        int byRemaining = Double.compare(
                fetch.source().pace().remainingNanos(nowNanos),
                than.source().pace().remainingNanos(nowNanos));
        return byRemaining != 0 ? byRemaining > 0 : fetch.sinceNanos() > than.sinceNanos();
    }
}
