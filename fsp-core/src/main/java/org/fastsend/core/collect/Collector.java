package org.fastsend.core.collect;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.collect.Fetches.Fetch;
import org.fastsend.core.time.Timers;

/// The receiving side's decisions, without any I/O: which relay is asked for which block while the manifest still
/// grows, what to do about those that refuse, lie, die or dawdle, and when the collection is complete: when the
/// manifest is final and of every block it counts and needs one is held, itself, or its original or
/// replacement. A pure state machine, confined to one thread.
///
/// **Inputs** are the `handle` methods, each with the present reading of a [org.fastsend.core.time.NanoClock].
/// **Outputs** come from [#poll], to be called after inputs until it is empty, in this order: what follows from the
/// inputs (`DropSource`, `Cancel`, as they arose); `Fetch` as long as the windows have room; and at last
/// `Complete` or `Failed`. **Time**: [#handleTimeout] is to be called at [#nextDeadlineNanos], after the
/// inputs that came before it.
///
/// What cannot be had while the feed lives is waited for, since a replacement may come. A collection fails
/// only when all that could be fetched was. A block costs a bit, one more a relay that has it, and four bytes
/// once any is replaced; so do the numbers below it that are not named, up to a bound.
public final class Collector {
    /// Relay numbers beyond that are a mistake or an attack on memory.
    static final int MAX_RELAYS = 1 << 15;

    private static final int MACHINE = 0;
    /// So many stall times without a block, with sources that come and go or are busy, are enough.
    private static final int MOST_STALLS = 12;

    private final CollectSettings settings;
    private final Families families = new Families();
    private final Fetches fetches;
    private final Sources sources;
    private final EndGame endGame;
    private final Goal goal;
    private final Supervision supervision;
    private final Timers<CollectTimer> timers = new Timers<>(CollectTimer.class);
    private final Queue<CollectAction> out = new ArrayDeque<>();
    private boolean ended;
    private int stalls;

    /// @param alreadyHeld blocks that an earlier run collected; not modified
    public Collector(CollectSettings settings, BitSet alreadyHeld) {
        this.settings = settings;
        fetches = new Fetches(families, settings);
        sources = new Sources(settings, families, fetches);
        endGame = new EndGame(sources, families, fetches);
        goal = new Goal(sources, families);
        supervision = new Supervision(settings.stallNanos(), sources, fetches, goal, timers, out);
        alreadyHeld.stream().forEach(block -> {
            named(block);
            families.settle(block);
        });
    }

    /// The relay can be asked. It may have been up before.
    public void handleSourceUp(long nowNanos, int relay) {
        if (admitsRelay(relay)) {
            supervision.up(nowNanos, sources.source(relay));
        }
    }

    /// The relay cannot be asked now, or ever; what it was asked for is not coming.
    public void handleSourceDown(long nowNanos, int relay, String reason) {
        if (!ended) {
            sources.find(relay).filter(Source::isUp).ifPresent(source -> supervision.down(nowNanos, source));
            goal.trouble(reason);
        }
    }

    /// The manifest says that the relay has the block.
    public void handlePlacement(long nowNanos, int block, int relay) {
        if (admits(block) && admitsRelay(relay)) {
            named(block);
            if (!families.isSettled(block)) {
                sources.source(relay).mayAsk(block);
            }
        }
    }

    /// The manifest says that both blocks carry the same extents: either is enough.
    public void handleReplaced(long nowNanos, int oldBlock, int newBlock) {
        if (admits(oldBlock) && admits(newBlock)) {
            named(Math.max(oldBlock, newBlock));
            fetches.join(oldBlock, newBlock);
            if (families.isSettled(oldBlock)) {
                settled(nowNanos, oldBlock);
            }
        }
    }

    /// The manifest says that these blocks are not needed any more, nor any that replaces one of them.
    public void handleUnneeded(long nowNanos, int firstBlock, int count) {
        for (int block = firstBlock; block < firstBlock + count && admits(block); block++) {
            families.know(block);
            families.settle(block);
            settled(nowNanos, block);
        }
    }

    /// The manifest is final: the transfer has the blocks from 0 to below this.
    public void handleFinal(long nowNanos, int blocks) {
        if (!ended && (blocks == 0 || admits(blocks - 1))) {
            goal.fix(blocks);
            families.highestKnown().ifPresent(this::admits);
        }
    }

    /// The manifest will not grow any more.
    public void handleFeedEnd(long nowNanos) {
        goal.endFeed();
    }

    /// The block came from the relay and is being verified and written: [#handleHeld] or [#handleBad] has to
    /// follow, unless it was held already.
    public void handleArrived(long nowNanos, int relay, int block) {
        if (!admits(block) || !admitsRelay(relay)) {
            return;
        }
        Source source = sources.source(relay);
        answered(nowNanos, source, block).ifPresent(fetch -> {
            source.pace().done(nowNanos, settings.blockBytes(), fetch.sinceNanos());
            supervision.arrived(nowNanos, source);
            moved();
        });
        if (!families.isSettled(block)) {
            fetches.arrived(source, block);
        }
    }

    /// The block is held durably, from wherever it came.
    public void handleHeld(long nowNanos, int block) {
        if (admits(block)) {
            named(block);
            families.settle(block);
            settled(nowNanos, block);
            moved();
        }
    }

    private void moved() {
        stalls = 0;
        timers.clear(CollectTimer.STUCK, MACHINE);
    }

    private void settled(long nowNanos, int block) {
        fetches.settle(nowNanos, block).ifPresent(pending -> {
            pending.fetches().forEach(this::cancel);
            pending.arrivals().forEach(arrival -> arrival.source().good());
        });
    }

