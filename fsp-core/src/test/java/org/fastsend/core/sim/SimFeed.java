package org.fastsend.core.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// An append-only feed that followers hear in order, each a little later than it grew; who comes late hears it all.
///
/// @param <E> what it consists of
public final class SimFeed<E> {
    private record Follower<E>(long delayNanos, Consumer<E> heard) {}

    private final Simulation simulation;
    private final List<E> entries = new ArrayList<>();
    private final List<Follower<E>> followers = new ArrayList<>();

    public SimFeed(Simulation simulation) {
        this.simulation = simulation;
    }

    /// All of it so far.
    public List<E> entries() {
        return List.copyOf(entries);
    }

    public void append(E entry) {
        entries.add(entry);
        followers.forEach(follower -> tell(follower, entry));
    }

    public void follow(long delayNanos, Consumer<E> heard) {
        Follower<E> follower = new Follower<>(delayNanos, heard);
        entries.forEach(entry -> tell(follower, entry));
        followers.add(follower);
    }

    private void tell(Follower<E> follower, E entry) {
        simulation.after(follower.delayNanos, () -> follower.heard.accept(entry));
    }
}
