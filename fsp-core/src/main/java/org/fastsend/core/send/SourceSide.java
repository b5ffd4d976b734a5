package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.files.ExtentReader;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.FileDigest;
import org.fastsend.core.stripe.Strategy;

/**
 * Where blocks come from: walks, cuts, reads and seals on other threads, and tells the manifest about files. Keeps on disk
 * what it would need to read a block again, and four bytes a block in memory. Confined to the job's thread.
 */
final class SourceSide implements AutoCloseable {
    private final int extentSize;
    private final Consumer<Runnable> post;
    private final Events events;
    private final Cutter cutter;
    private final ExtentReader reader;
    private final SealingLine sealing;
    private final SourceSpool spool;
    private final DigestLine digests = new DigestLine();
    private final Map<Integer, FileOutcome> spoiled = new HashMap<>();
    private int[] planOfBlock = new int[1024];
    private int sealingNow;
    private boolean walked;
    private int files;
    private long bytes;

    SourceSide(StripeRequest request, Workplace workplace, Consumer<Runnable> post, Events events) {
        this.extentSize = request.shape().extentSize();
        this.post = post;
        this.events = events;
        this.spool = new SourceSpool(workplace.spool());
        this.cutter = new Cutter(
                SourceTree.of(request.roots()),
                extentSize,
                request.shape().strategy() == Strategy.PARTITIONED,
                new FromCutter());
        this.reader = new ExtentReader(spool::entry, extentSize);
        this.sealing = new SealingLine(
                reader,
                new BlockSealer(
                        request.transfer(), request.key(), request.shape().seal()),
                workplace.buffers());
    }

    /** What comes out of the source, on the job's thread. */
    interface Events {
        void record(ManifestRecord record);

        void sealed(SealingLine.Sealed sealed);

        /** Everything is cut and sealed. */
        void ended();

        void trouble(String path, String reason);

        void failed(RuntimeException cause);
    }

    void start() {
        Thread.ofPlatform().daemon().name("cut").start(cutter);
    }

    void readNext() {
        cutter.want();
    }

    /** Reads the extents of a block again, to be sealed under a fresh number. */
    void readAgain(int block) {
        submit(spool.cut(planOfBlock[block]), OptionalInt.of(block));
    }

    int files() {
        return files;
    }

    long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        cutter.close();
        sealing.close();
        reader.close();
        spool.close();
    }

    private void submit(Cutter.Cut cut, OptionalInt replaces) {
        sealingNow++;
        sealing.submit(
                cut, replaces, result -> post.accept(() -> sealed(result)), e -> post.accept(() -> events.failed(e)));
    }

    private void found(int firstFile, List<SourceEntry> entries) {
        int file = firstFile;
        for (SourceEntry entry : entries) {
            spool.add(entry);
            events.record(new FileOpened(
                    file,
                    entry.kind(),
                    entry.relativePath(),
                    entry.size(),
                    entry.modifiedNanos(),
                    entry.mode(),
                    entry.linkTarget()));
            if (entry.kind() == FileKind.FILE) {
                expectDigest(file, entry);
            }
            file++;
        }
    }

    private void expectDigest(int file, SourceEntry entry) {
        if (entry.size() == 0) {
            events.record(new FileClosed(file, FileOutcome.GOOD, new FileDigest.Root(0).finish()));
        } else {
            digests.expect(file, entry.size(), FileLayout.extentCount(entry.size(), extentSize));
        }
    }

    private void sealed(SealingLine.Sealed sealed) {
        sealingNow--;
        int number = sealed.block().number();
        if (number >= planOfBlock.length) {
            planOfBlock = Arrays.copyOf(planOfBlock, Math.max(number + 1, planOfBlock.length * 2));
        }
        planOfBlock[number] = sealed.plan();
        noteOutcomes(sealed);
        events.sealed(sealed);
        endIfDone();
    }

    private void noteOutcomes(SealingLine.Sealed sealed) {
        List<ManifestRecord> closed = new ArrayList<>();
        List<Extent> extents = sealed.read().extents();
        for (int i = 0; i < extents.size(); i++) {
            Extent extent = extents.get(i);
            int file = extent.file();
            FileOutcome outcome = sealed.read().outcomes().get(i);
            if (outcome != FileOutcome.GOOD && spoiled.putIfAbsent(file, outcome) == null) {
                events.trouble(
                        spool.entry(file).relativePath(),
                        sealed.read().troubles().getOrDefault(file, "it changed"));
                if (sealed.replaces().isPresent()) {
                    closed.add(new FileClosed(file, outcome, new byte[FileDigest.LENGTH]));
                }
            }
            digests.leaf(
                            file,
                            extent.offset() / extentSize,
                            sealed.read().leaves().get(i))
                    .ifPresent(digest ->
                            closed.add(new FileClosed(file, spoiled.getOrDefault(file, FileOutcome.GOOD), digest)));
        }
        closed.forEach(events::record);
    }

    private void endIfDone() {
        if (walked && sealingNow == 0) {
            walked = false; // once: blocks read again later come after the end
            events.ended();
        }
    }

    /** Carries what the cutter says over to the job's thread, in order. */
    private final class FromCutter implements Cutter.Sink {
        @Override
        public void found(int firstFile, List<SourceEntry> entries) {
            post.accept(() -> {
                SourceSide.this.found(firstFile, entries);
                cutter.heard();
            });
        }

        @Override
        public void omitted(OmittedEntry entry) {
            post.accept(() -> events.trouble(entry.relativePath(), entry.reason()));
        }

        @Override
        public void planned(Cutter.Cut cut) {
            post.accept(() -> {
                spool.add(cut);
                submit(cut, OptionalInt.empty());
            });
        }

        @Override
        public void ended(int totalFiles, long totalBytes) {
            post.accept(() -> {
                files = totalFiles;
                bytes = totalBytes;
                walked = true;
                endIfDone();
            });
        }

        @Override
        public void failed(RuntimeException cause) {
            post.accept(() -> events.failed(cause));
        }
    }
}
