package org.fastsend.core.net;

/// Tells work that takes long from work that stands still. One thread works, another looks at it once a
/// tick.
final class Pulse {
    private volatile boolean working;
    private volatile boolean moved;
    private int stillTicks;

    void begin() {
        moved = true;
        working = true;
    }

    void move() {
        moved = true;
    }

    void end() {
        working = false;
    }

    /// Called once a tick: whether nothing has moved in the last {@code ticks} ticks of unfinished work.
    boolean isStillFor(int ticks) {
        if (!working || moved) {
            moved = false;
            stillTicks = 0;
            return false;
        }
        stillTicks++;
        return stillTicks >= ticks;
    }
}
