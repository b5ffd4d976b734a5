package org.fastsend.core.sim;

import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.fastsend.core.time.NanoClock;

/// A world in virtual time: one heap of events, in the order of their times and, at the same time, of their making. All
/// chance comes from the seed, so a seed repeats a run exactly. Single-threaded.
public final class Simulation implements NanoClock {
    public static final long MILLISECOND = 1_000_000;
    public static final long SECOND = 1_000_000_000;

    private record Event(long atNanos, long sequence, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Random random;
    private long nowNanos;
    private long sequence;

    public Simulation(long seed) {
        random = new Random(seed);
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    public Random random() {
        return random;
    }

    /// Whether something of this probability happens now.
    public boolean chance(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    public long between(long least, long most) {
        return least + (long) (random.nextDouble() * (most - least));
    }

    public <T> T pick(List<T> among) {
        return among.get(random.nextInt(among.size()));
    }

    public void after(long delayNanos, Runnable what) {
        at(nowNanos + Math.max(0, delayNanos), what);
    }

    public void at(long atNanos, Runnable what) {
        events.add(new Event(Math.max(nowNanos, atNanos), sequence++, what));
    }

    /// What must hold in every run.
    static void check(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise.get());
        }
    }

    /// Lets time pass until it is done. Throws AssertionError when nothing happens any more before that, or when it
    /// takes longer than the limit.
    public void runUntil(BooleanSupplier done, long limitNanos) {
        while (!done.getAsBoolean()) {
            Event next = events.poll();
            if (next == null) {
                throw new AssertionError("nothing happens any more after " + nowNanos / MILLISECOND + " ms");
            }
            nowNanos = next.atNanos;
            if (nowNanos > limitNanos) {
                throw new AssertionError("not done after " + limitNanos / SECOND + " s");
            }
            next.what.run();
        }
    }
}
