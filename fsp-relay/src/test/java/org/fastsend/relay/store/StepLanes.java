package org.fastsend.relay.store;

import java.util.ArrayDeque;

/// Lanes whose tasks run when the test says so, on the test's thread.
final class StepLanes {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    Lanes lanes() {
        return new Lanes(tasks::add, tasks::add);
    }

    /// Runs the task that has waited longest, if any.
    void step() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    void runAll() {
        while (!tasks.isEmpty()) {
            step();
        }
    }
}
