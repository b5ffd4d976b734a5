package org.fastsend.core.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.collect.CollectAction;
import org.fastsend.core.collect.Collector;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.Commit;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.files.WithheldFile;
import org.fastsend.core.job.JobQueue;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestFormatException;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestUpdate;
import org.fastsend.core.manifest.Placement;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.time.NanoClock;
import org.jspecify.annotations.Nullable;

/// One collection, from the first entry of the manifest to the last file in place: drives a {@link Collector} over
/// real channels and disks. All decisions are made on the thread that calls {@link #run}; what other threads have to
/// say waits in one queue for it. What was collected stays if it fails or is killed, and a further job over the same
/// output goes on there.
public final class CollectJob {
    private static final int DIRECT = -1;

    private final JobQueue queue;
    private final OutputTree output;
    private final NanoClock clock;
    private final Consumer<TransferEvent> listener;
    private final ManifestReader manifest;
    private final CollectRequest request;
    private final Workplace workplace;
    private final RelaySide relays;
    private final NamedRelays named;
    private final WritingLine writing;
    private final FeedFollower follower;
    private final PushedFeed pushed;
    private final DirectHost direct;
    private final long startedNanos;
    private final Tally tally = new Tally();
    /// Made when the manifest's first record says how long a block is.
    private @Nullable Collector collector;

    private boolean resumed;
    private boolean complete;

    /// @param output where it goes; what it holds already is not fetched again
    /// @param feeds ways to follow the manifest, tried in order before those that the job knows itself:
    ///     what its sender pushes to {@link #directHost}, and the relays that the manifest has named
    /// @param listener hears what happens, on the job's thread; must not block
    public CollectJob(
            CollectRequest request,
            OutputTree output,
            List<FeedSource> feeds,
            Workplace workplace,
            Consumer<TransferEvent> listener) {
        this.request = request;
        this.workplace = workplace;
        this.clock = workplace.clock();
        this.queue = new JobQueue(clock);
        this.output = output;
        this.listener = listener;
        this.startedNanos = clock.nanos();
        this.manifest = new ManifestReader(request.transfer(), request.key(), request.cipher(), request.sender());
        this.relays = new RelaySide(
                new RelayReader(request, workplace)::open, clock, request.streams(), queue::post, new FromRelays());
        this.named = new NamedRelays(host -> new RelayFeed(request, host, workplace));
        this.writing = new WritingLine(
                new BlockOpener(request.transfer(), request.key(), request.cipher()),
                output,
                workplace.buffers(),
                new FromWriting());
        this.pushed = new PushedFeed(output.feed()::force);
        this.direct = new DirectHost(
                block -> writing.take(new WritingLine.Arrival(DIRECT, block)),
                pushed,
                workplace.self(),
                answer -> queue.post(() -> answer.accept(output.heldBlocks())));
        this.follower = new FeedFollower(
                ways(request, feeds),
                manifest,
                output.feed(),
                (entry, update) -> queue.post(() -> understand(entry, update)),
                cause -> queue.post(() -> feedEnded(cause)),
                this::giveUp);
    }

    private List<FeedSource> ways(CollectRequest request, List<FeedSource> given) {
        List<FeedSource> ways = new ArrayList<>(given);
        if (request.pushed()) {
            ways.add(pushed);
        }
        ways.add(named);
        return ways;
    }

    /// The receiving end for a sender that puts blocks here directly, and pushes the manifest if nothing
    /// else brings it.
    public BlockHost directHost() {
        return direct;
    }

    /// The sender's session is over: what is missing has to come another way. From any thread.
    public void senderGone(String reason) {
        pushed.end(reason);
    }

    /// Makes {@link #run} fail for this reason: the sender said that it will not finish. From any thread.
    public void giveUp(FspException cause) {
        queue.post(() -> {
            throw cause;
        });
    }

    /// Collects until every file is in place. Throws FspException if that cannot be reached; what is held
    /// stays.
    public TransferReport run() throws InterruptedException {
        try {
            recall();
            follower.start();
            while (!complete) {
                step();
            }
            output.finish().forEach(this::withhold);
            if (tally.isNothingWithheld()) {
                relays.forget();
            }
            return tally.report((clock.nanos() - startedNanos) / 1e9, relays.shares());
        } finally {
            follower.close();
            relays.close();
            writing.close();
            direct.close();
        }
    }

    /// Whether the manifest has told of everything. Once it has run.
    public boolean knowsTheEnd() {
        return tally.isEnded();
    }

    /// Bytes of files that an earlier run had collected and that were not fetched again. Once it has run.
    public long resumedBytes() {
        return resumed ? Math.max(0, tally.bytes() - writing.writtenBytes()) : 0;
    }

    /// Starts with the manifest as far as an earlier run has seen it.
    private void recall() {
        FeedLog saved = output.feed();
        for (long sequence = 0; sequence < saved.size(); sequence++) {
            FeedEntry entry = saved.read(sequence);
            try {
                understand(entry, manifest.read(entry));
            } catch (ManifestFormatException e) {
                throw new FspException(
                        ErrorCode.INTEGRITY, "the manifest saved beside the destination is damaged; collect afresh", e);
            }
        }
    }

    private void step() throws InterruptedException {
        Collector machine = collector;
        if (machine == null) {
            queue.step(List.of());
            return;
        }
        queue.step(List.of(machine.nextDeadlineNanos(), relays.retryDue(clock.nanos())));
        long now = clock.nanos();
        if (JobQueue.isDue(machine.nextDeadlineNanos(), now)) {
            machine.handleTimeout(now);
        }
        for (Optional<CollectAction> action = machine.poll(now); action.isPresent(); action = machine.poll(now)) {
            act(now, action.get());
        }
    }

