package org.fastsend.core.stripe;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fastsend.core.time.Pace;

/// The targets that are up, and which of them gets a block next.
final class Targets {
    private final Strategy strategy;
    private final Placements placements;
    private final Map<Integer, Target> up = new TreeMap<>();
    private final List<Target> open = new ArrayList<>();
    private final BitSet everUp = new BitSet();
    private int lost;
    private String lastReason = "";

    Targets(Strategy strategy, Placements placements) {
        this.strategy = strategy;
        this.placements = placements;
    }

    void add(Target target) {
        if (target.index() > Placements.MAX_TARGET || everUp.get(target.index())) {
            throw new IllegalArgumentException(
                    "a target that comes up needs a number of its own, not " + target.index());
        }
        everUp.set(target.index());
        up.put(target.index(), target);
        sortOut();
    }

    Optional<Target> find(int index) {
        return Optional.ofNullable(up.get(index));
    }

    void become(Target target, Target.State state, String reason) {
        target.become(state);
        lastReason = reason;
        if (state == Target.State.DOWN) {
            up.remove(target.index());
            lost++;
        }
        sortOut();
    }

    private void sortOut() {
        open.clear();
        for (Target target : up.values()) {
            if (target.isOpen()) {
                open.add(target);
            }
        }
    }

    /// Those that take blocks, in the order of their numbers.
    List<Target> open() {
        return open;
    }

    List<Pace> openPaces() {
        return open.stream().map(Target::pace).toList();
    }

    /// Those that hold blocks which count, or may take some, in the order of their numbers.
    Iterable<Target> up() {
        return up.values();
    }

    boolean isNoneUp() {
        return up.isEmpty();
    }

    /// Those that were given blocks and never stored one, so that others had to: people want to hear of them.
    List<Target> mute() {
        return open.stream().filter(Target::isMute).toList();
    }

    List<Pace> paces() {
        return up.values().stream().map(Target::pace).toList();
    }

    /// Lets slow targets take blocks again; returns whether there were any.
    boolean reopenSlow() {
        int before = open.size();
        for (Target target : up.values()) {
            if (target.state() == Target.State.SLOW) {
                target.become(Target.State.OPEN);
            }
        }
        sortOut();
        return open.size() > before;
    }

    /// The most bytes that a target which is not left alone has room for; 0 if there is none.
    long mostRoom(long nowNanos) {
        long most = 0;
        for (Target target : open) {
            if (!target.isLeftAlone(nowNanos)) {
                most = Math.max(most, target.pace().room());
            }
        }
        return most;
    }

    /// The target that is to get this block now; empty if it has to wait.
    Optional<Target> choose(long nowNanos, HeldBlock block) {
        return switch (strategy) {
            case FIRST_COME -> firstFree(nowNanos, block);
            case ROUND_ROBIN -> fromPlace(nowNanos, block, block.number() % Math.max(1, open.size()));
            case PARTITIONED ->
                fromPlace(nowNanos, block, (int) (Math.clamp(block.position(), 0, Math.nextDown(1.0)) * open.size()));
        };
    }

    /// Whether the target may get the block at all: it neither holds nor is being given it.
    boolean mayTake(HeldBlock block, Target target) {
        return block.putTo(target).isEmpty() && !placements.holds(block.number(), target);
    }

    /// Among those with room the one that would have the least to do.
    private Optional<Target> firstFree(long nowNanos, HeldBlock block) {
        double fastest = fastestBytesPerSecond();
        Target best = null;
        for (Target target : open) {
            if (target.hasRoom(block.bytes()) && !target.isLeftAlone(nowNanos) && mayTake(block, target)) {
                if (best == null || isFreer(target, best, block, fastest)) {
                    best = target;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static boolean isFreer(Target target, Target best, HeldBlock block, double fastest) {
        boolean bad = block.foundBadBy().contains(target);
        if (bad != block.foundBadBy().contains(best)) {
            return !bad;
        }
        int byLoad = target.pace().compareLoad(best.pace(), fastest);
        return byLoad != 0 ? byLoad < 0 : target.lastPut() < best.lastPut();
    }

    /// The target at this place, or the next one that can take the block; it waits there until that one has room.
    private Optional<Target> fromPlace(long nowNanos, HeldBlock block, int place) {
        Target lastResort = null;
        for (int i = 0; i < open.size(); i++) {
            Target target = open.get((place + i) % open.size());
            if (target.isLeftAlone(nowNanos) || !mayTake(block, target)) {
                continue;
            }
            if (!block.foundBadBy().contains(target)) {
                return target.hasRoom(block.bytes()) ? Optional.of(target) : Optional.empty();
            }
            lastResort = lastResort == null ? target : lastResort;
        }
        return Optional.ofNullable(lastResort).filter(target -> target.hasRoom(block.bytes()));
    }

    double fastestBytesPerSecond() {
        double fastest = 0;
        for (Target target : open) {
            fastest = Math.max(fastest, target.pace().bytesPerSecond());
        }
        return fastest;
    }

    /// Why no target takes blocks, for people.
    String whyClosed() {
        if (everUp.isEmpty()) {
            return "none came up";
        }
        int full = 0;
        for (Target target : up.values()) {
            full += target.state() == Target.State.FULL ? 1 : 0;
        }
        String counts = everUp.cardinality() + " came up, " + lost + " lost, " + full + " full";
        return lastReason.isEmpty() ? counts : counts + " (last: " + lastReason + ")";
    }
}
