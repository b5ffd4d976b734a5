package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs simulations side by side, the shortest first, so that most is known soon.
final class UdpTrials {
    private UdpTrials() {}

    /// One simulation.
    ///
    /// @param work packets that it takes, about
    record Trial(double work, Runnable run) {}

    /// Returns when all are done; tells after each.
    ///
    /// @param threads so many run at a time
    static void run(List<Trial> trials, int threads, Runnable done) {
        List<Trial> shortestFirst = new ArrayList<>(trials);
        shortestFirst.sort((a, b) -> Double.compare(a.work(), b.work()));
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> running = new ArrayList<>();
            for (Trial trial : shortestFirst) {
                running.add(pool.submit(() -> {
                    trial.run().run();
                    done.run();
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a simulation could not be run", e);
        }
    }
}
