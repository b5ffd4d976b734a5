package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.extent.BlockPacker;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.extent.Partition;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.manifest.FileKind;
import org.jspecify.annotations.Nullable;

/// Walks the source and cuts it into block plans, in order, one whenever the striper asks for one. Reads names and
/// sizes only, so the first block leaves before the walk has seen the second directory. Runs on a thread of its own.
final class Cutter implements Runnable, AutoCloseable {
    /// Spreads blocks of small files evenly over a partition: the fractional part of the golden ratio.
    private static final double EVEN_STEP = 0.6180339887498949;

    private static final int MAX_UNHEARD = 4;

    private final Walk source;
    private final int extentSize;
    private final boolean partitioned;
    private final Semaphore wanted = new Semaphore(0);
    /// Reports on their way: a tree of empty files must not run ahead of the job that hears of them.
    private final Semaphore unheard = new Semaphore(MAX_UNHEARD);

    private final Sink sink;
    private final BlockPacker packer;
    private final List<SourceEntry> found = new ArrayList<>();

    private int firstFound;
    private int files;
    private int plans;
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable Thread worker;

    /// @param firstPlan plans that the spool has already
    /// @param partitioned whether large files are read in shares side by side ({@link Partition}), not from
    ///     end to end
    Cutter(Walk source, int extentSize, int firstPlan, boolean partitioned, Sink sink) {
        this.source = source;
        this.extentSize = extentSize;
        this.plans = firstPlan;
        this.partitioned = partitioned;
        this.sink = sink;
        this.packer = new BlockPacker(extentSize);
    }

    /// Hears what was cut, in order, on the cutter's thread.
    interface Sink {
        /// Entries found since the last plan, numbered on from {@code firstFile}. They come before any plan
        /// that holds them. Each call is answered with {@link Cutter#heard}.
        void found(int firstFile, List<SourceEntry> entries);

        /// Something that cannot be sent.
        void omitted(OmittedEntry entry);

        /// It is known which files of an earlier run are still as they were; nothing was found or planned
        /// before.
        void compared();

        void planned(Cut cut);

        /// Everything was planned: so many files of so many bytes are in the transfer.
        void ended(int files, long bytes);

        void failed(RuntimeException cause);
    }

    /// @param index number of the plan, from 0
    /// @param position whose share of its file the plan belongs to, from 0 to below 1: what a partitioned
    ///     stripe goes by
    record Cut(int index, BlockPlan plan, double position) {}

    /// Bytes of the files that were found so far. Thread-safe.
    long foundBytes() {
        return bytes.get();
    }

    /// Lets one more plan be cut.
    void want() {
        wanted.release();
    }

    /// A report has been worked off.
    void heard() {
        unheard.release();
    }

    @Override
    public void run() {
        worker = Thread.currentThread();
        try (source) {
            for (var step = source.next(); step.isPresent(); step = source.next()) {
                add(step.get());
            }
            var last = packer.flush();
            if (last.isPresent()) {
                planned(last.get(), evenly());
            }
            report();
            sink.ended(files, bytes.get());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the job is over and has said so
        } catch (RuntimeException e) {
            sink.failed(e);
        }
    }

    /// Ends the walk, wherever it is.
    @Override
    public void close() {
        Thread running = worker;
        if (running != null) {
            running.interrupt();
        }
    }

    private void add(Walk.Step step) throws InterruptedException {
        switch (step) {
            case Walk.Step.Found file -> add(file);
            case Walk.Step.Omitted(OmittedEntry omitted) -> sink.omitted(omitted);
            case Walk.Step.Compared() -> sink.compared();
        }
    }

    private void add(Walk.Step.Found file) throws InterruptedException {
        SourceEntry entry = file.entry();
        files++;
        if (file.fresh()) {
            firstFound = found.isEmpty() ? file.file() : firstFound;
            found.add(entry);
        }
        if (found.size() >= BlockPlan.MAX_EXTENTS) {
            report();
        }
        if (entry.kind() != FileKind.FILE) {
            return;
        }
        bytes.addAndGet(entry.size());
        Partition partition = new Partition(file.file(), entry.size(), extentSize);
        Iterator<Extent> extents =
                partitioned ? partition.extents() : FileLayout.extents(file.file(), entry.size(), extentSize);
        while (extents.hasNext()) {
            Extent extent = extents.next();
            if (source.isCovered(extent)) {
                continue;
            }
            var full = packer.add(extent);
            if (full.isPresent()) {
                boolean ofLargeFile = extent.length() == extentSize && entry.size() > extentSize;
                planned(full.get(), ofLargeFile ? partition.position(extent) : evenly());
            }
        }
    }

    private double evenly() {
        return plans * EVEN_STEP % 1;
    }

    private void planned(BlockPlan plan, double position) throws InterruptedException {
        report();
        wanted.acquire();
        sink.planned(new Cut(plans++, plan, position));
    }

    private void report() throws InterruptedException {
        if (!found.isEmpty()) {
            unheard.acquire();
            sink.found(firstFound, List.copyOf(found));
            found.clear();
        }
    }
}
