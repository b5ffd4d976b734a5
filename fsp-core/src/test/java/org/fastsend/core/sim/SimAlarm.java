package org.fastsend.core.sim;

import java.util.OptionalLong;
import java.util.function.Supplier;

/// Wakes a machine when its next deadline has come.
final class SimAlarm {
    private static final long NEVER = Long.MAX_VALUE;

    private final Simulation simulation;
    private final Supplier<OptionalLong> deadline;
    private final Runnable due;
    private long setToNanos = NEVER;

    SimAlarm(Simulation simulation, Supplier<OptionalLong> deadline, Runnable due) {
        this.simulation = simulation;
        this.deadline = deadline;
        this.due = due;
    }

    /// To be called whenever the deadline may have changed.
    void set() {
        long next = deadline.get().orElse(NEVER);
        if (next < setToNanos) {
            setToNanos = next;
            simulation.at(next, () -> ring(next));
        }
    }

    private void ring(long atNanos) {
        if (atNanos != setToNanos) {
            return; // it was set to an earlier time meanwhile
        }
        setToNanos = NEVER;
        if (deadline.get().orElse(NEVER) <= simulation.nanos()) {
            due.run();
        }
        set();
    }
}
