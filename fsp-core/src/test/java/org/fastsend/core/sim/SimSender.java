package org.fastsend.core.sim;

import static org.fastsend.core.sim.Simulation.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.sim.SimSource.Sealed;
import org.fastsend.core.stripe.StripeAction;
import org.fastsend.core.stripe.StripeSettings;
import org.fastsend.core.stripe.Striper;

/// A sending host in virtual time: the real striper, a source that takes a while to read, channels to relays.
/// Checks what must always hold: the bounds in bytes, that only held blocks are put and none twice at once,
/// and at release that every block has its copies on targets that have confirmed them and are not known to be
/// lost.
///
/// @param <B> what a block consists of
public final class SimSender<B> {
    private static final long READ_NANOS = 200_000;

    private final Simulation simulation;
    private final StripeSettings settings;
    private final Striper striper;
    private final SimAlarm alarm;
    private final SimSource<B> source;
    private final SimManifest manifest;
    private final Map<Integer, Sealed<B>> held = new LinkedHashMap<>();
    private final Map<Integer, SimRelay<B>> live = new LinkedHashMap<>();
    private final Map<Integer, SimChannel<B>> channels = new LinkedHashMap<>();
    private final Map<Integer, Map<Integer, Integer>> outstanding = new LinkedHashMap<>();
    private final Map<Integer, Set<Integer>> placements = new LinkedHashMap<>();
    private final Set<Integer> replaced = new LinkedHashSet<>();
    /// Targets that have signed for everything that was placed with them.
    private final Set<Integer> confirmed = new LinkedHashSet<>();
    private final List<Consumer<Integer>> dropListeners = new ArrayList<>();
    private final Map<SimRelay<B>, BitSet> earlier = new LinkedHashMap<>();
    private long heldBytes;
    private int readsAsked;
    private int blocks;
    private int puts;
    private int unstored;
    private int takenBack;
    private boolean sourceEnded;
    private Optional<String> failure = Optional.empty();
    private boolean released;
    private Runnable releaseListener = () -> {};

    public SimSender(Simulation simulation, StripeSettings settings, SimSource<B> source, SimManifest manifest) {
        this.simulation = simulation;
        this.settings = settings;
        this.striper = new Striper(settings);
        this.alarm = new SimAlarm(simulation, striper::nextDeadlineNanos, this::timeOut);
        this.source = source;
        this.manifest = manifest;
        simulation.after(0, this::work);
    }

    /// Hears of targets that the striper gave up or lost, so that somebody may connect again.
    public void onDown(Consumer<Integer> listener) {
        dropListeners.add(listener);
    }

    public void onRelease(Runnable listener) {
        releaseListener = listener;
    }

    public boolean isReleased() {
        return released;
    }

    public boolean isEnded() {
        return isReleased() || failure.isPresent();
    }

    public Optional<String> failure() {
        return failure;
    }

    /// Puts beyond what each copy of each block needed, was refused, lost, or taken from a slow target.
    public int duplicates() {
        return puts - unstored - takenBack - blocks * settings.copies();
    }

    /// It dies: nothing is heard of it any more.
    public void kill() {
        failure = Optional.of("killed");
        channels.values().forEach(SimChannel::close);
    }

    /// It continues what an earlier sender was killed at. Relays are asked for what they hold when they come up.
    ///
    /// @param numbers blocks below this are the earlier sender's
    /// @param expected which of them count, by the relay that was to hold them
    /// @param settleNanos when no more relays are waited for
    public void continueEarlier(int numbers, Map<SimRelay<B>, BitSet> expected, long settleNanos) {
        BitSet all = new BitSet();
        expected.values().forEach(all::or);
        for (int block = 0; block < numbers; block++) {
            if (!all.get(block)) {
                replaced.add(block); // nobody asks for it
            }
        }
        blocks = numbers;
        earlier.putAll(expected);
        striper.handleEarlier(simulation.nanos(), all);
        simulation.after(settleNanos, () -> {
            striper.handleEarlierSettled(simulation.nanos());
            work();
        });
    }

    private void askForEarlier(int target, SimRelay<B> relay) {
        BitSet expected = earlier.getOrDefault(relay, new BitSet());
        simulation.after(simulation.between(1, 100) * Simulation.MILLISECOND, () -> {
            if (live.containsKey(target) && relay.isAlive()) {
                expected.stream()
                        .filter(relay::holds)
                        .forEach(block -> striper.handleAlreadyPlaced(simulation.nanos(), target, block));
                work();
            }
        });
    }

    /// Connects to a relay, as the target of this number.
    public void connect(int target, SimRelay<B> relay, SimLink there, SimLink back) {
        live.put(target, relay);
        outstanding.put(target, new LinkedHashMap<>());
        channels.put(target, new SimChannel<>(simulation, relay, there, back, settings.blockBytes(), answers(target)));
        striper.handleTargetUp(simulation.nanos(), target);
        askForEarlier(target, relay);
        work();
    }

    private void work() {
        long now = simulation.nanos();
        if (failure.isPresent()) {
            return;
        }
        for (var action = striper.poll(now); action.isPresent(); action = striper.poll(now)) {
            act(action.get());
            checkBounds();
        }
        alarm.set();
    }

    private void timeOut() {
        striper.handleTimeout(simulation.nanos());
        work();
    }

