package org.fastsend.core.stripe;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.IntConsumer;

/// The blocks whose sealed bytes the sender holds: the one queue of those that want puts, and what is on its way.
/// Writes down what becomes of them as actions.
final class Flight {
    /// An outstanding put that was answered.
    record Answer(HeldBlock block, HeldBlock.Put put) {
        Target target() {
            return put.target();
        }
    }

    private final int copies;
    private final Placements placements;
    private final Targets targets;
    private final Queue<StripeAction> out;
    private final LinkedHashMap<Integer, HeldBlock> held = new LinkedHashMap<>();
    private final ArrayDeque<HeldBlock> queue = new ArrayDeque<>();
    private int unstored;
    private int blocks;
    private long heldBytes;
    private long puts;

    Flight(int copies, Placements placements, Targets targets, Queue<StripeAction> out) {
        this.copies = copies;
        this.placements = placements;
        this.targets = targets;
        this.out = out;
    }

    /// Blocks that were ever held here.
    int blocks() {
        return blocks;
    }

    long heldBytes() {
        return heldBytes;
    }

    Collection<HeldBlock> held() {
        return held.values();
    }

    boolean isHeld(int number) {
        return held.containsKey(number);
    }

    boolean isEverythingStored() {
        return unstored == 0;
    }

    /// A block was sealed and waits to be put.
    void hold(int number, int bytes, double position) {
        HeldBlock block = new HeldBlock(number, bytes, position, copies);
        placements.makeRoomFor(number);
        if (placements.copiesOf(number) > 0 || held.put(number, block) != null) {
            throw new IllegalStateException("block " + number + " was sealed twice");
        }
        blocks++;
        heldBytes += bytes;
        unstored++;
        block.setQueued(true);
        queue.addLast(block);
    }

    /// A target holds a block that an earlier run placed there, and of which nothing is held here.
    void alreadyPlaced(int number, Target target) {
        placements.add(number, target);
        target.place();
        out.add(new StripeAction.Placed(number, target.index()));
    }

    /// The put that a target answers; empty if it is none that is outstanding.
    Optional<Answer> answer(int target, int number) {
        HeldBlock block = held.get(number);
        if (block == null) {
            return Optional.empty();
        }
        return targets.find(target).flatMap(block::putTo).map(put -> new Answer(block, put));
    }

    void stored(long nowNanos, Answer answer) {
        HeldBlock block = answer.block();
        answer.target().stored(nowNanos, block.bytes(), answer.put().sinceNanos());
        block.finish(nowNanos, answer.put());
        if (!block.isStored()) {
            placements.add(block.number(), answer.target());
            answer.target().place();
            block.addCopy();
            out.add(new StripeAction.Placed(block.number(), answer.target().index()));
            if (block.isStored()) {
                unstored--;
                block.puts().forEach(put -> cancel(block, put));
            }
        }
        settle(block);
    }

    /// The put ended without being stored.
    void unstored(long nowNanos, Answer answer) {
        answer.block().finish(nowNanos, answer.put());
        settle(answer.block());
    }

    /// After something changed for the block: it goes back to the head of the queue, or is forgotten, or neither.
    private void settle(HeldBlock block) {
        if (!block.isStored()) {
            if (block.wantedPuts() > 0 && !block.isQueued()) {
                block.setQueued(true);
                queue.addFirst(block);
            }
        } else if (block.puts().isEmpty() && held.remove(block.number()) != null) {
            heldBytes -= block.bytes();
            out.add(new StripeAction.Forget(block.number()));
        }
    }

    private void cancel(HeldBlock block, HeldBlock.Put put) {
        if (!put.isCancelled()) {
            put.cancel();
            out.add(new StripeAction.Cancel(put.target().index(), block.number()));
        }
    }

    /// Gives the next queued block that a target may have now to it.
    Optional<StripeAction.Put> putNext(long nowNanos) {
        long mostRoom = targets.mostRoom(nowNanos);
        if (mostRoom <= 0) {
            return Optional.empty();
        }
        for (Iterator<HeldBlock> waiting = queue.iterator(); waiting.hasNext(); ) {
            HeldBlock block = waiting.next();
            if (block.isStored() || block.wantedPuts() <= 0) {
                block.setQueued(false);
                waiting.remove();
                continue;
            }
            Optional<Target> target = block.bytes() > mostRoom ? Optional.empty() : targets.choose(nowNanos, block);
            if (target.isPresent()) {
                StripeAction.Put put = begin(nowNanos, block, target.get());
                if (block.wantedPuts() <= 0) {
                    block.setQueued(false);
                    waiting.remove();
                }
                return Optional.of(put);
            }
        }
        return Optional.empty();
    }

    StripeAction.Put begin(long nowNanos, HeldBlock block, Target target) {
        block.begin(nowNanos, target, puts++);
        return new StripeAction.Put(target.index(), block.number());
    }

    /// Whether a block waits that no open target may take.
    boolean isAnyHomeless() {
        for (HeldBlock block : queue) {
            if (block.wantedPuts() > 0 && targets.open().stream().noneMatch(target -> targets.mayTake(block, target))) {
                return true;
            }
        }
        return false;
    }

    boolean isQueueEmpty() {
        return queue.stream().noneMatch(block -> block.wantedPuts() > 0);
    }

    /// Takes what a slow target was given back into the queue.
    void takeBack(Target slow) {
        for (HeldBlock block : List.copyOf(held.sequencedValues().reversed())) {
            block.putTo(slow).ifPresent(put -> {
                cancel(block, put);
                settle(block);
            });
        }
    }

    /// A target is gone: what it was given goes back to the queue, and so does what it held as far as it is
    /// held here; tells the numbers of the rest.
    void remove(long nowNanos, Target gone, IntConsumer lost) {
        placements.removeTarget(gone, number -> {
            HeldBlock block = held.get(number);
            if (block == null) {
                lost.accept(number);
            } else {
                unstored += block.isStored() ? 1 : 0;
                block.removeCopy();
            }
        });
        for (HeldBlock block : List.copyOf(held.sequencedValues().reversed())) {
            block.putTo(gone).ifPresent(put -> block.finish(nowNanos, put));
            settle(block);
        }
    }

    /// A target is gone when nothing it held matters any more.
    void removeAfterRelease(long nowNanos, Target gone) {
        for (HeldBlock block : List.copyOf(held.values())) {
            block.putTo(gone).ifPresent(put -> block.finish(nowNanos, put));
            settle(block);
        }
    }
}
