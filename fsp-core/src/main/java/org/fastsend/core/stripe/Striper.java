package org.fastsend.core.stripe;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import org.fastsend.core.channel.Refusal;

/// The sending side's decisions, without any I/O: when to read and seal the next block, which target gets
/// which block, what to do about those that refuse, fail, die or dawdle, and when the sender is released:
/// when every block is stored on `copies` live targets. A pure state machine, confined to one thread.
///
/// **Inputs** are the `handle` methods, each with the present reading of a [org.fastsend.core.time.NanoClock].
/// **Outputs** come from [#poll], to be called after inputs until it is empty, in this order: what follows from the
/// inputs (`DropTarget`, `CutOff`, `Cancel`, `Placed`, `Forget`, as they arose); `Put` as long as a target
/// has room; `Restripe`; `ReadNext`; `Confirm` once everything is stored; and at last `Released` or `Failed`.
/// **Time**: [#handleTimeout] is to be called at [#nextDeadlineNanos], after the inputs that came before it.
///
/// A sealed block is held until its copies are stored and no put of it is unanswered. There is one queue: a
/// block that was refused or lost goes back to its head. Blocks that were stored on a target that died while
/// their bytes are forgotten are read again under fresh numbers, since no number is ever sealed twice. A
/// placed block costs some bytes.
public final class Striper {
    private enum Phase {
        RUNNING,
        RELEASED,
        FAILED
    }

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final StripeSettings settings;
    private final Queue<StripeAction> out = new ArrayDeque<>();
    private final Placements placements;
    private final Targets targets;
    private final Flight flight;
    private final EndGame endGame;
    private final Deadlines deadlines;
    private final Reading reading;
    private final EarlierRun earlier;
    private Phase phase = Phase.RUNNING;
    private boolean moreMayCome;

    public Striper(StripeSettings settings) {
        this.settings = settings;
        placements = new Placements(settings.copies());
        targets = new Targets(settings.strategy(), placements);
        deadlines = new Deadlines(settings, targets);
        flight = new Flight(settings.copies(), placements, targets, out);
        endGame = new EndGame(targets);
        earlier = new EarlierRun(placements, settings.copies());
        reading = new Reading(settings, earlier);
    }

    /// An earlier run of this transfer's sender has placed these blocks; which of them count is to be found
    /// out. Comes before any of them is named otherwise, and is followed by [#handleAlreadyPlaced] and
    /// [#handleEarlierSettled].
    ///
    /// @param blocks numbers that no block of this run has; not modified
    public void handleEarlier(long nowNanos, BitSet blocks) {
        earlier.expect(blocks);
    }

    /// A target that is up has shown that it holds a block which an earlier run placed there.
    public void handleAlreadyPlaced(long nowNanos, int target, int number) {
        if (phase == Phase.RUNNING) {
            targets.find(target)
                    .filter(holder -> earlier.wants(number, holder))
                    .ifPresent(holder -> flight.alreadyPlaced(number, holder));
        }
    }

    /// No further target will show what it holds of an earlier run: blocks of which too few copies are left
    /// are read again. The transfer is not released before.
    public void handleEarlierSettled(long nowNanos) {
        earlier.settle().stream().forEach(reading::miss);
    }

    /// Whether targets are being looked for or connected to, which ends by itself: it does not fail for want of targets
    /// before, and even with nothing to store releases nobody while there is none. Not so at first.
    public void handleMoreMayCome(long nowNanos, boolean may) {
        moreMayCome = may;
    }

    /// A target takes blocks from now on. One that comes back after it was down comes under a new number, at most
    /// 32,767: what it held before counts no longer.
    public void handleTargetUp(long nowNanos, int target) {
        if (phase == Phase.RUNNING) {
            targets.add(new Target(target, settings));
        }
    }

    /// A target is gone, with all that it held.
    public void handleTargetDown(long nowNanos, int target, String reason) {
        if (phase != Phase.FAILED) {
            targets.find(target).ifPresent(gone -> remove(nowNanos, gone, reason));
        }
    }

    /// The target is to have a rest: it gets no further blocks while others can take them, and what waits for
    /// it goes elsewhere. What it holds counts.
    public void handleRest(long nowNanos, int target) {
        if (phase == Phase.RUNNING) {
            targets.find(target).filter(Target::isOpen).ifPresent(resting -> {
                targets.become(resting, Target.State.SLOW, "has a rest");
                flight.takeBack(resting);
            });
        }
    }

