package org.fastsend.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.fastsend.core.sim.Seeds;
import org.fastsend.core.sim.SimFaults;
import org.fastsend.core.sim.SimFeed;
import org.fastsend.core.sim.SimManifest;
import org.fastsend.core.sim.SimNetwork;
import org.fastsend.core.sim.SimReceiver;
import org.fastsend.core.sim.SimSender;
import org.fastsend.core.sim.SimSource;
import org.fastsend.core.sim.Simulation;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.stripe.StripeSettings;
import org.junit.jupiter.api.Test;

/// Striper and collectors together in virtual time, over relays that fail in every way that chance finds. A block's
/// content is the number of the piece of data that it carries, or -1 if damaged.
class TransferSimulationTest {
    private static final int BLOCK = 64 << 10;
    private static final long STALL_NANOS = 3 * Simulation.SECOND;
    private static final long LIMIT_NANOS = 300 * Simulation.SECOND;

    @Test
    void whateverRelaysDoEveryPieceArrivesAndTheSenderIsReleasedOnlyWithItsCopies() {
        Seeds.each(250, seed -> {
            World world = new World(seed);
            world.faults.plan(world.settings.copies());
            world.run();
        });
    }

    @Test
    void withoutFaultsHardlyAnythingIsSentTwice() {
        Seeds.each(50, seed -> {
            World world = new World(seed);
            world.run();
            int hedges = world.pieces / 50 + 4;
            assertTrue(world.sender.duplicates() <= hedges, world.sender.duplicates() + " duplicate puts");
        });
    }

    @Test
    void aRottenOrForgetfulRelayIsNoHarmWhereThereAreTwoCopies() {
        Seeds.each(50, seed -> {
            World world = new World(seed, 2);
            world.network.relays().getFirst().faults().rotten = 0.3;
            world.network.relays().getFirst().faults().forgetful = 0.3;
            world.run();
        });
    }

    @Test
    void aCollectionGoesOnWhereAnEarlierOneWasKilled() {
        Seeds.each(30, seed -> {
            World world = new World(seed);
            SimReceiver<Integer> killed = world.receivers.getFirst();
            world.simulation.runUntil(
                    () -> killed.held().cardinality() >= world.pieces / 2 || killed.isEnded(), LIMIT_NANOS);
            BitSet held = killed.held();
            SimReceiver<Integer> again = world.receive(
                    held,
                    new HashSet<>(held.stream().mapToObj(world.pieceOf::get).toList()));
            world.run();
            assertTrue(
                    again.fetches() <= world.blocks() - held.cardinality() + world.slack(),
                    again.fetches() + " fetches for " + (world.blocks() - held.cardinality()) + " blocks");
        });
    }

    /// One transfer of some pieces over some relays to some receivers.
    private static final class World implements SimSource<Integer>, SimManifest {
        private final Simulation simulation;
        private final SimNetwork<Integer> network;
        private final SimFaults<Integer> faults;
        private final SimFeed<Consumer<SimReceiver<Integer>>> feed;
        private final StripeSettings settings;
        private final SimSender<Integer> sender;
        private final List<SimReceiver<Integer>> receivers = new ArrayList<>();
        private final List<Set<Integer>> collected = new ArrayList<>();
        private final Map<SimReceiver<Integer>, Set<Integer>> relaysNamed = new HashMap<>();
        private final Map<Integer, Integer> pieceOf = new HashMap<>();
        private final int pieces;
        private int nextPiece;

        private World(long seed) {
            this(seed, 1 + (int) (seed % 3));
        }

        private World(long seed, int copies) {
            simulation = new Simulation(seed);
            network = new SimNetwork<>(simulation, piece -> -1);
            faults = new SimFaults<>(simulation, network);
            feed = new SimFeed<>(simulation);
            pieces = (int) simulation.between(0, 150);
            int relays = copies + (int) simulation.between(1, 5);
            for (int i = 0; i < relays; i++) {
                network.addRelay(simulation.between(100, 5000) * 1000.0);
            }
            Strategy strategy = simulation.pick(List.of(Strategy.values()));
            settings = new StripeSettings(
                    strategy,
                    copies,
                    BLOCK,
                    simulation.between(1, 40) * BLOCK,
                    simulation.between(1, 10) * BLOCK,
                    STALL_NANOS,
                    STALL_NANOS);
            sender = new SimSender<>(simulation, settings, this, this);
            sender.onRelease(faults::released);
            network.relays().forEach(relay -> network.join(sender, relay, simulation.between(0, Simulation.SECOND)));
            for (int i = (int) simulation.between(1, 4); i > 0; i--) {
                receive(new BitSet(), new HashSet<>());
            }
        }

        private SimReceiver<Integer> receive(BitSet held, Set<Integer> have) {
            collected.add(have);
            SimReceiver<Integer> receiver = new SimReceiver<>(
                    simulation,
                    new CollectSettings(
                            simulation.between(1, 30) * BLOCK, simulation.between(1, 8) * BLOCK, BLOCK, STALL_NANOS),
                    held,
                    simulation.between(0, 50) * Simulation.MILLISECOND,
                    (block, piece) -> take(have, block, piece));
            receivers.add(receiver);
            relaysNamed.put(receiver, new HashSet<>());
            simulation.after(
                    simulation.between(0, 2 * Simulation.SECOND),
                    () -> feed.follow(
                            simulation.between(1, 50) * Simulation.MILLISECOND, entry -> entry.accept(receiver)));

            return receiver;
        }

        private boolean take(Set<Integer> have, int block, int piece) {
            boolean good = piece == pieceOf.get(block);
            if (good) {
                have.add(piece);
            }
            return good;
        }

        private void run() {
            simulation.runUntil(
                    () -> sender.isEnded() && receivers.stream().allMatch(SimReceiver::isEnded), LIMIT_NANOS);
            assertEquals(Optional.empty(), sender.failure());
            for (int i = 0; i < receivers.size(); i++) {
                assertEquals(Optional.empty(), receivers.get(i).failure());
                assertEquals(pieces, collected.get(i).size(), "pieces collected");
                assertTrue(
                        receivers.get(i).fetches() <= blocks() + slack(),
                        receivers.get(i).fetches() + " fetches");
            }
        }

        private int blocks() {
            return pieceOf.size();
        }

        /// Fetches that may be too many: hedges, and what was asked of sources that turned out slow.
        private int slack() {
            return blocks() / 50 + 4 + 8 * network.relays().size();
        }

        @Override
        public Optional<Sealed<Integer>> next() {
            return nextPiece == pieces ? Optional.empty() : Optional.of(seal(nextPiece++));
        }

        @Override
        public Sealed<Integer> again(int oldNumber) {
            return seal(pieceOf.get(oldNumber));
        }

        private Sealed<Integer> seal(int piece) {
            int number = pieceOf.size();
            pieceOf.put(number, piece);
            int bytes = piece == pieces - 1 ? (int) simulation.between(1, BLOCK) : BLOCK;
            return new Sealed<>(number, bytes, (double) piece / pieces, piece);
        }

        @Override
        public void placed(int block, int relay) {
            feed.append(receiver -> {
                if (relaysNamed.get(receiver).add(relay)) {
                    network.join(receiver, relay);
                }
                receiver.placed(block, relay);
            });
        }

        @Override
        public void replaced(int oldBlock, int newBlock) {
            feed.append(receiver -> receiver.replaced(oldBlock, newBlock));
        }

        @Override
        public void released(int blocks, int copies) {
            feed.append(receiver -> receiver.finished(blocks));
        }
    }
}
