package org.fastsend.core.stripe;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.time.Pace;
import org.jspecify.annotations.Nullable;

/// What to do about slow targets when nothing is left to put: the transfer must not wait for the slowest. Idle targets
/// duplicate what would be stored last, within a budget; a target that is far behind all others is cut off.
final class EndGame {
    /// How often to look again while nothing happens.
    static final long TICK_NANOS = 50_000_000;

    /// Of all blocks, one in so many may be put once more than needed ...
    private static final int BLOCKS_PER_HEDGE = 20;
    /// ... and so many on top: what several targets that have become slow were given before.
    static final int FREE_HEDGES = 16;
    /// An idle target has to be so many times faster than what is awaited before it duplicates it.
    private static final double HEDGE_FACTOR = 2;

    /// A block that the target is to get although others have it on the way.
    record Hedge(HeldBlock block, Target target) {}

    private final Targets targets;
    private int hedges;

    EndGame(Targets targets) {
        this.targets = targets;
    }

    /// The block that will be stored last, for a target that has nothing to do.
    Optional<Hedge> hedge(long nowNanos, Collection<HeldBlock> held, int blocks) {
        if (hedges >= blocks / BLOCKS_PER_HEDGE + FREE_HEDGES) {
            return Optional.empty();
        }
        List<Pace> paces = targets.openPaces();
        Target idle = idlest(nowNanos, paces);
        if (idle == null) {
            return Optional.empty();
        }
        HeldBlock last = lastToBeStored(nowNanos, held, idle, idle.pace().expectedLatencyNanos(paces));
        if (last == null) {
            return Optional.empty();
        }
        hedges++;
        return Optional.of(new Hedge(last, idle));
    }

    private @Nullable Target idlest(long nowNanos, List<Pace> paces) {
        Target best = null;
        double bestNanos = Double.POSITIVE_INFINITY;
        for (Target target : targets.open()) {
            double expectedNanos = target.pace().expectedLatencyNanos(paces);
            boolean isIdle = target.pace().outstanding() == 0 && !target.isLeftAlone(nowNanos);
            if (isIdle && expectedNanos > 0 && expectedNanos < bestNanos) {
                best = target;
                bestNanos = expectedNanos;
            }
        }
        return best;
    }

    /// The block that will be stored latest of those that the idle target may take and would store sooner.
    private @Nullable HeldBlock lastToBeStored(
            long nowNanos, Collection<HeldBlock> held, Target idle, double idleNanos) {
        HeldBlock last = null;
        HeldBlock.Put lastPut = null;
        for (HeldBlock block : held) {
            if (block.isStored() || block.wantedPuts() < 0 || !targets.mayTake(block, idle)) {
                continue;
            }
            for (HeldBlock.Put put : block.puts()) {
                boolean worthIt = put.target().pace().remainingNanos(nowNanos) > HEDGE_FACTOR * idleNanos;
                if (worthIt && (lastPut == null || endsLater(nowNanos, put, lastPut))) {
                    last = block;
                    lastPut = put;
                }
            }
        }
        return last;
    }

    /// A target whose outstanding blocks the others would store far sooner, with enough others left for the copies.
    Optional<Target> tooSlow(long nowNanos, Collection<HeldBlock> held, int copies) {
        if (targets.open().size() <= copies) {
            return Optional.empty();
        }
        List<Pace> paces = targets.openPaces();
        for (Target slow : targets.open()) {
            boolean isAwaited = held.stream()
                    .anyMatch(block -> !block.isStored() && block.putTo(slow).isPresent());
            if (isAwaited && slow.pace().isFarBehind(nowNanos, paces, copies)) {
                return Optional.of(slow);
            }
        }
        return Optional.empty();
    }

    private static boolean endsLater(long nowNanos, HeldBlock.Put put, HeldBlock.Put than) {
        int byRemaining = Double.compare(
                put.target().pace().remainingNanos(nowNanos),
                than.target().pace().remainingNanos(nowNanos));
        return byRemaining != 0 ? byRemaining > 0 : put.sinceNanos() > than.sinceNanos();
    }
}
