package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.List;

/// Finds out which blocks a receiver has, by questions of how many of these it signs for. A part that
/// is there as a whole is held, one of which nothing is there is not, and any other is asked for again
/// by halves. Not thread-safe.
final class Audit {
    /// Parts that may be found incomplete; whoever has more gaps than these come from is sent the rest again.
    private static final int MAX_HALVINGS = 1024;

    private final List<Integer> blocks;
    private final int mostAtOnce;
    private final List<Integer> held = new ArrayList<>();
    private int from;
    private int size;
    private int halvings;

    /// @param blocks that should be there
    /// @param mostAtOnce blocks that one question may name
    Audit(List<Integer> blocks, int mostAtOnce) {
        this.blocks = blocks;
        this.mostAtOnce = mostAtOnce;
        this.size = mostAtOnce;
    }

    /// The blocks to ask for next; none once it is known what is there.
    List<Integer> question() {
        return halvings > MAX_HALVINGS ? List.of() : blocks.subList(from, Math.min(blocks.size(), from + size));
    }

    /// So many of the blocks asked for are there.
    void handleAnswer(long there) {
        List<Integer> asked = question();
        if (there > 0 && there < asked.size()) {
            size = asked.size() / 2;
            halvings++;
            return;
        }
        if (there == asked.size()) {
            held.addAll(asked);
        }
        from += asked.size();
        size = Math.min(mostAtOnce, 2 * size);
    }

    /// The blocks known to be there.
    List<Integer> held() {
        return held;
    }
}
