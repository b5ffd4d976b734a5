package org.fastsend.core.stripe;

import java.util.Arrays;
import java.util.function.IntConsumer;

/// Which live targets hold which block: two bytes a copy and nothing else, however large the transfer. Blocks that were
/// replaced have no place here any more.
final class Placements {
    private static final short NOWHERE = -1;
    /// Greatest number of a target.
    static final int MAX_TARGET = Short.MAX_VALUE;

    private final int copies;
    private short[] holders = new short[0];
    private int blocks;

    Placements(int copies) {
        this.copies = copies;
    }

    /// Blocks are known up to this number, exclusive.
    int blocks() {
        return blocks;
    }

    void makeRoomFor(int number) {
        if (number >= blocks) {
            blocks = number + 1;
            int needed = Math.multiplyExact(blocks, copies);
            if (needed > holders.length) {
                int before = holders.length;
                holders =
                        Arrays.copyOf(holders, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(1024, needed * 3L / 2)));
                Arrays.fill(holders, before, holders.length, NOWHERE);
            }
        }
    }

    void add(int number, Target target) {
        for (int i = number * copies; i < (number + 1) * copies; i++) {
            if (holders[i] == NOWHERE) {
                holders[i] = (short) target.index();
                return;
            }
        }
        throw new IllegalStateException("block " + number + " has its copies already");
    }

    boolean holds(int number, Target target) {
        for (int i = number * copies; i < (number + 1) * copies; i++) {
            if (holders[i] == target.index()) {
                return true;
            }
        }
        return false;
    }

    int copiesOf(int number) {
        int found = 0;
        for (int i = number * copies; i < (number + 1) * copies; i++) {
            if (holders[i] != NOWHERE) {
                found++;
            }
        }
        return found;
    }

    /// The block was replaced: nobody cares who holds it.
    void remove(int number) {
        Arrays.fill(holders, number * copies, (number + 1) * copies, NOWHERE);
    }

    /// A target is gone: tells every block that it held, in order.
    void removeTarget(Target target, IntConsumer lost) {
        for (int i = 0; i < blocks * copies; i++) {
            if (holders[i] == target.index()) {
                holders[i] = NOWHERE;
                lost.accept(i / copies);
            }
        }
    }
}
