package org.fastsend.core.send;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.manifest.ManifestRecord.Final;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Receipt;

/// The way from "every block is stored" to "the sender is free": each relay signs for what it holds, then the manifest
/// gets its final mark and becomes durable on the relays that host it. Confined to the job's thread.
final class Settlement {
    private final int copies;
    private final TargetSide targets;
    private final FeedPublisher publisher;
    private final EpochClock clock;
    private final Consumer<Runnable> post;
    private final Verdicts verdicts;
    private boolean published;
    private long leaseEndEpochSeconds = Long.MAX_VALUE;

    /// @param copies there must be of the manifest, as of each block: without it the blocks are lost
    Settlement(
            int copies,
            TargetSide targets,
            FeedPublisher publisher,
            EpochClock clock,
            Consumer<Runnable> post,
            Verdicts verdicts) {
        this.copies = copies;
        this.targets = targets;
        this.publisher = publisher;
        this.clock = clock;
        this.post = post;
        this.verdicts = verdicts;
    }

    /// Whether a target stands by what it said, on the job's thread.
    interface Verdicts {
        void confirmed(Target target);

        void distrusted(Target target, String reason);
    }

    /// Asks a target to sign for what it holds. The receiver itself signs nothing: what it stored, it has.
    void confirm(Target target) {
        if (target.direct()) {
            verdicts.confirmed(target);
            return;
        }
        target.channel().ifPresent(channel -> ask(target, channel));
    }

    private void ask(Target target, BlockChannel channel) {
        long owed = target.storedBlocks(); // what it stores from now on, its receipt need not name
        var _ = channel.release()
                .whenComplete((receipt, failure) -> post.accept(() -> {
                    if (failure != null) {
                        verdicts.distrusted(target, "it does not sign for its blocks: " + failure.getMessage());
                    } else {
                        judge(target, owed, receipt);
                    }
                }));
    }

    /// Every target has signed: publishes the final mark.
    void publish(long nowNanos, Final totals) {
        published = true;
        leaseEndEpochSeconds = targets.live().stream()
                .mapToLong(Target::leaseEndEpochSeconds)
                .min()
                .orElse(Long.MAX_VALUE);
        publisher.flush(); // the final mark comes behind everything else, the last placements included
        publisher.add(nowNanos, totals);
        publisher.flush();
    }

    /// Until when all relays that signed keep what they hold, once the final mark is published; the end of time if none
    /// has signed.
    long leaseEndEpochSeconds() {
        return leaseEndEpochSeconds;
    }

    /// Keeps as many copies of the manifest going as there should be.
    void keepHosts() {
        for (Target target : targets.live()) {
            if (publisher.hosts() >= Math.max(copies, FeedPublisher.HOSTS)) {
                return;
            }
            if (!target.direct() && publisher.mayHost(target.number())) {
                target.channel().ifPresent(channel -> publisher.host(target.number(), channel));
            }
        }
    }

    /// Whether the final mark is durable on as many relays as there must be copies.
    boolean done() {
        return published && publisher.settled() && !lacksHosts();
    }

    /// Whether blocks lie on relays of which too few keep the manifest, and no further one may yet come.
    boolean hopeless() {
        return published && lacksHosts() && !targets.connecting();
    }

    /// A receiver that takes blocks itself knows the manifest, too. One that gets it pushed may have the relays drop
    /// everything once it has collected.
    private boolean lacksHosts() {
        List<Target> live = targets.live();
        int receivers = (int) live.stream().filter(Target::direct).count();
        return publisher.hosts() < Math.max(1, copies - receivers) && !publisher.pushes() && receivers < live.size();
    }

    private void judge(Target target, long owed, Receipt receipt) {
        if (receipt.blocks() < owed) {
            verdicts.distrusted(target, "it stored " + owed + " blocks and signs for " + receipt.blocks());
        } else if (receipt.leaseEndsEpochSeconds() <= clock.seconds()) {
            // Were its clock put right, it would delete everything at once.
            Instant end = Instant.ofEpochSecond(receipt.leaseEndsEpochSeconds());
            verdicts.distrusted(
                    target, "it signs to keep its blocks until " + end + ", which is past: its clock or ours is wrong");
        } else {
            target.signed(receipt.leaseEndsEpochSeconds());
            verdicts.confirmed(target);
        }
    }
}
