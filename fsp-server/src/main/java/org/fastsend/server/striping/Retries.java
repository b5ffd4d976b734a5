package org.fastsend.server.striping;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.TransferId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// When collections that failed are tried again: soon at first, then ever more seldom. Thread-safe.
final class Retries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
    private static final long FIRST_PAUSE_SECONDS = 10;
    private static final long LONGEST_PAUSE_SECONDS = 3600;
    private static final int MAX_DOUBLINGS = 9;

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("fsp-retries").factory());
    private final ExecutorService workers = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("fsp-retry").factory());
    private final Map<TransferId, Integer> attempts = new HashMap<>();

    /// Runs `again` after a pause that grows with each call for a transfer.
    synchronized void later(TransferId transfer, Runnable again) {
        int before = attempts.merge(transfer, 1, Integer::sum) - 1;
        long seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS << Math.min(before, MAX_DOUBLINGS));
        try {
            var _ = scheduler.schedule(() -> workers.execute(again), seconds, TimeUnit.SECONDS);
            LOG.info("collect transfer={} is tried again in {} seconds", transfer, seconds);
        } catch (RejectedExecutionException _) {
            LOG.info("collect transfer={} is tried again when the server runs again", transfer);
        }
    }

    synchronized void forget(TransferId transfer) {
        attempts.remove(transfer);
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        workers.shutdown();
    }
}