    /// What came from the relay is not the block, or not what was sealed.
    public void handleBad(long nowNanos, int relay, int block, String why) {
        if (ended) {
            return;
        }
        sources.find(relay).ifPresent(source -> {
            if (!fetches.endArrival(relay, block)) {
                answered(nowNanos, source, block);
            }
            supervision.bad(nowNanos, source, block, why);
        });
    }

    /// The relay does not deliver the block.
    public void handleRefused(long nowNanos, int relay, int block, Refusal refusal) {
        answered(nowNanos, relay, block).ifPresent(source -> supervision.refused(nowNanos, source, block, refusal));
    }

    /// The fetch will not be answered; the relay may live on.
    public void handleLost(long nowNanos, int relay, int block) {
        answered(nowNanos, relay, block).ifPresent(source -> supervision.lost(nowNanos, source, block));
    }

    /// The source that answers a fetch, unless nobody waits for the answer any more.
    private Optional<Source> answered(long nowNanos, int relay, int block) {
        Optional<Source> source = ended ? Optional.empty() : sources.find(relay);
        return source.filter(answering -> answered(nowNanos, answering, block).isPresent());
    }

    private Optional<Fetch> answered(long nowNanos, Source source, int block) {
        Optional<Fetch> fetch = fetches.end(nowNanos, source.relay(), block);
        if (fetch.isEmpty()) {
            source.cancelAnswered(block);
        }
        return fetch;
    }

    /// Time has come to [#nextDeadlineNanos].
    public void handleTimeout(long nowNanos) {
        for (var due = timers.takeDue(nowNanos); due.isPresent(); due = timers.takeDue(nowNanos)) {
            int owner = due.get().owner();
            switch (due.get().kind()) {
                case STALL -> sources.find(owner).ifPresent(source -> supervision.checkStall(nowNanos, source));
                case STUCK -> checkStuck(nowNanos);
                case RETRY, END_GAME -> {} // The poll that follows looks again.
            }
        }
    }

    /// When [#handleTimeout] is to be called, if it need be.
    public OptionalLong nextDeadlineNanos() {
        return timers.nextDeadlineNanos();
    }

    /// The next thing to do; empty when there is nothing until the next input.
    public Optional<CollectAction> poll(long nowNanos) {
        if (out.isEmpty() && !ended) {
            decide(nowNanos);
        }
        return Optional.ofNullable(out.poll());
    }

    private void decide(long nowNanos) {
        if (goal.isReached()) {
            end(new CollectAction.Complete());
        } else if (!fetchNext(nowNanos)) {
            timers.clear(CollectTimer.END_GAME, MACHINE);
            boolean wanted = sources.isAnyWanted();
            if (goal.isFinal() && fetches.onTheWay() > 0 && !wanted) {
                hurry(nowNanos);
            } else if (!goal.mayGrow() && !wanted && fetches.isNothingPending()) {
                waitForSources(nowNanos);
            }
        }
    }

    private boolean fetchNext(long nowNanos) {
        boolean waits = settings.whenFinal() && goal.mayGrow();
        Optional<Sources.Choice> choice = fetches.hasRoom() && !waits ? sources.choose(nowNanos) : Optional.empty();
        choice.ifPresent(chosen -> fetch(nowNanos, chosen));
        return choice.isPresent();
    }

    private void fetch(long nowNanos, Sources.Choice choice) {
        fetches.begin(nowNanos, choice.source(), choice.block());
        out.add(new CollectAction.Fetch(choice.source().relay(), choice.block()));
        supervision.watch(choice.source());
    }

    private void hurry(long nowNanos) {
        Optional<Source> slow = endGame.tooSlow(nowNanos);
        if (slow.isPresent()) {
            Source source = slow.get();
            source.slow();
            fetches.cancelAll(nowNanos, fetch -> fetch.source() == source && sources.isElsewhere(source, fetch.block()))
                    .forEach(this::cancel);
            return;
        }
        if (fetches.hasRoom()) {
            endGame.hedge(nowNanos).ifPresent(choice -> fetch(nowNanos, choice));
        }
        timers.set(CollectTimer.END_GAME, MACHINE, nowNanos + EndGame.TICK_NANOS);
    }

    private void waitForSources(long nowNanos) {
        if (!goal.mayBeReached()) {
            fail(goal.shortfall());
        } else if (!timers.isSet(CollectTimer.STUCK, MACHINE)) {
            timers.set(CollectTimer.STUCK, MACHINE, nowNanos + settings.stallNanos());
        }
    }

    private void checkStuck(long nowNanos) {
        stalls++;
        if (stalls >= MOST_STALLS || (!sources.isAnyWanted() && fetches.isNothingPending())) {
            fail(goal.shortfall());
        } else {
            timers.set(CollectTimer.STUCK, MACHINE, nowNanos + settings.stallNanos());
        }
    }

    private void cancel(Fetch fetch) {
        out.add(new CollectAction.Cancel(fetch.source().relay(), fetch.block()));
    }

    /// There is such a block, and so there may be all below it.
    private void named(int block) {
        goal.handleNamed();
        families.know(block);
    }

    /// Whether there can be such a block; naming another ends the collection.
    private boolean admits(int block) {
        if (!ended && !goal.admits(block)) {
            fail("the manifest names block " + block + ", which cannot be");
        }
        return !ended;
    }

    private boolean admitsRelay(int relay) {
        if (!ended && (relay < 0 || relay >= MAX_RELAYS)) {
            fail("the manifest names relay " + relay + ", which cannot be");
        }
        return !ended;
    }

    private void fail(String reason) {
        end(new CollectAction.Failed(reason));
    }

    private void end(CollectAction last) {
        ended = true;
        timers.clearAll();
        out.clear();
        out.add(last);
    }
}
