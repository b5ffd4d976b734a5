package org.fastsend.core.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.fastsend.core.stripe.StripeAction.Confirm;
import org.fastsend.core.stripe.StripeAction.Failed;
import org.fastsend.core.stripe.StripeAction.Placed;
import org.fastsend.core.stripe.StripeAction.Put;
import org.fastsend.core.stripe.StripeAction.ReadNext;

/// A striper on a bench: blocks of one size, a clock turned by hand, and all that it ever said.
final class StriperBench {
    static final int BLOCK = 1000;
    static final long STALL_NANOS = 30_000_000_000L;
    static final long GRACE_NANOS = 5_000_000_000L;

    final Striper striper;
    final List<StripeAction> seen = new ArrayList<>();
    long now;

    private StriperBench(Strategy strategy, int copies, int blocksInFlight) {
        striper = new Striper(new StripeSettings(
                strategy, copies, BLOCK, (long) blocksInFlight * BLOCK, 4 * BLOCK, STALL_NANOS, GRACE_NANOS));
    }

    static StriperBench of(Strategy strategy, int copies, int... targets) {
        return with(8, strategy, copies, targets);
    }

    /// One that may hold so many blocks, and have four at each target.
    static StriperBench with(int blocksInFlight, Strategy strategy, int copies, int... targets) {
        StriperBench bench = new StriperBench(strategy, copies, blocksInFlight);
        for (int target : targets) {
            bench.striper.handleTargetUp(bench.now, target);
        }
        return bench;
    }

    static StriperBench withTargets(int copies, int... targets) {
        return of(Strategy.FIRST_COME, copies, targets);
    }

    /// The whole source at once.
    void source(int blocks) {
        for (int number = 0; number < blocks; number++) {
            striper.handleSealed(now, number, BLOCK, (double) number / blocks);
        }
        striper.handleSourceEnd(now);
    }

    /// All that it wants now.
    List<StripeAction> poll() {
        List<StripeAction> actions = new ArrayList<>();
        for (var action = striper.poll(now); action.isPresent(); action = striper.poll(now)) {
            actions.add(action.get());
        }
        seen.addAll(actions);
        return actions;
    }

    void sleepUntilDeadline() {
        now = Math.max(now, striper.nextDeadlineNanos().orElseThrow());
        striper.handleTimeout(now);
    }

    /// Lets time pass until it wants something of this kind.
    List<StripeAction> untilNext(Class<? extends StripeAction> kind) {
        List<StripeAction> actions = poll();
        while (actions.stream().noneMatch(kind::isInstance)) {
            sleepUntilDeadline();
            actions = poll();
        }
        return actions;
    }

    /// Lets time pass with somebody who answers.
    void run(long nanos, Consumer<StripeAction> answering) {
        long end = now + nanos;
        while (true) {
            List<StripeAction> actions = poll();
            actions.forEach(answering);
            if (actions.isEmpty()) {
                OptionalLong deadline = striper.nextDeadlineNanos();
                if (deadline.isEmpty() || deadline.getAsLong() > end) {
                    now = end;
                    return;
                }
                sleepUntilDeadline();
            }
        }
    }

    /// Runs a whole transfer over targets that store one block after the other, each in its time.
    void serve(int blocks, IntToLongFunction nanosPerBlock) {
        record Stored(long atNanos, Put put) {}
        PriorityQueue<Stored> coming = new PriorityQueue<>((a, b) -> Long.compare(a.atNanos, b.atNanos));
        long[] busyUntil = new long[16];
        int[] sealed = new int[1];
        while (true) {
            List<StripeAction> actions = poll();
            for (StripeAction action : actions) {
                switch (action) {
                    case ReadNext() when sealed[0] < blocks -> striper.handleSealed(now, sealed[0]++, BLOCK, 0);
                    case ReadNext() -> striper.handleSourceEnd(now);
                    case Confirm(int target) -> striper.handleConfirmed(now, target);
                    case Put put -> {
                        int target = put.target();
                        busyUntil[target] = Math.max(now, busyUntil[target]) + nanosPerBlock.applyAsLong(target);
                        coming.add(new Stored(busyUntil[target], put));
                    }
                    default -> {}
                }
            }
            if (!actions.isEmpty()) {
                continue;
            }
            OptionalLong deadline = striper.nextDeadlineNanos();
            Stored next = coming.peek();
            if (next != null && (deadline.isEmpty() || next.atNanos <= deadline.getAsLong())) {
                coming.remove();
                now = next.atNanos;
                striper.handleStored(now, next.put.target(), next.put.number());
            } else if (deadline.isPresent()) {
                sleepUntilDeadline();
            } else {
                return;
            }
        }
    }

    int puts() {
        return (int) seen.stream().filter(Put.class::isInstance).count();
    }

    int placedOn(int target) {
        return (int) seen.stream()
                .filter(action -> action instanceof Placed placed && placed.target() == target)
                .count();
    }

    String failure() {
        poll();
        return seen.getLast() instanceof Failed(String reason) ? reason : "did not fail but " + seen.getLast();
    }
}
