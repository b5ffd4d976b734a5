package org.fastsend.core.sim;

import static org.fastsend.core.sim.Simulation.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.collect.CollectAction;
import org.fastsend.core.collect.CollectSettings;
import org.fastsend.core.collect.Collector;

/// A receiving host in virtual time: the real collector, a disk that takes a while, channels to relays. Checks what
/// must always hold: the bounds in bytes, that nothing is asked for that is held already, nor where it is not
/// placed.
///
/// @param <B> what a block consists of
public final class SimReceiver<B> {
    /// What the receiver does with blocks.
    public interface Output<B> {
        /// Takes a block into the files; returns whether it is good.
        boolean write(int block, B content);
    }

    private record Asked(int relay, int block) {}

    private final Simulation simulation;
    private final CollectSettings settings;
    private final Collector collector;
    private final SimAlarm alarm;
    private final Output<B> output;
    private final long diskNanos;
    private final Map<Integer, SimChannel<B>> channels = new LinkedHashMap<>();
    private final Set<Asked> asked = new HashSet<>();
    private final Set<Asked> placed = new HashSet<>();
    private final BitSet held;
    private final List<Consumer<Integer>> downListeners = new ArrayList<>();
    private int fetches;
    private int fruitless;
    private boolean complete;
    private Optional<String> failure = Optional.empty();

    public SimReceiver(
            Simulation simulation, CollectSettings settings, BitSet alreadyHeld, long diskNanos, Output<B> output) {
        this.simulation = simulation;
        this.settings = settings;
        this.collector = new Collector(settings, alreadyHeld);
        this.alarm = new SimAlarm(simulation, collector::nextDeadlineNanos, this::timeOut);
        this.held = (BitSet) alreadyHeld.clone();
        this.output = output;
        this.diskNanos = diskNanos;
        simulation.after(0, this::work);
    }

    /// Hears of relays whose connection ended, so that somebody may connect again.
    public void onDown(Consumer<Integer> listener) {
        downListeners.add(listener);
    }

    public boolean isComplete() {
        return complete;
    }

    public boolean isEnded() {
        return complete || failure.isPresent();
    }

    public Optional<String> failure() {
        return failure;
    }

    public BitSet held() {
        return (BitSet) held.clone();
    }

    /// Fetches that were neither lost nor refused nor brought anything bad.
    public int fetches() {
        return fetches - fruitless;
    }

    /// Connects to the relay that the manifest calls by this number.
    public void connect(int relay, SimRelay<B> peer, SimLink there, SimLink back) {
        if (!isEnded()) {
            channels.put(relay, new SimChannel<>(simulation, peer, there, back, settings.blockBytes(), answers(relay)));
            collector.handleSourceUp(simulation.nanos(), relay);
            work();
        }
    }

    public boolean isConnected(int relay) {
        return channels.containsKey(relay);
    }

    public void placed(int block, int relay) {
        placed.add(new Asked(relay, block));
        collector.handlePlacement(simulation.nanos(), block, relay);
        work();
    }

    public void replaced(int oldBlock, int newBlock) {
        collector.handleReplaced(simulation.nanos(), oldBlock, newBlock);
        work();
    }

    public void unneeded(int firstBlock, int count) {
        collector.handleUnneeded(simulation.nanos(), firstBlock, count);
        work();
    }

    public void finished(int blocks) {
        collector.handleFinal(simulation.nanos(), blocks);
        work();
    }

    public void feedEnd() {
        collector.handleFeedEnd(simulation.nanos());
        work();
    }

    private void work() {
        if (isEnded()) {
            return;
        }
        long now = simulation.nanos();
        for (var action = collector.poll(now); action.isPresent(); action = collector.poll(now)) {
            act(action.get());
        }
        alarm.set();
    }

    private void timeOut() {
        if (!isEnded()) {
            collector.handleTimeout(simulation.nanos());
            work();
        }
    }

    private void act(CollectAction action) {
        check(!isEnded(), () -> "after its end: " + action);
        switch (action) {
            case CollectAction.Fetch(int relay, int block) -> {
                check(!held.get(block), () -> "asked for what is held: " + action);
                check(placed.contains(new Asked(relay, block)), () -> "asked where it is not: " + action);
                check(asked.add(new Asked(relay, block)), () -> "asked twice at once: " + action);
                fetches++;
                checkBounds(relay);
                channels.get(relay).get(block);
            }
            case CollectAction.Cancel(int relay, int block) -> {
                check(asked.remove(new Asked(relay, block)), () -> "cancelled what was not asked for: " + action);
                channels.get(relay).cancel(block);
            }
            case CollectAction.DropSource(int relay, String _, boolean _) -> {
                channels.remove(relay).close();
                asked.removeIf(fetch -> fetch.relay == relay);
                downListeners.forEach(listener -> listener.accept(relay));
            }
            case CollectAction.Complete() -> complete = true;
            case CollectAction.Failed(String reason) -> failure = Optional.of(reason);
        }
    }

    private void checkBounds(int relay) {
        long bytes = (long) asked.size() * settings.blockBytes();
        check(asked.size() == 1 || bytes <= settings.maxBytesInFlight(), () -> asked.size() + " fetches in flight");
        long there = asked.stream().filter(fetch -> fetch.relay == relay).count();
        check(
                there == 1 || there * settings.blockBytes() <= settings.maxBytesPerSource(),
                () -> there + " fetches in flight from " + relay);
    }

    private void take(int relay, int block, B content) {
        simulation.after(diskNanos, () -> {
            if (isEnded()) {
                return;
            }
            if (output.write(block, content)) {
                held.set(block);
                collector.handleHeld(simulation.nanos(), block);
            } else {
                fruitless++;
                collector.handleBad(simulation.nanos(), relay, block, "tag wrong");
            }
            work();
        });
    }

    private SimChannel.Listener<B> answers(int relay) {
        return new SimChannel.Listener<>() {
            @Override
            public void stored(int block) {
                throw new AssertionError("nobody put block " + block);
            }

            @Override
            public void arrived(int block, B content) {
                asked.remove(new Asked(relay, block));
                collector.handleArrived(simulation.nanos(), relay, block);
                take(relay, block, content);
                work();
            }

            @Override
            public void refused(int block, Refusal refusal) {
                asked.remove(new Asked(relay, block));
                fruitless++;
                collector.handleRefused(simulation.nanos(), relay, block, refusal);
                work();
            }

            @Override
            public void lost(int block) {
                asked.remove(new Asked(relay, block));
                fruitless++;
                collector.handleLost(simulation.nanos(), relay, block);
                work();
            }

            @Override
            public void confirmed() {
                throw new AssertionError("nobody asked relay " + relay + " to confirm");
            }

            @Override
            public void down(String reason) {
                channels.remove(relay);
                collector.handleSourceDown(simulation.nanos(), relay, reason);
                downListeners.forEach(listener -> listener.accept(relay));
                work();
            }
        };
    }
}
