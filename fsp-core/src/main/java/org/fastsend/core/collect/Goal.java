package org.fastsend.core.collect;

/// What there is to collect, as far as the manifest has told; whether all of it is held; and why it cannot be, when it
/// has come to that.
final class Goal {
    /// Block numbers beyond that are a mistake or an attack on memory: 128 TiB at a mebibyte each.
    static final int MAX_BLOCKS = 1 << 27;
    /// How many numbers may lie unnamed below one that is named: what is on its way, and what kills of
    /// the sender cost, 1,024 each at most. Memory goes with the highest number, so this is what a short
    /// manifest can claim.
    static final int MAX_UNNAMED = 1 << 20;

    private final Sources sources;
    private final Families families;
    private boolean isFinal;
    private boolean feedEnded;
    private int finalBlocks;
    /// How often the manifest has named a block: at least as often as it has named different ones.
    private long namings;
    private String lastTrouble = "";

    Goal(Sources sources, Families families) {
        this.sources = sources;
        this.families = families;
    }

    /// The manifest is final: there are so many blocks and no more.
    void fix(int blocks) {
        isFinal = true;
        finalBlocks = blocks;
    }

    boolean isFinal() {
        return isFinal;
    }

    void endFeed() {
        feedEnded = true;
    }

    /// Whether more blocks, placements or replacements may become known.
    boolean mayGrow() {
        return !isFinal && !feedEnded;
    }

    boolean isReached() {
        return isFinal && families.settledBlocks() >= finalBlocks;
    }

    /// A block that exists was named.
    void handleNamed() {
        namings++;
    }

    /// Whether the manifest may name this block.
    boolean admits(int block) {
        return block >= 0 && block < (isFinal ? finalBlocks : Math.min(MAX_BLOCKS, namings + MAX_UNNAMED));
    }

    /// Something went wrong that may turn out to be the reason.
    void trouble(String reason) {
        lastTrouble = reason;
    }

    /// Whether some of what is missing is on relays that may come up again, or owe an answer.
    boolean mayBeReached() {
        for (int block = 0; block < blocks(); block++) {
            if (!families.isSettled(block) && isOnSomeRelay(block)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOnSomeRelay(int block) {
        return sources.all().stream()
                .anyMatch(source -> source.state() != Source.State.BANNED && source.mayDeliver(block));
    }

    private int blocks() {
        return isFinal ? finalBlocks : families.blocksKnown();
    }

    /// Why it is not reached, in one line.
    String shortfall() {
        int missing = 0;
        int asleep = 0;
        for (int block = 0; block < blocks(); block++) {
            if (!families.isSettled(block) && families.root(block) == block) {
                missing++;
                asleep += isOnSomeRelay(block) ? 1 : 0;
            }
        }
        String last = lastTrouble.isEmpty() ? "" : " (last: " + lastTrouble + ")";
        if (missing == 0) {
            return "the manifest ends before its final mark, after " + blocks() + " blocks" + last;
        }
        String of = isFinal ? " of " : " of the first ";
        return missing + of + blocks() + " blocks are missing, " + where(missing, asleep) + last;
    }

    private static String where(int missing, int asleep) {
        if (asleep == missing) {
            return "only on relays that cannot be reached";
        }
        return asleep == 0
                ? "on no relay that delivers them"
                : asleep + " of them only on relays that cannot be reached, the others on none that delivers them";
    }
}
