package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.extent.FileLayout;
import org.fastsend.core.files.ExtentReader;
import org.fastsend.core.files.FileStamp;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestRecord.FileClosed;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.BlockNumbers;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.FileDigest;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.stripe.Strategy;

/// Where blocks come from: walks, cuts, reads and seals on other threads, and tells the manifest about files. Keeps on
/// disk what it would need to read a block again, and four bytes a block in memory. Confined to the job's thread.
final class SourceSide implements AutoCloseable {
    private static final int UNKNOWN = -1;

    private final int extentSize;
    private final Consumer<Runnable> post;
    private final Events events;
    private final Cutter cutter;
    private final ExtentReader reader;
    private final SealingLine sealing;
    private final SourceSpool spool;
    private final Optional<SenderState> state;
    private final Optional<Legacy> legacy;
    private final DigestLine digests;
    private final Map<Integer, FileOutcome> spoiled = new HashMap<>();
    private int[] planOfBlock = new int[0];
    private int sealingNow;
    private boolean walked;
    private int named;
    private int files;
    private long bytes;

    /// @param state where to write down what a later run needs, and what an earlier one has; empty if there
    ///     are no others
    SourceSide(
            StripeRequest request,
            Optional<SenderState> state,
            Workplace workplace,
            Consumer<Runnable> post,
            Events events) {
        this.extentSize = request.shape().extentSize();
        this.post = post;
        this.events = events;
        this.state = state;
        this.legacy = state.flatMap(SenderState::legacy);
        this.spool = legacy.map(Legacy::spool).orElseGet(() -> new SourceSpool(workplace.spool()));
        this.named = legacy.map(earlier -> earlier.files().size()).orElse(0);
        this.digests = new DigestLine(
                (file, index) -> legacy.flatMap(earlier -> earlier.files().leaf(file, index)));
        this.cutter = new Cutter(
                walk(SourceTree.of(request.roots())),
                extentSize,
                legacy.map(earlier -> earlier.blocks().plans()).orElse(0),
                request.shape().strategy() == Strategy.PARTITIONED,
                new FromCutter());
        this.reader = new ExtentReader(spool::entry, extentSize);
        this.sealing = new SealingLine(reader, sealer(request), workplace.buffers());
    }

    private Walk walk(SourceTree tree) {
        return legacy.<Walk>map(earlier ->
                        new LaterWalk(tree, earlier, state.orElseThrow().firstBlock()))
                .orElseGet(() -> new FirstWalk(tree, spool));
    }

    private BlockSealer sealer(StripeRequest request) {
        SealOptions seal = request.shape().seal();
        return new BlockSealer(
                request.transfer(),
                request.key(),
                seal,
                state.map(SenderState::run).orElse(SenderRun.FIRST),
                state.map(kept -> kept.journal().numbers()).orElseGet(() -> BlockNumbers.from(0)));
    }

    /// What comes out of the source, on the job's thread.
    interface Events {
        void record(ManifestRecord record);

        void sealed(SealingLine.Sealed sealed);

        /// It is known what of an earlier run still counts; comes before everything else, if there was one.
        void compared();

        /// Everything is cut and sealed.
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

    /// Reads the extents of a block again, to be sealed under a fresh number.
    void readAgain(int block) {
        boolean ofThisRun = block < planOfBlock.length && planOfBlock[block] != UNKNOWN;
        Cutter.Cut cut = spool.cut(
                ofThisRun ? planOfBlock[block] : legacy.orElseThrow().blocks().planOf(block));
        List<Extent> alive = cut.plan().extents().stream()
                .filter(extent -> legacy.isEmpty() || legacy.get().files().isAlive(extent.file()))
                .toList();
        submit(new Cutter.Cut(cut.index(), new BlockPlan(alive), cut.position()), OptionalInt.of(block));
    }

    /// Files, directories and links that the manifest was told of, those that were withdrawn again
    /// included.
    int named() {
        return named;
    }

    /// Files, directories and links in the transfer, once all are known.
    int files() {
        return files;
    }

    /// Bytes of all files; 0 until all were found.
    long bytes() {
        return bytes;
    }

    /// Bytes that there will be in all, as far as can be told when so many are placed: while files are still looked
    /// for, as many more are expected as there were, or what is known of if that is more.
    long expectedBytes(long placedBytes) {
        return walked ? bytes : Math.max(cutter.foundBytes(), 2 * placedBytes);
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
                cut,
                replaces,
                () -> post.accept(() -> sealed(sealing.take())),
                e -> post.accept(() -> events.failed(e)));
    }

    private void found(int firstFile, List<SourceEntry> entries) {
        int file = firstFile;
        named = firstFile + entries.size();
        for (SourceEntry entry : entries) {
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
            digests.expect(file, entry.size(), FileLayout.extentCount(entry.size(), extentSize))
                    .ifPresent(digest -> events.record(new FileClosed(file, FileOutcome.GOOD, digest)));
        }
    }

    /// Goes on with the files of an earlier run that are as they were, and withdraws the others.
    private void compared(LegacyFiles earlier) {
        for (int file = earlier.nextLost(0); file >= 0; file = earlier.nextLost(file + 1)) {
            events.record(new FileClosed(file, FileOutcome.WITHDRAWN, new byte[FileDigest.LENGTH]));
        }
        for (int file = 0; file < earlier.size(); file++) {
            if (earlier.isKept(file) && !earlier.isClosed(file)) {
                SourceEntry entry = spool.entry(file);
                if (entry.kind() == FileKind.FILE) {
                    expectDigest(file, entry);
                }
            }
        }
    }

    private void sealed(SealingLine.Sealed sealed) {
        sealingNow--;
        int number = sealed.block().number();
        if (number >= planOfBlock.length) {
            int before = planOfBlock.length;
            planOfBlock = Arrays.copyOf(planOfBlock, Math.max(number + 1, Math.max(1024, before * 2)));
            Arrays.fill(planOfBlock, before, planOfBlock.length, UNKNOWN);
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
                if (sealed.replaces().isPresent() || isClosedBefore(file)) {
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

    /// Whether an earlier run has published its digest, so that none follows from reading the rest.
    private boolean isClosedBefore(int file) {
        return legacy.isPresent()
                && file < legacy.get().files().size()
                && legacy.get().files().isClosed(file);
    }

    private void endIfDone() {
        if (walked && sealingNow == 0) {
            walked = false; // once: blocks read again later come after the end
            events.ended();
        }
    }

    /// Carries what the cutter says over to the job's thread, in order.
    private final class FromCutter implements Cutter.Sink {
        @Override
        public void found(int firstFile, List<SourceEntry> entries) {
            state.ifPresent(kept -> kept.journal()
                    .stamps(firstFile, entries.stream().map(FileStamp::of).toList()));
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
        public void compared() {
            post.accept(() -> {
                events.compared();
                SourceSide.this.compared(legacy.orElseThrow().files());
            });
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