    /// The target's rest, or its time as one too slow, is over.
    public void handleWake(long nowNanos, int target) {
        targets.find(target)
                .filter(resting -> resting.state() == Target.State.SLOW)
                .ifPresent(resting -> targets.become(resting, Target.State.OPEN, "was woken"));
    }

    /// A block was read and sealed: answers a [StripeAction.ReadNext].
    ///
    /// @param position where in its run of data the block begins, from 0 to below 1; partitioning goes by it
    public void handleSealed(long nowNanos, int number, int bytes, double position) {
        reading.sealed(number);
        flight.hold(number, bytes, position);
    }

    /// The extents of the old block were read again and sealed under a new number: answers a
    /// [StripeAction.Restripe].
    public void handleReplacement(long nowNanos, int oldNumber, int newNumber, int bytes, double position) {
        reading.replaced(oldNumber);
        placements.remove(oldNumber);
        flight.hold(newNumber, bytes, position);
    }

    /// No further block will come: answers every read that is outstanding. Comes after the last block was sealed.
    public void handleSourceEnd(long nowNanos) {
        reading.endOfSource();
    }

    /// The target holds the block durably. Late, twice, or for a block long forgotten it does no harm.
    public void handleStored(long nowNanos, int target, int number) {
        answer(target, number).ifPresent(answer -> flight.stored(nowNanos, answer));
    }

    /// The target did not take the block.
    public void handleRefused(long nowNanos, int target, int number, Refusal refusal) {
        answer(target, number).ifPresent(answer -> {
            flight.unstored(nowNanos, answer);
            apply(nowNanos, answer.target(), Verdict.refused(nowNanos, answer, refusal, settings.stallNanos()));
        });
    }

    /// The put will not be answered; its target may live on.
    public void handleLost(long nowNanos, int target, int number) {
        answer(target, number).ifPresent(answer -> {
            flight.unstored(nowNanos, answer);
            if (!answer.put().isCancelled()) {
                apply(nowNanos, answer.target(), Verdict.lost(nowNanos, answer.target()));
            }
        });
    }

    private Optional<Flight.Answer> answer(int target, int number) {
        return phase == Phase.FAILED ? Optional.empty() : flight.answer(target, number);
    }

    /// The target has signed for what it holds: answers a [StripeAction.Confirm].
    public void handleConfirmed(long nowNanos, int target) {
        targets.find(target).ifPresent(confirming -> confirming.confirm(nowNanos));
    }

    /// Time has come to [#nextDeadlineNanos].
    public void handleTimeout(long nowNanos) {
        for (var due = deadlines.takeDue(nowNanos); due.isPresent(); due = deadlines.takeDue(nowNanos)) {
            int owner = due.get().owner();
            switch (due.get().kind()) {
                case STALL -> targets.find(owner).ifPresent(target -> checkStall(nowNanos, target));
                case GRACE -> fail(tooFew() + targets.whyClosed());
                case RETRY, END_GAME -> {} // The poll that follows looks again.
            }
        }
    }

    private String tooFew() {
        return settings.copies() == 1
                ? "no relay takes further blocks: "
                : "too few relays take further blocks for " + settings.copies() + " copies of each: ";
    }

    /// When [#handleTimeout] is to be called, if it need be.
    public OptionalLong nextDeadlineNanos() {
        return deadlines.nextNanos();
    }

    /// The next thing to do; empty when there is nothing until the next input.
    public Optional<StripeAction> poll(long nowNanos) {
        if (out.isEmpty() && phase == Phase.RUNNING) {
            decide(nowNanos);
        }
        return Optional.ofNullable(out.poll());
    }

    private void decide(long nowNanos) {
        if (putNext(nowNanos) || readNext()) {
            return;
        }
        deadlines.lookNoMore();
        if (reading.isDone() && flight.isEverythingStored()) {
            release(nowNanos);
        } else if (isStuck()) {
            waitForTargets(nowNanos);
        } else {
            deadlines.endGrace();
            if (reading.isDone() && flight.isQueueEmpty()) {
                hurry(nowNanos);
            }
        }
    }

