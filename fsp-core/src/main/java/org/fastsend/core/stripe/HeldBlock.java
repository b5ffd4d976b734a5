package org.fastsend.core.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A block whose sealed bytes the sender still holds: waiting in the queue, on its way to targets, or both.
final class HeldBlock {
    /// The block on its way to one target.
    static final class Put {
        private final Target target;
        private final long sinceNanos;
        private boolean cancelled;

        private Put(Target target, long sinceNanos) {
            this.target = target;
            this.sinceNanos = sinceNanos;
        }

        Target target() {
            return target;
        }

        long sinceNanos() {
            return sinceNanos;
        }

        boolean isCancelled() {
            return cancelled;
        }

        void cancel() {
            cancelled = true;
        }
    }

    private final int number;
    private final int bytes;
    private final double position;
    private final int copies;
    private final List<Put> puts = new ArrayList<>();
    private final List<Target> foundBadBy = new ArrayList<>();
    private int stored;
    private boolean queued;

    HeldBlock(int number, int bytes, double position, int copies) {
        this.number = number;
        this.bytes = bytes;
        this.position = position;
        this.copies = copies;
    }

    int number() {
        return number;
    }

    int bytes() {
        return bytes;
    }

    double position() {
        return position;
    }

    List<Put> puts() {
        return puts;
    }

    /// Targets that refused it as damaged, once for each time.
    List<Target> foundBadBy() {
        return foundBadBy;
    }

    boolean isQueued() {
        return queued;
    }

    void setQueued(boolean inQueue) {
        queued = inQueue;
    }

    /// Whether enough live targets hold it.
    boolean isStored() {
        return stored >= copies;
    }

    void addCopy() {
        stored++;
    }

    void removeCopy() {
        stored--;
    }

    /// How many more puts it needs; what a slow target was given is not counted on. Negative while it is hedged.
    int wantedPuts() {
        int wanted = copies - stored;
        for (Put put : puts) {
            if (put.target.state() != Target.State.SLOW) {
                wanted--;
            }
        }
        return wanted;
    }

    Optional<Put> putTo(Target target) {
        for (Put put : puts) {
            if (put.target == target) {
                return Optional.of(put);
            }
        }
        return Optional.empty();
    }

    void begin(long nowNanos, Target target, long order) {
        puts.add(new Put(target, nowNanos));
        target.begin(nowNanos, bytes, order);
    }

    void finish(long nowNanos, Put put) {
        puts.remove(put);
        put.target.pace().finish(nowNanos, bytes);
    }
}