    private void act(StripeAction action) {
        check(!isReleased() || action instanceof StripeAction.Forget, () -> "after its release: " + action);
        switch (action) {
            case StripeAction.ReadNext() -> {
                readsAsked++;
                simulation.after(READ_NANOS, this::read);
            }
            case StripeAction.Restripe(int old) -> {
                readsAsked++;
                check(!held.containsKey(old), () -> "restriped while its bytes are held: " + old);
                simulation.after(READ_NANOS, () -> readAgain(old));
            }
            case StripeAction.Put(int target, int block) -> put(target, block);
            case StripeAction.Cancel(int target, int block) -> {
                check(outstanding.get(target).containsKey(block), () -> "cancelled what is not on its way: " + action);
                channels.get(target).cancel(block);
            }
            case StripeAction.Forget(int block) -> {
                check(
                        outstanding.values().stream().noneMatch(puts -> puts.containsKey(block)),
                        () -> "forgotten while on its way: " + block);
                heldBytes -= held.remove(block).bytes();
            }
            case StripeAction.Placed(int block, int target) -> {
                placements.computeIfAbsent(block, b -> new LinkedHashSet<>()).add(target);
                confirmed.remove(target);
                manifest.placed(block, target);
            }
            case StripeAction.CutOff(int target, String reason) ->
                takenBack += "full".equals(reason) ? 0 : outstanding.get(target).size();
            case StripeAction.DropTarget(int target, String reason) -> {
                channels.get(target).close();
                forget(target);
            }
            case StripeAction.Confirm(int target) -> channels.get(target).confirm();
            case StripeAction.Released(int copies) -> {
                checkRelease(copies);
                released = true;
                manifest.released(blocks, copies);
                releaseListener.run();
            }
            case StripeAction.Failed(String reason) -> failure = Optional.of(reason);
        }
    }

    private void put(int target, int block) {
        Sealed<B> sealed = held.get(block);
        check(sealed != null, () -> "put without its bytes: " + block);
        check(
                outstanding.get(target).putIfAbsent(block, sealed.bytes()) == null,
                () -> "put twice at once: " + block + " to " + target);
        check(
                !placements.getOrDefault(block, Set.of()).contains(target),
                () -> "put where it is already: " + block + " to " + target);
        puts++;
        channels.get(target).put(block, sealed.bytes(), sealed.content());
    }

    private void read() {
        if (sourceEnded || failure.isPresent()) {
            return;
        }
        readsAsked--;
        Optional<Sealed<B>> next = source.next();
        if (next.isPresent()) {
            hold(next.get());
            striper.handleSealed(
                    simulation.nanos(),
                    next.get().number(),
                    next.get().bytes(),
                    next.get().position());
        } else {
            sourceEnded = true;
            readsAsked = 0;
            striper.handleSourceEnd(simulation.nanos());
        }
        work();
    }

    private void readAgain(int old) {
        if (failure.isPresent()) {
            return;
        }
        Sealed<B> again = source.again(old);
        readsAsked = Math.max(0, readsAsked - 1);
        replaced.add(old);
        manifest.replaced(old, again.number());
        hold(again);
        striper.handleReplacement(simulation.nanos(), old, again.number(), again.bytes(), again.position());
        work();
    }

    private void hold(Sealed<B> sealed) {
        held.put(sealed.number(), sealed);
        heldBytes += sealed.bytes();
        blocks = Math.max(blocks, sealed.number() + 1);
    }

    private void forget(int target) {
        live.remove(target);
        unstored += outstanding.get(target).size();
        outstanding.get(target).clear();
        for (Set<Integer> holders : placements.values()) {
            unstored += holders.remove(target) ? 1 : 0;
        }
        dropListeners.forEach(listener -> listener.accept(target));
    }

    private void checkBounds() {
        long reads = (long) readsAsked * settings.blockBytes();
        check(
                heldBytes + reads <= settings.maxBytesInFlight() || held.size() + readsAsked <= 1,
                () -> heldBytes + " bytes held and " + reads + " being read");
        outstanding.forEach((target, puts) -> check(
                puts.size() <= 1
                        || puts.values().stream().mapToLong(Integer::longValue).sum() <= settings.maxBytesPerTarget(),
                () -> puts.size() + " puts outstanding at " + target));
    }

    private void checkRelease(int copies) {
        check(copies == settings.copies() && sourceEnded, () -> "released too early");
        for (int block = 0; block < blocks; block++) {
            int number = block;
            if (!replaced.contains(block)) {
                long holders = placements.getOrDefault(block, Set.of()).stream()
                        .filter(target ->
                                live.containsKey(target) && live.get(target).holds(number))
                        .filter(confirmed::contains)
                        .count();
                check(holders >= copies, () -> "released with " + holders + " confirmed copies of block " + number);
            }
        }
    }

    private SimChannel.Listener<B> answers(int target) {
        return new SimChannel.Listener<>() {
            @Override
            public void stored(int block) {
                outstanding.get(target).remove(block);
                striper.handleStored(simulation.nanos(), target, block);
                work();
            }

            @Override
            public void arrived(int block, B content) {
                throw new AssertionError("nobody asked for block " + block);
            }

            @Override
            public void refused(int block, Refusal refusal) {
                outstanding.get(target).remove(block);
                unstored++;
                striper.handleRefused(simulation.nanos(), target, block, refusal);
                work();
            }

            @Override
            public void lost(int block) {
                outstanding.get(target).remove(block);
                unstored++;
                striper.handleLost(simulation.nanos(), target, block);
                work();
            }

            @Override
            public void confirmed() {
                confirmed.add(target);
                striper.handleConfirmed(simulation.nanos(), target);
                work();
            }

            @Override
            public void down(String reason) {
                if (live.containsKey(target)) {
                    striper.handleTargetDown(simulation.nanos(), target, reason);
                    forget(target);
                    work();
                }
            }
        };
    }
}
