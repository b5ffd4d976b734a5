package org.fastsend.relay.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.relay.admission.Admission;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.fastsend.relay.store.BlockStore;
import org.fastsend.relay.store.DirectoryDisk;
import org.fastsend.relay.store.Lanes;
import org.fastsend.relay.store.StoreParts;
import org.fastsend.relay.store.StoreSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A store at work in its directory: with the threads that wait for the disk, and the one that ends leases.
public final class RunningStore {
    private static final Logger LOG = LoggerFactory.getLogger(RunningStore.class);
    /// Transfers whose writes are forced at the same time; more would only make each other's forces slower.
    private static final int COMMITTERS = 4;

    private static final int READERS = 4;
    private static final int MAX_WAITING_READS = 4096;
    private static final Duration SWEEP_PERIOD = Duration.ofMinutes(1);

    private final StoreDirectory directory;
    private final BlockStore store;
    private final ExecutorService commits;
    private final ExecutorService reads;
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(threads("fsp-sweep-"));
    private final ScheduledFuture<?> sweeping;

    private RunningStore(StoreDirectory directory, BlockStore store, ExecutorService commits, ExecutorService reads) {
        this.directory = directory;
        this.store = store;
        this.commits = commits;
        this.reads = reads;
        this.sweeping = sweeps.scheduleWithFixedDelay(this::sweep, 0, SWEEP_PERIOD.toSeconds(), TimeUnit.SECONDS);
    }

    /// Opens the store, which takes a while if there is much in it.
    ///
    /// @param directory from now on closed with the store
    /// @param clock by which leases end
    /// @param nanos by which reservations end
    /// @param buffers where blocks are read and verified while the store is opened
    public static RunningStore start(
            StoreDirectory directory,
            AdmissionLimits limits,
            LeaseTerm lease,
            EpochClock clock,
            NanoClock nanos,
            Buffers buffers)
            throws IOException, InterruptedException {
        ExecutorService commits = Executors.newFixedThreadPool(COMMITTERS, threads("fsp-commit-"));
        ExecutorService reads = new ThreadPoolExecutor(
                READERS,
                READERS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_READS),
                threads("fsp-read-"));
        BlockStore store = BlockStore.open(new StoreParts(
                new DirectoryDisk(directory.path()),
                StoreSettings.forLease(lease),
                new Admission(limits, nanos),
                clock,
                new Lanes(commits, reads),
                buffers));
        return new RunningStore(directory, store, commits, reads);
    }

    public BlockStore store() {
        return store;
    }

    /// Returns once everything that was to be written is answered; the directory is free then.
    public void close() throws InterruptedException {
        sweeping.cancel(false);
        sweeps.shutdown();
        store.close();
        commits.shutdown();
        reads.shutdown();
        directory.close();
    }

    private void sweep() {
        try {
            store.sweep();
        } catch (RuntimeException e) {
            // The executor would never run it again.
            LOG.error("looking for ended leases failed", e);
        }
    }

    private static ThreadFactory threads(String prefix) {
        return Thread.ofPlatform().daemon().name(prefix, 0).factory();
    }
}
