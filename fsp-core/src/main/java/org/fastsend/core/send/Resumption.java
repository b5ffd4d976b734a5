package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.manifest.ManifestRecord.Resumed;
import org.fastsend.core.stripe.Striper;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.ReceiptRoot;

/// The beginning of a run that continues an earlier one: says in the manifest what still counts, and has each target
/// sign for what it should hold before anything more is put there. What no target signs for is striped again. Confined
/// to the job's thread.
final class Resumption {
    private final SenderState state;
    private final Legacy legacy;
    private final Striper striper;
    private final FeedPublisher publisher;
    private final NanoClock clock;
    private final Consumer<Runnable> post;
    private final Settlement.Verdicts verdicts;
    private final BitSet shown = new BitSet();
    private final Set<KeyHash> heard = new HashSet<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean begun;
    private boolean settled;
    private int confirming;
    private long bytes;

    /// @param state of a run that continues an earlier one
    Resumption(
            SenderState state,
            Striper striper,
            FeedPublisher publisher,
            NanoClock clock,
            Consumer<Runnable> post,
            Settlement.Verdicts verdicts) {
        this.state = state;
        this.legacy = state.legacy().orElseThrow();
        this.striper = striper;
        this.publisher = publisher;
        this.clock = clock;
        this.post = post;
        this.verdicts = verdicts;
    }

    /// The first block of this run.
    int firstBlock() {
        return state.firstBlock();
    }

    /// The first number of a relay that this run names: one that comes back is named again.
    int firstRelay() {
        return legacy.blocks().relays().size();
    }

    /// Bytes of files that need not be sent again.
    long bytes() {
        return bytes;
    }

    /// Whether it is known which files are still as they were; nothing is striped before.
    boolean hasBegun() {
        return begun;
    }

    /// The source was compared with what earlier runs have told of it.
    void begin(long nowNanos) {
        publisher.add(nowNanos, new Resumed(firstBlock(), state.run()));
        legacy.blocks().givenUp().forEach(unneeded -> publisher.add(nowNanos, unneeded));
        publisher.flush(); // a run's first block must not be written down before its beginning
        striper.handleEarlier(nowNanos, legacy.blocks().counting());
        begun = true;
        waiting.forEach(Runnable::run);
    }

    /// Runs it once this run has begun: at once, or at the end of {@link #begin}.
    void whenBegun(Runnable task) {
        if (begun) {
            task.run();
        } else {
            waiting.add(task);
        }
    }

    /// Relays that hold blocks which count, wherever they were when they were named.
    List<RelayAddress> relays() {
        return legacy.blocks().relays().stream()
                .filter(named -> !named.host().isEmpty())
                .filter(this::isOfUse)
                .map(named -> new RelayAddress(named.host(), named.port()))
                .distinct()
                .toList();
    }

    /// Has a target sign for what it should hold. A relay that cannot is distrusted, but one that holds nothing at all
    /// has only forgotten the transfer; the receiver itself may have lost what it was writing when it was killed.
    ///
    /// @param use lets the striper use the target; what it holds is counted at once
    void confirm(Target target, RelayNamed record, Runnable use) {
        confirming++;
        heard.add(record.key());
        next(new Confirmation(target, new Audit(expected(record), BlockChannel.MAX_CONFIRMED), use));
    }

    /// The transfer had its final mark, and cannot be gone on with. Its key is thrown away only where nobody could use
    /// it any more: what no relay has of those that hold blocks which count is lost, if they are all there.
    FspException outdated(OutdatedFeedException cause) {
        boolean lost =
                legacy.blocks().relays().stream().filter(this::isOfUse).allMatch(named -> heard.contains(named.key()));
        if (lost) {
            state.delete();
        }
        return new FspException(
                ErrorCode.NOT_ENOUGH_RELAYS,
                "an earlier run had all of it on relays, "
                        + (lost
                                ? "which no longer hold it; run the command again: all is sent anew"
                                : "of which some are not reachable; run the command again when they are"),
                cause);
    }

