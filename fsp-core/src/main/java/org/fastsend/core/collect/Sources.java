package org.fastsend.core.collect;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fastsend.core.time.Pace;

/// The relays that hold blocks of the transfer, and which of them is asked next for which block.
final class Sources {
    /// A block to ask a source for.
    record Choice(Source source, int block) {}

    private static final int NONE = -1;

    private final CollectSettings settings;
    private final Families families;
    private final Fetches fetches;
    private final Map<Integer, Source> byRelay = new TreeMap<>();

    Sources(CollectSettings settings, Families families, Fetches fetches) {
        this.settings = settings;
        this.families = families;
        this.fetches = fetches;
    }

    /// The relay, known from now on if it was not.
    Source source(int relay) {
        return byRelay.computeIfAbsent(
                relay, r -> new Source(r, new Pace(settings.maxBytesPerSource(), settings.blockBytes())));
    }

    Optional<Source> find(int relay) {
        return Optional.ofNullable(byRelay.get(relay));
    }

    Collection<Source> all() {
        return byRelay.values();
    }

    List<Pace> paces() {
        return byRelay.values().stream().map(Source::pace).toList();
    }

    /// The next block to ask for, of the source that would have the least to do; slow ones only for what nobody else
    /// has.
    Optional<Choice> choose(long nowNanos) {
        double fastest = fastestBytesPerSecond();
        Source best = null;
        int bestBlock = NONE;
        for (Source source : byRelay.values()) {
            if (!source.isUp() || source.isLeftAlone(nowNanos) || source.pace().room() < settings.blockBytes()) {
                continue;
            }
            if (best != null && source.pace().compareLoad(best.pace(), fastest) >= 0) {
                continue;
            }
            int block = nextWanted(source);
            if (block != NONE) {
                best = source;
                bestBlock = block;
            }
        }
        return best == null ? Optional.empty() : Optional.of(new Choice(best, bestBlock));
    }

    /// Whether any source that is up has a block that is wanted and not under way.
    boolean isAnyWanted() {
        return byRelay.values().stream().anyMatch(source -> source.isUp() && nextWanted(source) != NONE);
    }

    /// The lowest block that the source may be asked for, that is not held and not under way.
    private int nextWanted(Source source) {
        for (int block = source.nextAskable(0); block >= 0; block = source.nextAskable(block + 1)) {
            if (families.isSettled(block)) {
                source.mayNotAsk(block);
            } else if (!fetches.isPending(block)
                    && (source.state() != Source.State.SLOW || !isElsewhere(source, block))) {
                return block;
            }
        }
        return NONE;
    }

    /// Whether a source that is up and not slow may be asked for the block instead.
    boolean isElsewhere(Source source, int block) {
        for (Source other : byRelay.values()) {
            if (other != source && other.state() == Source.State.UP && other.isAskable(block)) {
                return true;
            }
        }
        return false;
    }

    double fastestBytesPerSecond() {
        double fastest = 0;
        for (Source source : byRelay.values()) {
            if (source.isUp()) {
                fastest = Math.max(fastest, source.pace().bytesPerSecond());
            }
        }
        return fastest;
    }
}
