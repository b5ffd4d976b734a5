package org.fastsend.core.sim.udp;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/// Virtual time for a few links and ends that each know when they are next to be called. Made for
/// speed: no event is ever allocated. All chance comes from the seed, so a seed repeats a run exactly.
/// Single-threaded.
public final class DatagramWorld {
    public static final long NEVER = Long.MAX_VALUE;

    /// Something that happens by itself at certain times.
    public abstract static class Actor {
        long nextNanos = NEVER;

        /// To be done now; sets [#nextNanos] anew.
        abstract void run(long nowNanos);
    }

    private final List<Actor> list = new ArrayList<>();
    private Actor[] actors = {};
    private final Random random;
    private long nowNanos;

    public DatagramWorld(long seed) {
        random = new Random(seed);
    }

    public long nowNanos() {
        return nowNanos;
    }

    Random random() {
        return random;
    }

    void add(Actor actor) {
        list.add(actor);
        actors = list.toArray(Actor[]::new);
    }

    /// Does something once at that time.
    public void at(long atNanos, Runnable what) {
        add(new Actor() {
            {
                nextNanos = atNanos;
            }

            @Override
            void run(long now) {
                nextNanos = NEVER;
                what.run();
            }
        });
    }

    /// Lets time pass up to that moment.
    public void runTo(long untilNanos) {
        runUntil(() -> false, untilNanos);
    }

    /// Lets time pass until it is done, or to that moment. Returns whether it is done.
    public boolean runUntil(BooleanSupplier done, long untilNanos) {
        while (!done.getAsBoolean()) {
            Actor next = first();
            if (next == null || next.nextNanos > untilNanos) {
                nowNanos = untilNanos;
                return false;
            }
            nowNanos = Math.max(nowNanos, next.nextNanos);
            next.run(nowNanos);
        }
        return true;
    }

    private Actor first() {
        Actor first = null;
        long least = NEVER;
        for (Actor actor : actors) {
            if (actor.nextNanos < least) {
                least = actor.nextNanos;
                first = actor;
            }
        }
        return first;
    }
}
