package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.fastsend.core.extent.BlockPacker;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.extent.Partition;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceItem;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.manifest.FileKind;
import org.jspecify.annotations.Nullable;

/**
 * Walks the source and cuts it into block plans, in order, one whenever the striper asks for one. Reads names and sizes only,
 * so the first block leaves before the walk has seen the second directory. Runs on a thread of its own.
 */
final class Cutter implements Runnable, AutoCloseable {
    /** Spreads blocks of small files evenly over a partition: the fractional part of the golden ratio. */
    private static final double EVEN_STEP = 0.6180339887498949;

    private static final int MAX_UNHEARD = 4;

    private final SourceTree source;
    private final int extentSize;
    private final boolean partitioned;
    private final Semaphore wanted = new Semaphore(0);
    /** Reports on their way: a tree of empty files must not run ahead of the job that hears of them. */
    private final Semaphore unheard = new Semaphore(MAX_UNHEARD);

    private final Sink sink;
    private final BlockPacker packer;
    private final List<SourceEntry> found = new ArrayList<>();

    private int files;
    private int plans;
    private long bytes;
    private volatile @Nullable Thread worker;

    /** @param partitioned whether large files are read in shares side by side ({@link Partition}), not from end to end */
    Cutter(SourceTree source, int extentSize, boolean partitioned, Sink sink) {
        this.source = source;
        this.extentSize = extentSize;
        this.partitioned = partitioned;
        this.sink = sink;
        this.packer = new BlockPacker(extentSize);
    }

    /** Hears what was cut, in order, on the cutter's thread. */
    interface Sink {
        /**
         * Entries found since the last plan, numbered on from {@code firstFile}. They come before any plan that holds them.
         * Each call is answered with {@link Cutter#heard}.
         */
        void found(int firstFile, List<SourceEntry> entries);

        /** Something that cannot be sent. */
        void omitted(OmittedEntry entry);

        void planned(Cut cut);

        void ended(int files, long bytes);

        void failed(RuntimeException cause);
    }

    /**
     * @param index number of the plan, from 0
     * @param position whose share of its file the plan belongs to, from 0 to below 1: what a partitioned stripe goes by
     */
    record Cut(int index, BlockPlan plan, double position) {}

    /** Lets one more plan be cut. */
    void want() {
        wanted.release();
    }

    /** A report has been worked off. */
    void heard() {
        unheard.release();
    }

    @Override
    public void run() {
        worker = Thread.currentThread();
        try (source) {
            while (source.hasNext()) {
                add(source.next());
            }
            var last = packer.flush();
            if (last.isPresent()) {
                planned(last.get(), evenly());
            }
            report();
            sink.ended(files, bytes);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the job is over and has said so
        } catch (RuntimeException e) {
            sink.failed(e);
        }
    }

    /** Ends the walk, wherever it is. */
    @Override
    public void close() {
        Thread running = worker;
        if (running != null) {
            running.interrupt();
        }
    }

    private void add(SourceItem item) throws InterruptedException {
        switch (item) {
            case SourceEntry entry -> add(entry);
            case OmittedEntry omitted -> sink.omitted(omitted);
        }
    }

    private void add(SourceEntry entry) throws InterruptedException {
        int file = files++;
        found.add(entry);
        if (found.size() >= BlockPlan.MAX_EXTENTS) {
            report();
        }
        if (entry.kind() != FileKind.FILE) {
            return;
        }
        bytes += entry.size();
        Partition partition = new Partition(file, entry.size(), extentSize);
        Iterator<Extent> extents =
                partitioned ? partition.extents() : FileLayout.extents(file, entry.size(), extentSize);
        while (extents.hasNext()) {
            Extent extent = extents.next();
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
            sink.found(files - found.size(), List.copyOf(found));
            found.clear();
        }
    }
}
