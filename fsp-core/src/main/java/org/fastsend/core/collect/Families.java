package org.fastsend.core.collect;

import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;

/// Which blocks carry the same extents, one the replacement of another, and which of these families are settled: one of
/// their blocks is held. Four bytes a block once any was replaced, one bit before.
final class Families {
    private final BitSet settled = new BitSet();
    /// A block's kin; its own root has minus the family's size. Shorter than the blocks there are: the rest stand
    /// alone.
    private int[] kin = new int[0];

    private int settledBlocks;
    private int blocksKnown;

    /// The block that stands for the family.
    int root(int block) {
        int at = block;
        while (at < kin.length && kin[at] >= 0) {
            int next = kin[at];
            if (next < kin.length && kin[next] >= 0) {
                kin[at] = kin[next];
            }
            at = next;
        }
        return at;
    }

    private int size(int root) {
        return root < kin.length ? -kin[root] : 1;
    }

    /// The block exists.
    void know(int block) {
        blocksKnown = Math.max(blocksKnown, block + 1);
    }

    /// One more than the highest number ever named.
    int blocksKnown() {
        return blocksKnown;
    }

    OptionalInt highestKnown() {
        return blocksKnown == 0 ? OptionalInt.empty() : OptionalInt.of(blocksKnown - 1);
    }

    boolean isSettled(int block) {
        return settled.get(root(block));
    }

    /// Blocks that are held or whose family has one that is.
    int settledBlocks() {
        return settledBlocks;
    }

    /// The block is held.
    void settle(int block) {
        int root = root(block);
        if (!settled.get(root)) {
            settled.set(root);
            settledBlocks += size(root);
        }
    }

    /// Two blocks are of one family from now on; returns its root.
    int join(int one, int other) {
        makeRoomFor(Math.max(one, other));
        int first = root(one);
        int second = root(other);
        if (first == second) {
            return first;
        }
        int larger = size(first) >= size(second) ? first : second;
        int smaller = larger == first ? second : first;
        if (settled.get(larger) != settled.get(smaller)) {
            settledBlocks += size(settled.get(larger) ? smaller : larger);
            settled.set(larger);
        }
        kin[larger] += kin[smaller];
        kin[smaller] = larger;
        return larger;
    }

    private void makeRoomFor(int block) {
        if (block >= kin.length) {
            int before = kin.length;
            kin = Arrays.copyOf(kin, (int) Math.max(1024, Math.min(Integer.MAX_VALUE - 8, (block + 1) * 3L / 2)));
            Arrays.fill(kin, before, kin.length, -1);
        }
    }
}