    private boolean isOfUse(RelayNamed named) {
        return !legacy.blocks().expectedOf(named.key()).isEmpty();
    }

    /// A manifest that has its final mark cannot say that a relay is somewhere else now: nobody would find what it has.
    private List<Integer> expected(RelayNamed relay) {
        boolean told = legacy.reader().complete();
        return legacy
                .blocks()
                .expectedOf(named -> named.key().equals(relay.key()) && (!told || isThere(named, relay)))
                .stream()
                .boxed()
                .toList();
    }

    private static boolean isThere(RelayNamed named, RelayNamed relay) {
        return named.host().equals(relay.host()) && named.port() == relay.port();
    }

    /// Settles what counts once no relay is left that may show something.
    void settleIf(long nowNanos, boolean noneWillCome) {
        if (begun && !settled && confirming == 0 && noneWillCome) {
            settled = true;
            striper.handleEarlierSettled(nowNanos);
        }
    }

    /// A target that is being asked for what it holds.
    private record Confirmation(Target target, Audit audit, Runnable use) {}

    private void next(Confirmation asked) {
        List<Integer> some = asked.audit.question();
        if (some.isEmpty()) {
            count(asked);
            return;
        }
        asked.target
                .channel()
                .ifPresentOrElse(
                        channel -> {
                            var _ = channel.confirm(some)
                                    .whenComplete((receipt, failure) -> post.accept(() -> {
                                        if (failure != null) {
                                            distrust(asked, "it does not sign for its blocks: " + failure.getMessage());
                                        } else {
                                            judge(asked, some, receipt);
                                        }
                                    }));
                        },
                        () -> confirming--);
    }

    private void judge(Confirmation asked, List<Integer> some, Receipt receipt) {
        boolean whole = isRight(asked.target, receipt, some);
        boolean forgotten = receipt.blocks() == 0 && asked.audit.held().isEmpty();
        boolean fewer = asked.target.direct() && receipt.blocks() < some.size();
        if (whole || forgotten || fewer) {
            asked.audit.handleAnswer(receipt.blocks());
            next(asked);
        } else {
            distrust(asked, "it signs for " + receipt.blocks() + " of " + some.size() + " blocks");
        }
    }

    private boolean isRight(Target target, Receipt receipt, List<Integer> blocks) {
        byte[] root = target.direct()
                ? ReceiptRoot.ofReceiver(blocks)
                : legacy.blocks().receiptRoot(blocks);
        return receipt.blocks() == blocks.size() && Arrays.equals(receipt.root(), root);
    }

    /// What else a relay holds was stored there and never placed; it must not stand in for what it loses
    /// later. The receiver itself loses nothing.
    private void count(Confirmation asked) {
        if (asked.target.direct()) {
            use(clock.nanos(), asked, 0);
            return;
        }
        asked.target
                .channel()
                .ifPresentOrElse(
                        channel -> {
                            var _ = channel.release()
                                    .whenComplete((receipt, failure) -> post.accept(() -> {
                                        if (failure != null) {
                                            distrust(asked, "it does not sign for its blocks: " + failure.getMessage());
                                        } else {
                                            use(
                                                    clock.nanos(),
                                                    asked,
                                                    receipt.blocks()
                                                            - asked.audit.held().size());
                                        }
                                    }));
                        },
                        () -> confirming--);
    }

    private void use(long nowNanos, Confirmation asked, long others) {
        confirming--;
        Target target = asked.target;
        if (target.channel().isEmpty()) {
            return;
        }
        List<Integer> held = asked.audit.held();
        target.holdsBefore(held, Math.max(0, others));
        asked.use.run();
        for (int block : held) {
            striper.handleAlreadyPlaced(nowNanos, target.number(), block);
            if (!settled && !shown.get(block)) {
                shown.set(block);
                bytes += legacy.blocks().dataBytes(block, legacy.files());
            }
        }
    }

    private void distrust(Confirmation asked, String reason) {
        confirming--;
        verdicts.distrusted(asked.target, reason);
    }
}