    private void withhold(WithheldFile file) {
        tally.withheld(file);
        listener.accept(new TransferEvent.FileTrouble(file.path(), file.reason()));
    }

    private Collector collector() {
        return Objects.requireNonNull(collector, "a manifest starts with its begin record");
    }

    private void act(long now, CollectAction action) {
        switch (action) {
            case CollectAction.Fetch(int relay, int block) -> {
                switch (relays.fetch(relay, block)) {
                    case ACCEPTED -> {}
                    case BACKPRESSURED -> collector().handleRefused(now, relay, block, Refusal.BUSY);
                    case CLOSED -> collector().handleLost(now, relay, block);
                }
            }
            case CollectAction.Cancel(int relay, int block) -> relays.cancel(relay, block);
            case CollectAction.DropSource(int relay, String reason, boolean forGood) -> {
                relays.drop(relay, reason, forGood);
                listener.accept(new TransferEvent.PeerDown(relay, relays.peer(relay), reason));
            }
            case CollectAction.Complete() -> complete = true;
            case CollectAction.Failed(String reason) -> throw new FspException(ErrorCode.RELAY_FAILED, reason);
        }
    }

    private void understand(FeedEntry entry, ManifestUpdate update) {
        switch (update) {
            case ManifestUpdate.Records(List<ManifestRecord> records) -> {
                records.forEach(this::record);
                writing.manifestGrew();
            }
            case ManifestUpdate.Placements(List<Placement> placements) -> {
                long now = clock.nanos();
                placements.forEach(placed -> collector().handlePlacement(now, placed.block(), placed.relay()));
            }
        }
        listener.accept(new TransferEvent.Appended(entry));
    }

    private void record(ManifestRecord record) {
        switch (record) {
            case ManifestRecord.Begin begin -> {
                output.begin(begin);
                resumed = !output.heldBlocks().isEmpty();
                collector = new Collector(
                        request.settings(workplace.memoryBytes(), begin.extentBytes()), output.heldBlocks());
            }
            case ManifestRecord.FileOpened file -> {
                tally.opened(file);
                output.opened(file);
            }
            case ManifestRecord.FileClosed file -> {
                tally.closed(file);
                output.closed(file);
            }
            case ManifestRecord.RelayNamed relay -> {
                named.add(relay);
                relays.named(relay);
            }
            case ManifestRecord.BlockReplaced replaced ->
                collector().handleReplaced(clock.nanos(), replaced.oldBlock(), replaced.newBlock());
            case ManifestRecord.Resumed(int firstBlock, SenderRun run) -> writing.resumed(firstBlock, run);
            case ManifestRecord.BlocksUnneeded(int firstBlock, int count) ->
                collector().handleUnneeded(clock.nanos(), firstBlock, count);
            case ManifestRecord.Final last -> {
                tally.ended(last);
                collector().handleFinal(clock.nanos(), last.blocks());
            }
        }
    }

    private void feedEnded(FspException cause) {
        if (collector == null) {
            throw cause;
        }
        listener.accept(new TransferEvent.PeerDown(-1, "the manifest", cause.getMessage()));
        collector().handleFeedEnd(clock.nanos());
    }

    private final class FromRelays implements RelaySide.Events {
        @Override
        public void up(int relay, String peer) {
            collector().handleSourceUp(clock.nanos(), relay);
            listener.accept(new TransferEvent.PeerUp(relay, peer));
        }

        @Override
        public void down(int relay, String peer, String reason) {
            collector().handleSourceDown(clock.nanos(), relay, reason);
        }

        @Override
        public void unusable(int relay, String peer, String reason) {
            collector().handleSourceDown(clock.nanos(), relay, reason);
            listener.accept(new TransferEvent.PeerDown(relay, peer, reason));
        }

        @Override
        public void block(int relay, SealedBlock block) {
            int bytes = block.length();
            queue.post(() -> {
                relays.gave(relay, bytes);
                collector().handleArrived(clock.nanos(), relay, block.number());
            });
            writing.take(new WritingLine.Arrival(relay, block));
        }

        @Override
        public void refused(int relay, int block, Refusal refusal) {
            collector().handleRefused(clock.nanos(), relay, block, refusal);
        }

        @Override
        public void bad(int relay, int block, String reason) {
            collector().handleBad(clock.nanos(), relay, block, reason);
            listener.accept(new TransferEvent.BadBlock(relay, relays.peer(relay), block, reason));
        }

        @Override
        public void lost(int relay, int block) {
            collector().handleLost(clock.nanos(), relay, block);
        }
    }

    private final class FromWriting implements WritingLine.Events {
        @Override
        public void committed(Commit commit) {
            direct.held(commit.blocks());
            queue.post(() -> {
                long now = clock.nanos();
                commit.blocks().forEach(block -> collector().handleHeld(now, block));
                commit.withheld().forEach(CollectJob.this::withhold);
                listener.accept(new TransferEvent.Progress(writing.writtenBytes(), tally.bytes()));
            });
        }

        @Override
        public void bad(WritingLine.Arrival arrival, String reason) {
            if (arrival.source() == DIRECT) {
                direct.bad(arrival.block().number(), reason);
            } else {
                queue.post(() ->
                        new FromRelays().bad(arrival.source(), arrival.block().number(), reason));
            }
        }

        @Override
        public void failed(RuntimeException cause) {
            queue.post(() -> {
                throw cause;
            });
        }
    }
}
