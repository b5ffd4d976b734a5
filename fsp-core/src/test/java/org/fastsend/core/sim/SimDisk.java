package org.fastsend.core.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A disk that keeps what it is given only once it was synced, all that waits at once; a crash takes what was not.
///
/// @param <B> what a block consists of
public final class SimDisk<B> {
    private record Write<B>(int block, B content, Runnable durable) {}

    private final Simulation simulation;
    private final long syncNanos;
    private final Map<Integer, B> durable = new LinkedHashMap<>();
    private List<Write<B>> waiting = new ArrayList<>();
    private boolean syncing;
    private int crashes;

    public SimDisk(Simulation simulation, long syncNanos) {
        this.simulation = simulation;
        this.syncNanos = syncNanos;
    }

    /// Calls back once the block would survive a crash; never if one comes first.
    public void write(int block, B content, Runnable whenDurable) {
        waiting.add(new Write<>(block, content, whenDurable));
        if (!syncing) {
            sync();
        }
    }

    private void sync() {
        List<Write<B>> group = waiting;
        waiting = new ArrayList<>();
        syncing = true;
        int life = crashes;
        simulation.after(syncNanos, () -> {
            if (life != crashes) {
                return;
            }
            syncing = false;
            group.forEach(write -> durable.put(write.block, write.content));
            group.forEach(write -> write.durable.run());
            if (!waiting.isEmpty() && !syncing) {
                sync();
            }
        });
    }

    public void crash() {
        crashes++;
        waiting.clear();
        syncing = false;
    }

    public boolean holds(int block) {
        return durable.containsKey(block);
    }

    public Optional<B> read(int block) {
        return Optional.ofNullable(durable.get(block));
    }
}
