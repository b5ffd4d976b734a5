package org.fastsend.core.stripe;

import java.util.Collection;
import java.util.Optional;
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
    /// A target that needs so many times longer than the others together would is cut off ...
    private static final double CUT_OFF_FACTOR = 4;
    /// ... but not for less time than that.
    private static final double CUT_OFF_LEAST_NANOS = 1e9;

    private static final double NANOS_PER_SECOND = 1e9;

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
        Target idle = idlest(nowNanos);
        if (idle == null) {
            return Optional.empty();
        }
        HeldBlock last = null;
        HeldBlock.Put lastPut = null;
        for (HeldBlock block : held) {
            if (block.isStored() || block.wantedPuts() < 0 || !targets.mayTake(block, idle)) {
                continue;
            }
            for (HeldBlock.Put put : block.puts()) {
                boolean worthIt =
                        put.target().pace().remainingNanos(nowNanos) > HEDGE_FACTOR * expectedLatencyNanos(idle);
                if (worthIt && (lastPut == null || endsLater(nowNanos, put, lastPut))) {
                    last = block;
                    lastPut = put;
                }
            }
        }
        if (last == null) {
            return Optional.empty();
        }
        hedges++;
        return Optional.of(new Hedge(last, idle));
    }

    /// A target whose outstanding blocks the others would store far sooner, with enough others left for the copies.
    Optional<Target> tooSlow(long nowNanos, Collection<HeldBlock> held, int copies) {
        if (targets.open().size() <= copies) {
            return Optional.empty();
        }
        for (Target slow : targets.open()) {
            if (held.stream()
                    .allMatch(block -> block.isStored() || block.putTo(slow).isEmpty())) {
                continue;
            }
            double remaining = slow.pace().remainingNanos(nowNanos);
            double othersNanos = othersNanos(slow, remaining, copies);
            if (othersNanos > 0 && remaining > CUT_OFF_FACTOR * othersNanos + CUT_OFF_LEAST_NANOS) {
                return Optional.of(slow);
            }
        }
        return Optional.empty();
    }

    /// How long the others would need for their own and its blocks; 0 if that is not known, or they are too few. Who
    /// is about as slow helps nobody, and must not make it look quick enough.
    private double othersNanos(Target slow, double remainingNanos, int copies) {
        double bytesPerSecond = 0;
        double latencyNanos = 0;
        int helpers = 0;
        long bytes = slow.pace().outstandingBytes();
        for (Target other : targets.open()) {
            double otherLatencyNanos = other.pace().idleLatencyNanos();
            if (other != slow && otherLatencyNanos > 0 && otherLatencyNanos * CUT_OFF_FACTOR < remainingNanos) {
                bytesPerSecond += other.pace().bytesPerSecond();
                latencyNanos = Math.max(latencyNanos, otherLatencyNanos);
                bytes += other.pace().outstandingBytes();
                helpers++;
            }
        }
        return helpers < copies ? 0 : bytes * NANOS_PER_SECOND / bytesPerSecond + latencyNanos;
    }

    private @Nullable Target idlest(long nowNanos) {
        Target best = null;
        for (Target target : targets.open()) {
            boolean idle = target.pace().outstanding() == 0
                    && !target.isLeftAlone(nowNanos)
                    && expectedLatencyNanos(target) > 0;
            if (idle && (best == null || expectedLatencyNanos(target) < expectedLatencyNanos(best))) {
                best = target;
            }
        }
        return best;
    }

    /// Its own latency, or while it has none that of the slowest; 0 if nothing was ever stored.
    private double expectedLatencyNanos(Target target) {
        if (target.pace().idleLatencyNanos() > 0) {
            return target.pace().idleLatencyNanos();
        }
        double slowest = 0;
        for (Target other : targets.open()) {
            slowest = Math.max(slowest, other.pace().idleLatencyNanos());
        }
        return slowest;
    }

    private static boolean endsLater(long nowNanos, HeldBlock.Put put, HeldBlock.Put than) {
        int byRemaining = Double.compare(
                put.target().pace().remainingNanos(nowNanos),
                than.target().pace().remainingNanos(nowNanos));
        return byRemaining != 0 ? byRemaining > 0 : put.sinceNanos() > than.sinceNanos();
    }
}
