package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.job.JobQueue;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.ManifestRecord;
import org.fastsend.core.manifest.ManifestRecord.BlockReplaced;
import org.fastsend.core.manifest.ManifestRecord.Final;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.manifest.Placement;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.stripe.StripeAction;
import org.fastsend.core.stripe.Striper;
import org.fastsend.core.trust.KeyHash;

/// One stripe, from the walk over the source to the release: drives a {@link Striper} over real disks and channels.
/// All decisions are made on the thread that calls {@link #run}; what other threads have to say waits in one queue for
/// it.
public final class StripeJob implements AutoCloseable {
    private final JobQueue queue;
    private final StripeRequest request;
    private final RelayDirectory directory;
    private final Workplace workplace;
    private final Consumer<TransferEvent> listener;
    private final Striper striper;
    private final FeedLog feed;
    private final FeedPublisher publisher;
    private final SourceSide source;
    private final TargetSide targets;
    private final Settlement settlement;
    private final Optional<SenderState> state;
    private final Optional<Resumption> resumption;
    private final Oversight oversight;
    private final List<String> troubles = new ArrayList<>();
    private final long startedNanos;
    private int blocks;
    private long placedBytes;

    /// @param listener hears what happens, on the job's thread; must not block
    public StripeJob(
            StripeRequest request, RelayDirectory directory, Workplace workplace, Consumer<TransferEvent> listener) {
        this(request, directory, Optional.empty(), workplace, listener);
    }

    /// @param state where to write down what a later run needs, and what an earlier one has left; the
    ///     caller's to close and, once all is done, to delete; empty for a job that no other follows
    public StripeJob(
            StripeRequest request,
            RelayDirectory directory,
            Optional<SenderState> state,
            Workplace workplace,
            Consumer<TransferEvent> listener) {
        this.queue = new JobQueue(workplace.clock());
        this.request = request;
        this.directory = directory;
        this.workplace = workplace;
        this.listener = listener;
        this.startedNanos = workplace.clock().nanos();
        this.striper = new Striper(request.shape().settings(workplace.memoryBytes()));
        this.state = state;
        Optional<Legacy> legacy = state.flatMap(SenderState::legacy);
        this.feed = legacy.map(Legacy::feed).orElseGet(() -> FeedLog.temporary(workplace.spool()));
        this.publisher = new FeedPublisher(
                state.map(kept -> kept.writer(request, workplace.self()))
                        .orElseGet(() -> request.manifestWriter(workplace.self())),
                feed,
                state.map(SenderState::journal),
                entry -> listener.accept(new TransferEvent.Appended(entry)),
                queue::post);
        this.source = new SourceSide(request, state, workplace, queue::post, new FromSource());
        this.resumption = legacy.map(_ -> new Resumption(
                state.orElseThrow(), striper, publisher, workplace.clock(), queue::post, new FromSettlement()));
        this.blocks = resumption.map(Resumption::firstBlock).orElse(0);
        this.targets = new TargetSide(
                new RelayOpener(request, workplace),
                workplace,
                request.shape().streams(),
                resumption.map(Resumption::firstRelay).orElse(0),
                queue::post,
                new FromTargets());
        this.settlement = new Settlement(
                request.shape().copies(), targets, publisher, workplace.epoch(), queue::post, new FromSettlement());
        this.oversight = new Oversight(
                request.shape().copies(), targets, striper, publisher, resumption, workplace.clock(), listener);
    }

    /// Stripes until the sender is released. Throws FspException if that cannot be reached; nothing is lost
    /// then.
    public TransferReport run() throws InterruptedException {
        try {
            source.start();
            if (resumption.isEmpty()) {
                publisher.add(now(), request.begin(workplace.self(), workplace.epoch()));
                connect(directory);
            }
            while (!settlement.done()) {
                step();
            }
            TransferReport report = report();
            listener.accept(new TransferEvent.Released(report));
            return report;
        } catch (OutdatedFeedException e) {
            throw resumption.orElseThrow().outdated(e);
        } finally {
            source.close();
            targets.close();
        }
    }

    private void connect(RelayDirectory relays) {
        targets.connect(relays, request.shape().strategy() == Strategy.FIRST_COME);
    }

    /// Bytes of files that an earlier run had placed and that were not sent again. On the job's thread, or
    /// once it has run.
    public long resumedBytes() {
        return resumption.map(Resumption::bytes).orElse(0L);
    }

    /// The manifest so far, for whoever follows it late; it lives until {@link #close}.
    public FeedLog feed() {
        return feed;
    }

    /// The relays that keep copies of the manifest, as a ticket names them. On the job's thread, once it
    /// has run.
    public List<ManifestHost> manifestHosts() {
        return publisher.hostNumbers().stream()
                .map(targets::target)
                .flatMap(target -> target.manifestHost().stream())
                .toList();
    }

    /// Until when all relays that hold blocks have signed to keep them; the end of time if none holds any. On the job's
    /// thread, once it has run.
    public long leaseEndEpochSeconds() {
        return settlement.leaseEndEpochSeconds();
    }

    /// Whether a receiver that the manifest was pushed to has all of it, or, if it was lost, can find
    /// it on a relay. On the job's thread, once it has run.
    public boolean receiverFindsManifest() {
        return publisher.receiverFindsIt();
    }

    /// Forgets the manifest, when nobody follows it any more.
    @Override
    public void close() {
        feed.close();
    }

    /// Takes the receiver itself as a further target. From any thread, while the job runs.
    public ChannelListener direct(String peer, KeyHash key, BlockChannel channel) {
        return targets.direct(peer, key, channel);
    }

