package org.fastsend.core.stripe;

import java.util.BitSet;

/// The blocks that an earlier run of the sender has left on targets, as long as it is not settled which of
/// them count: each waits for the targets that may hold it to speak.
final class EarlierRun {
    private final Placements placements;
    private final int copies;
    private BitSet undecided = new BitSet();
    private boolean settled = true;

    EarlierRun(Placements placements, int copies) {
        this.placements = placements;
        this.copies = copies;
    }

    void expect(BitSet blocks) {
        undecided = (BitSet) blocks.clone();
        settled = blocks.isEmpty();
        if (!settled) {
            placements.makeRoomFor(blocks.length() - 1);
        }
    }

    boolean isSettled() {
        return settled;
    }

    /// Whether a target may still turn out to hold the block: it is then neither lost nor to be read again.
    boolean isUndecided(int block) {
        return undecided.get(block);
    }

    /// Whether one more copy of the block counts.
    boolean wants(int block, Target target) {
        return undecided.get(block) && placements.copiesOf(block) < copies && !placements.holds(block, target);
    }

    /// All targets have spoken: the blocks of which there are too few copies.
    BitSet settle() {
        BitSet missing = new BitSet();
        undecided.stream().filter(block -> placements.copiesOf(block) < copies).forEach(missing::set);
        undecided = new BitSet();
        settled = true;
        return missing;
    }
}
