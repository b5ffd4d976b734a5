package org.fastsend.overlay.member;

import java.util.HashSet;
import java.util.Set;

/// One member that may be dead, and how long it has left to contradict: long while only this node thinks so, shorter
/// with every other that does (Dadgar, Phillips, Currey, "Lifeguard", 2018, IV.B). Not thread-safe.
final class Suspicion {
    static final long LEAST_NANOS = 10_000_000_000L;
    static final long MOST_NANOS = 60_000_000_000L;

    /// Others that are enough for the shortest time.
    static final int ENOUGH = 3;

    private final int incarnation;
    private final long sinceNanos;
    private final long mostNanos;
    private final Set<Long> others = new HashSet<>();

    private boolean over;

    /// @param mostNanos what it has while nobody else thinks so
    Suspicion(int incarnation, long sinceNanos, long mostNanos) {
        this.incarnation = incarnation;
        this.sinceNanos = sinceNanos;
        this.mostNanos = mostNanos;
    }

    int incarnation() {
        return incarnation;
    }

    void confirm(long by) {
        if (others.size() < ENOUGH) {
            others.add(by);
        }
    }

    /// Its time is over.
    void end() {
        over = true;
    }

    long deadlineNanos() {
        if (over) {
            return sinceNanos;
        }
        double share = Math.log(others.size() + 1.0) / Math.log(ENOUGH + 1.0);
        return sinceNanos + mostNanos - (long) ((mostNanos - LEAST_NANOS) * share);
    }
}
