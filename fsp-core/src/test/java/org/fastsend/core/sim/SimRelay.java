package org.fastsend.core.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.fastsend.core.channel.Refusal;

/// A relay with its disk and its faults. It stores and serves blocks, or refuses, damages, forgets them, falls silent
/// or crashes; after a restart it has what was durable.
///
/// @param <B> what a block consists of
public final class SimRelay<B> {
    /// Its faults, all off at first. Probabilities are per request.
    public static final class Faults {
        public double busy;
        public double failing;
        public double losing;
        /// Of blocks, by their numbers: what it serves of them is damaged, whenever it is asked.
        public double rotten;
        /// Of blocks, by their numbers: it does not have them when asked, though it stored them.
        public double forgetful;
        /// It takes so many blocks and no more.
        public int capacityBlocks = Integer.MAX_VALUE;
        /// It answers nothing.
        public boolean silent;
    }

    private static final long SEED_MIX = 0x9E3779B97F4A7C15L;

    private final Simulation simulation;
    private final SimDisk<B> disk;
    private final UnaryOperator<B> damage;
    private final Faults faults = new Faults();
    private final List<SimChannel<B>> channels = new ArrayList<>();
    private boolean alive = true;
    private int taken;

    public SimRelay(Simulation simulation, long syncNanos, UnaryOperator<B> damage) {
        this.simulation = simulation;
        this.disk = new SimDisk<>(simulation, syncNanos);
        this.damage = damage;
    }

    public Faults faults() {
        return faults;
    }

    public boolean isAlive() {
        return alive;
    }

    /// Whether it holds the block durably.
    public boolean holds(int block) {
        return disk.holds(block);
    }

    void opened(SimChannel<B> channel) {
        channels.add(channel);
    }

    void closed(SimChannel<B> channel) {
        channels.remove(channel);
    }

    public void crash() {
        alive = false;
        disk.crash();
        List.copyOf(channels).forEach(SimChannel::breakDown);
        channels.clear();
    }

    public void restart() {
        alive = true;
    }

    void put(SimChannel<B> channel, int block, B content) {
        Optional<Refusal> refusal = refusal();
        if (refusal.isPresent()) {
            channel.refuse(block, refusal.get());
        } else if (!disk.holds(block) && taken >= faults.capacityBlocks) {
            channel.refuse(block, Refusal.FULL);
        } else {
            taken++;
            disk.write(block, content, () -> channel.stored(block));
        }
    }

    void get(SimChannel<B> channel, int block) {
        Optional<Refusal> refusal = refusal();
        Optional<B> content = hash(block, 1) < faults.forgetful ? Optional.empty() : disk.read(block);
        if (refusal.isPresent()) {
            channel.refuse(block, refusal.get());
        } else if (content.isEmpty()) {
            channel.refuse(block, Refusal.MISSING);
        } else {
            boolean rotten = hash(block, 2) < faults.rotten;
            channel.deliver(block, rotten ? damage.apply(content.get()) : content.get());
        }
    }

    private Optional<Refusal> refusal() {
        if (simulation.chance(faults.busy)) {
            return Optional.of(Refusal.BUSY);
        }
        return simulation.chance(faults.failing) ? Optional.of(Refusal.FAILED) : Optional.empty();
    }

    /// The same for a block whenever it is asked for.
    private static double hash(int block, int salt) {
        long mixed = (block * 31L + salt) * SEED_MIX;
        return ((mixed ^ (mixed >>> 29)) >>> 11 & 0xFFFFFFFFL) / (double) (1L << 32);
    }
}
