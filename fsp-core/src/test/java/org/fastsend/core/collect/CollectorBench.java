package org.fastsend.core.collect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.fastsend.core.collect.CollectAction.Failed;
import org.fastsend.core.collect.CollectAction.Fetch;

/// A collector on a bench: a clock turned by hand, and all that it ever said.
final class CollectorBench {
    static final int BLOCK = 1000;
    static final long STALL_NANOS = 30_000_000_000L;

    final Collector collector;
    final List<CollectAction> seen = new ArrayList<>();
    long now;

    CollectorBench(BitSet alreadyHeld, int... relaysUp) {
        collector = new Collector(new CollectSettings(8 * BLOCK, 4 * BLOCK, BLOCK, STALL_NANOS), alreadyHeld);
        for (int relay : relaysUp) {
            collector.handleSourceUp(now, relay);
        }
    }

    static CollectorBench withSources(int... relays) {
        return new CollectorBench(new BitSet(), relays);
    }

    /// Places the blocks from the first to below the end.
    void place(int relay, int from, int to) {
        for (int block = from; block < to; block++) {
            collector.handlePlacement(now, block, relay);
        }
    }

    void deliver(int relay, int block) {
        collector.handleArrived(now, relay, block);
        collector.handleHeld(now, block);
    }

    /// All that it wants now.
    List<CollectAction> poll() {
        List<CollectAction> actions = new ArrayList<>();
        for (var action = collector.poll(now); action.isPresent(); action = collector.poll(now)) {
            actions.add(action.get());
        }
        seen.addAll(actions);
        return actions;
    }

    void sleepUntilDeadline() {
        now = Math.max(now, collector.nextDeadlineNanos().orElseThrow());
        collector.handleTimeout(now);
    }

    /// Lets time pass until it wants something of this kind.
    List<CollectAction> untilNext(Class<? extends CollectAction> kind) {
        List<CollectAction> actions = poll();
        while (actions.stream().noneMatch(kind::isInstance)) {
            sleepUntilDeadline();
            actions = poll();
        }
        return actions;
    }

    /// Lets time pass with somebody who answers.
    void run(long nanos, Consumer<CollectAction> answering) {
        long end = now + nanos;
        while (true) {
            List<CollectAction> actions = poll();
            actions.forEach(answering);
            if (actions.isEmpty()) {
                OptionalLong deadline = collector.nextDeadlineNanos();
                if (deadline.isEmpty() || deadline.getAsLong() > end) {
                    now = end;
                    return;
                }
                sleepUntilDeadline();
            }
        }
    }

    /// Runs over sources that deliver one block after the other, each in its time.
    void serve(IntToLongFunction nanosPerBlock) {
        record Delivery(long atNanos, Fetch fetch) {}
        PriorityQueue<Delivery> coming = new PriorityQueue<>((a, b) -> Long.compare(a.atNanos, b.atNanos));
        long[] busyUntil = new long[16];
        while (true) {
            List<CollectAction> actions = poll();
            for (CollectAction action : actions) {
                if (action instanceof Fetch fetch) {
                    int relay = fetch.relay();
                    busyUntil[relay] = Math.max(now, busyUntil[relay]) + nanosPerBlock.applyAsLong(relay);
                    coming.add(new Delivery(busyUntil[relay], fetch));
                }
            }
            if (!actions.isEmpty()) {
                continue;
            }
            OptionalLong deadline = collector.nextDeadlineNanos();
            Delivery next = coming.peek();
            if (next != null && (deadline.isEmpty() || next.atNanos <= deadline.getAsLong())) {
                coming.remove();
                now = next.atNanos;
                deliver(next.fetch.relay(), next.fetch.block());
            } else if (deadline.isPresent()) {
                sleepUntilDeadline();
            } else {
                return;
            }
        }
    }

    int fetchesFrom(int... relays) {
        return (int) seen.stream()
                .filter(action -> action instanceof Fetch fetch
                        && Arrays.stream(relays).anyMatch(relay -> relay == fetch.relay()))
                .count();
    }

    String failure() {
        poll();
        return seen.getLast() instanceof Failed(String reason) ? reason : "did not fail but " + seen.getLast();
    }
}