    private boolean putNext(long nowNanos) {
        Optional<StripeAction.Put> next = flight.putNext(nowNanos);
        next.ifPresent(this::tell);
        return next.isPresent();
    }

    private void tell(StripeAction.Put put) {
        out.add(put);
        deadlines.watch(targets.find(put.target()).orElseThrow());
    }

    private boolean readNext() {
        Optional<StripeAction> read =
                reading.next(flight.heldBytes(), !targets.open().isEmpty());
        read.ifPresent(out::add);
        return read.isPresent();
    }

    /// Everything is stored as far as the targets ever said. Those that died since without a word are found
    /// by asking.
    private void release(long nowNanos) {
        boolean confirmed = !(moreMayCome && targets.isNoneUp());
        for (Target target : targets.up()) {
            if (!target.isConfirmed()) {
                confirmed = false;
                if (target.ask(nowNanos)) {
                    out.add(new StripeAction.Confirm(target.index()));
                    deadlines.watch(target);
                }
            }
        }
        if (confirmed) {
            targets.mute()
                    .forEach(target ->
                            cutOff(target, Target.State.SLOW, "the others were done before it had stored anything"));
            phase = Phase.RELEASED;
            deadlines.clearAll();
            out.add(new StripeAction.Released(settings.copies()));
        }
    }

    /// Whether blocks wait, or will, that no open target may take.
    private boolean isStuck() {
        return targets.open().size() < settings.copies() && (!reading.isDone() || flight.isAnyHomeless());
    }

    private void waitForTargets(long nowNanos) {
        if (targets.reopenSlow()) {
            decide(nowNanos);
        } else if (moreMayCome) {
            deadlines.endGrace();
        } else {
            deadlines.beginGrace(nowNanos);
        }
    }

    /// Everything is on its way: now the slowest target decides when the sender is free.
    private void hurry(long nowNanos) {
        Optional<Target> slow = endGame.tooSlow(nowNanos, flight.held(), settings.copies());
        if (slow.isPresent()) {
            cutOff(slow.get(), Target.State.SLOW, "far slower than the others");
            flight.takeBack(slow.get());
            return;
        }
        endGame.hedge(nowNanos, flight.held(), flight.blocks())
                .ifPresent(hedge -> tell(flight.begin(nowNanos, hedge.block(), hedge.target())));
        deadlines.lookAgainSoon(nowNanos);
    }

    private void checkStall(long nowNanos, Target target) {
        if (target.isAwaited() && deadlines.isStalled(nowNanos, target)) {
            long silentNanos = nowNanos - target.pace().progressNanos();
            drop(nowNanos, target, "silent for " + silentNanos / NANOS_PER_SECOND + " s");
        } else if (target.isAwaited()) {
            deadlines.watch(target);
        }
    }

    private void apply(long nowNanos, Target target, Verdict verdict) {
        if (phase != Phase.RUNNING) {
            return;
        }
        switch (verdict) {
            case Verdict.TryLater() -> deadlines.retry(target);
            case Verdict.TryElsewhere() -> {
                // The block remembers where it was.
            }
            case Verdict.Close(String reason) -> cutOff(target, Target.State.FULL, reason);
            case Verdict.Drop(String reason) -> drop(nowNanos, target, reason);
            case Verdict.GiveUp(String reason) -> fail(reason);
        }
    }

    private void cutOff(Target target, Target.State state, String reason) {
        if (target.state() != state) {
            targets.become(target, state, reason);
            out.add(new StripeAction.CutOff(target.index(), reason));
        }
    }

    private void drop(long nowNanos, Target target, String reason) {
        out.add(new StripeAction.DropTarget(target.index(), reason));
        remove(nowNanos, target, reason);
    }

    private void remove(long nowNanos, Target gone, String reason) {
        targets.become(gone, Target.State.DOWN, reason);
        deadlines.forget(gone);
        if (phase == Phase.RUNNING) {
            flight.remove(nowNanos, gone, reading::miss);
        } else {
            flight.removeAfterRelease(nowNanos, gone);
        }
    }

    private void fail(String reason) {
        phase = Phase.FAILED;
        deadlines.clearAll();
        out.clear();
        out.add(new StripeAction.Failed(reason));
    }
}