    /// Pushes the manifest to a receiver that cannot ask for it, and counts as released only when it has
    /// all of it, or is gone. From any thread, while the job runs; the caller closes the channel, unless
    /// {@link #direct} has it too.
    public void pushManifest(BlockChannel channel) {
        queue.post(() -> publisher.push(channel));
    }

    private void step() throws InterruptedException {
        queue.step(List.of(
                striper.nextDeadlineNanos(),
                publisher.deadlineNanos(),
                oversight.deadlineNanos(),
                oversight.roomDeadlineNanos()));
        long now = now();
        if (JobQueue.isDue(oversight.deadlineNanos(), now)) {
            oversight.look(work());
        }
        if (JobQueue.isDue(oversight.roomDeadlineNanos(), now)) {
            oversight.keepRoom(work());
        }
        if (resumption.isEmpty() || resumption.get().hasBegun()) {
            stripe(now);
        }
        if (JobQueue.isDue(publisher.deadlineNanos(), now)) {
            publisher.flush();
        }
        settlement.keepHosts();
        if (settlement.hopeless()) {
            throw new FspException(
                    ErrorCode.NOT_ENOUGH_RELAYS,
                    "too few relays keep a copy of the manifest: " + publisher.hosts() + " of "
                            + request.shape().copies() + "; name more relays");
        }
    }

    private RelayChoice.Work work() {
        return new RelayChoice.Work(placedBytes, source.expectedBytes(placedBytes));
    }

    private void stripe(long now) {
        striper.handleMoreMayCome(now, targets.connecting());
        resumption.ifPresent(earlier -> earlier.settleIf(now, !targets.connecting()));
        if (JobQueue.isDue(striper.nextDeadlineNanos(), now)) {
            striper.handleTimeout(now);
        }
        for (Optional<StripeAction> action = striper.poll(now); action.isPresent(); action = striper.poll(now)) {
            act(now, action.get());
        }
    }

    private void act(long now, StripeAction action) {
        switch (action) {
            case StripeAction.ReadNext() -> source.readNext();
            case StripeAction.Put(int target, int block) -> targets.put(target, block);
            case StripeAction.Cancel(int target, int block) -> targets.cancel(target, block);
            case StripeAction.Forget(int block) -> targets.forget(block);
            case StripeAction.Restripe(int block) -> source.readAgain(block);
            case StripeAction.Placed(int block, int target) -> publisher.add(now, new Placement(block, target));
            case StripeAction.CutOff(int target, String reason) -> oversight.tellDown(targets.target(target), reason);
            case StripeAction.DropTarget(int target, String reason) -> oversight.drop(targets.target(target), reason);
            case StripeAction.Confirm(int target) -> settlement.confirm(targets.target(target));
            case StripeAction.Released(int copies) -> {
                oversight.end();
                settlement.publish(now, new Final(blocks, source.named(), source.bytes(), copies));
            }
            case StripeAction.Failed(String reason) -> throw new FspException(ErrorCode.NOT_ENOUGH_RELAYS, reason);
        }
    }

    private TransferReport report() {
        double seconds = (now() - startedNanos) / 1e9;
        return new TransferReport(
                source.bytes(), source.files(), seconds, request.shape().copies(), targets.shares(), troubles);
    }

    private long now() {
        return workplace.clock().nanos();
    }

    private final class FromSource implements SourceSide.Events {
        @Override
        public void record(ManifestRecord record) {
            publisher.add(now(), record);
        }

        @Override
        public void sealed(SealingLine.Sealed sealed) {
            int block = sealed.block().number();
            publisher.checkOpen(block);
            blocks = Math.max(blocks, block + 1);
            state.ifPresent(kept -> kept.journal().block(sealed.note()));
            targets.hold(sealed.block());
            int length = sealed.block().length();
            if (sealed.replaces().isPresent()) {
                int old = sealed.replaces().getAsInt();
                publisher.add(now(), new BlockReplaced(old, block));
                striper.handleReplacement(now(), old, block, length, sealed.position());
            } else {
                striper.handleSealed(now(), block, length, sealed.position());
            }
        }

        @Override
        public void compared() {
            Resumption earlier = resumption.orElseThrow();
            earlier.begin(now());
            connect(new WithEarlierRelays(earlier.relays(), directory));
        }

        @Override
        public void ended() {
            striper.handleSourceEnd(now());
        }

        @Override
        public void trouble(String path, String reason) {
            troubles.add(path + ": " + reason);
            listener.accept(new TransferEvent.FileTrouble(path, reason));
        }

        @Override
        public void failed(RuntimeException cause) {
            throw cause;
        }
    }

    private final class FromTargets implements TargetSide.Events {
        @Override
        public void up(Target target, RelayNamed record) {
            oversight.up(target, record);
        }

        @Override
        public void down(Target target, String reason) {
            oversight.down(target, reason);
        }

        @Override
        public void chosen(RelayChoice choice) {
            oversight.begin(choice);
        }

        @Override
        public void unusable(Optional<RelayAddress> relay, String reason) {
            oversight.unusable(relay, reason);
        }

        @Override
        public void stored(Target target, int block, int bytes) {
            placedBytes += bytes;
            striper.handleStored(now(), target.number(), block);
            listener.accept(new TransferEvent.Progress(placedBytes, source.bytes()));
        }

        @Override
        public void refused(Target target, int block, Refusal refusal) {
            striper.handleRefused(now(), target.number(), block, refusal);
        }

        @Override
        public void lost(Target target, int block) {
            striper.handleLost(now(), target.number(), block);
        }
    }

    private final class FromSettlement implements Settlement.Verdicts {
        @Override
        public void confirmed(Target target) {
            striper.handleConfirmed(now(), target.number());
        }

        @Override
        public void distrusted(Target target, String reason) {
            oversight.distrust(target, reason);
        }
    }
}
