package org.fastsend.core.send;

import java.util.HashMap;
import java.util.Map;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;

/// The sealed blocks that are still in memory. A block's buffer goes back only when the striper needs it no more and
/// every put of it has been answered: a stream may still be sending what another relay has already stored. Confined to
/// the job's thread.
final class HeldBlocks {
    private final Buffers buffers;
    private final Map<Integer, Held> blocks = new HashMap<>();

    HeldBlocks(Buffers buffers) {
        this.buffers = buffers;
    }

    void hold(SealedBlock block) {
        blocks.put(block.number(), new Held(block));
    }

    /// The block, about to be put once more.
    SealedBlock put(int number) {
        Held held = held(number);
        held.unanswered++;
        return held.block;
    }

    /// One put of the block was answered, or not accepted at all.
    void answered(int number) {
        Held held = held(number);
        held.unanswered--;
        giveBackIfFree(held);
    }

    /// The striper needs the block no more.
    void forget(int number) {
        Held held = held(number);
        held.forgotten = true;
        giveBackIfFree(held);
    }

    int length(int number) {
        return held(number).block.header().sealedLength();
    }

    /// Gives everything back; only when no channel is open any more.
    void clear() {
        blocks.values().forEach(held -> buffers.give(held.block.bytes()));
        blocks.clear();
    }

    private void giveBackIfFree(Held held) {
        if (held.forgotten && held.unanswered == 0) {
            blocks.remove(held.block.number());
            buffers.give(held.block.bytes());
        }
    }

    private Held held(int number) {
        Held held = blocks.get(number);
        if (held == null) {
            throw new IllegalStateException("block " + number + " is not held");
        }
        return held;
    }

    private static final class Held {
        private final SealedBlock block;
        private int unanswered;
        private boolean forgotten;

        private Held(SealedBlock block) {
            this.block = block;
        }
    }
}
