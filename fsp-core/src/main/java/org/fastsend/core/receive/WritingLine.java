package org.fastsend.core.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.Commit;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.OpenedBlock;
import org.fastsend.core.seal.SealException;
import org.fastsend.core.seal.SenderRun;

/// The workers that open blocks and write their extents, and the one that makes what was written durable, many blocks
/// at a time. Thread-safe.
final class WritingLine implements AutoCloseable {
    private static final int MAX_WORKERS = 4;
    /// What one worker holds at a time: the opened block, and what it was compressed to.
    private static final int BUFFERS_A_WORKER = 2;

    private final BlockOpener opener;
    private final OutputTree output;
    private final Buffers buffers;
    /// For opened blocks, as much as the workers can hold: were it the memory of arriving blocks, these
    /// could keep those that are here already from being opened.
    private final Buffers opened = new Buffers((long) MAX_WORKERS * BUFFERS_A_WORKER * 2 * BlockHeader.MAX_PAYLOAD);

    private final LongAdder writtenBytes = new LongAdder();

    private final Events events;
    private final ExecutorService workers;
    private final Thread committer;
    private final Semaphore uncommitted = new Semaphore(0);
    /// Blocks that name files of which the manifest has not told yet; a direct sender may be that much
    /// ahead.
    private final List<Arrival> early = new ArrayList<>();

    /// @param buffers lent the sealed blocks that come from relays
    WritingLine(BlockOpener opener, OutputTree output, Buffers buffers, Events events) {
        this.opener = opener;
        this.output = output;
        this.buffers = buffers;
        this.events = events;
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_WORKERS);
        this.workers = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("write-", 0).factory());
        this.committer = Thread.ofPlatform().daemon().name("commit").start(this::commit);
    }

    /// What becomes of blocks, on the line's threads.
    interface Events {
        /// A commit: what it names, and all that these blocks hold, would survive a power cut.
        void committed(Commit commit);

        /// The block is not what it should be; nothing of it was written.
        void bad(Arrival arrival, String reason);

        /// The disk failed.
        void failed(RuntimeException cause);
    }

    /// A block that came.
    ///
    /// @param source number of the relay that gave it, or -1 if its sender put it here directly
    record Arrival(int source, SealedBlock block) {}

    /// Takes a block; its buffer goes back when it was opened, or at once if the job is over.
    void take(Arrival arrival) {
        try {
            workers.execute(() -> write(arrival));
        } catch (RejectedExecutionException _) {
            giveBack(arrival);
        }
    }

    /// Bytes of files written so far, holes included.
    long writtenBytes() {
        return writtenBytes.sum();
    }

    /// The manifest says that blocks from this number on are of a later run of the sender.
    void resumed(int firstBlock, SenderRun run) {
        opener.resumed(firstBlock, run);
    }

    /// The manifest grew: blocks that came early may be understood now.
    void manifestGrew() {
        List<Arrival> again;
        synchronized (early) {
            again = List.copyOf(early);
            early.clear();
        }
        again.forEach(this::take);
    }

    @Override
    public void close() {
        workers.shutdown();
        committer.interrupt();
        try {
            workers.awaitTermination(10, TimeUnit.SECONDS);
            committer.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        early.forEach(this::giveBack);
        opened.keepNone();
    }

    private void write(Arrival arrival) {
        boolean kept = false;
        try {
            OpenedBlock block = opener.open(arrival.block(), opened);
            try {
                kept = isEarly(arrival, block.extents());
                if (kept) {
                    return;
                }
                output.write(block.number(), block.extents(), block.data());
                writtenBytes.add(
                        block.extents().stream().mapToLong(Extent::length).sum());
            } finally {
                opened.give(block.data());
            }
            uncommitted.release();
        } catch (BlockFormatException | SealException e) {
            events.bad(arrival, String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the job is over and has said so
        } catch (RuntimeException e) {
            events.failed(e);
        } finally {
            if (!kept) {
                giveBack(arrival); // whatever became of it: other transfers live of the same memory
            }
        }
    }

    /// What was put here directly stays the channel's, which takes it back after the reply.
    private void giveBack(Arrival arrival) {
        if (arrival.source() >= 0) {
            buffers.give(arrival.block().bytes());
        }
    }

    private boolean isEarly(Arrival arrival, List<Extent> extents) {
        synchronized (early) {
            int known = output.knownFiles();
            if (extents.stream().allMatch(extent -> extent.file() < known)) {
                return false;
            }
            early.add(arrival);
            return true;
        }
    }

    private void commit() {
        try {
            while (true) {
                uncommitted.acquire();
                uncommitted.drainPermits();
                events.committed(output.commit());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the job is over and has said so
        } catch (RuntimeException e) {
            events.failed(e);
        }
    }
}
