package org.fastsend.it.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.collect.CollectSettings;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.sim.Seeds;
import org.fastsend.core.sim.SimFaults;
import org.fastsend.core.sim.SimFeed;
import org.fastsend.core.sim.SimNetwork;
import org.fastsend.core.sim.SimRelay;
import org.fastsend.core.sim.SimSender;
import org.fastsend.core.sim.Simulation;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.stripe.StripeSettings;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;

/// From files to files: cut, packed, sealed, striped, placed, fetched, opened and put together again, with
/// everything real but clocks, links, disks and relays. What arrives is what was sent, byte for byte,
/// whatever the relays did.
class WholeTransferTest {
    private static final int BLOCK = WorldTransfer.BLOCK_BYTES;
    private static final long STALL_NANOS = 3 * Simulation.SECOND;
    private static final long LIMIT_NANOS = 300 * Simulation.SECOND;

    private final Identity sender = Identity.ephemeral();

    @Test
    void everyFileArrivesByteForByteOverRelaysThatCrashRefuseLoseAndFallSilent() {
        Seeds.each(40, seed -> {
            World world = new World(seed, 1 + (int) (seed % 2));
            world.faults.plan(world.copies);
            world.run();
        });
    }

    @Test
    void aSenderKilledAtAnyMomentIsContinuedAndWhoHadBegunToCollectGoesOn() {
        Seeds.each(40, seed -> {
            World world = new World(seed, 1 + (int) (seed % 2));
            world.faults.plan(world.copies);
            world.killTheSender();
            if (seed % 3 == 0) {
                world.killTheSender();
            }
            world.run();
        });
    }

    @Test
    void bitsThatFlipOnARelaysDiskAreFoundAndTheOtherCopyIsTaken() {
        int[] found = new int[1];
        Seeds.each(12, seed -> {
            World world = new World(seed, 2);
            world.network.relays().getFirst().faults().rotten = 0.5;
            world.run();
            found[0] +=
                    world.receivers.stream().mapToInt(WorldReceiver::badBlocks).sum();
        });
        assertTrue(found[0] > 0, "no flipped bit was ever met");
    }

    @Test
    void aRelayThatForgetsWhatItStoredIsNoHarmWhereThereAreTwoCopies() {
        Seeds.each(6, seed -> {
            World world = new World(seed, 2);
            world.network.relays().getFirst().faults().forgetful = 1;
            world.run();
        });
    }

    private final class World {
        private final Simulation simulation;
        private final SimNetwork<byte[]> network;
        private final SimFaults<byte[]> faults;
        private final WorldFiles files;
        private SimSender<byte[]> striping;
        private WorldSource source;
        private final List<WorldReceiver> receivers = new ArrayList<>();
        private final int copies;

        private World(long seed, int copies) {
            this.copies = copies;
            simulation = new Simulation(seed);
            network = new SimNetwork<>(simulation, this::flipBit);
            faults = new SimFaults<>(simulation, network);
            files = WorldFiles.random(simulation);
            WorldTransfer transfer = WorldTransfer.random(simulation, sender);
            SimFeed<FeedEntry> feed = new SimFeed<>(simulation);
            source = new WorldSource(transfer, files, feed);
            for (int i = copies + (int) simulation.between(1, 4); i > 0; i--) {
                network.addRelay(simulation.between(50, 2000) * 1000.0);
            }
            striping = new SimSender<>(simulation, stripeSettings(), source, source);
            striping.onRelease(faults::released);
            network.relays().forEach(relay -> network.join(striping, relay, simulation.between(0, Simulation.SECOND)));
            for (int i = (int) simulation.between(1, 3); i > 0; i--) {
                CollectSettings settings = new CollectSettings(
                        simulation.between(1, 30) * BLOCK, simulation.between(1, 8) * BLOCK, BLOCK, STALL_NANOS);
                WorldReceiver receiver = new WorldReceiver(simulation, transfer, network, settings);
                receivers.add(receiver);
                simulation.after(
                        simulation.between(0, 2 * Simulation.SECOND),
                        () -> feed.follow(10 * Simulation.MILLISECOND, receiver::read));
            }
        }

        private StripeSettings stripeSettings() {
            return new StripeSettings(
                    simulation.pick(List.of(Strategy.values())),
                    copies,
                    BLOCK,
                    simulation.between(1, 40) * BLOCK,
                    simulation.between(1, 10) * BLOCK,
                    STALL_NANOS,
                    STALL_NANOS);
        }

        /// At a random moment, unless it has ended by then; the one that continues starts a little later.
        private void killTheSender() {
            long deadNanos = simulation.nanos() + simulation.between(1, 4000) * Simulation.MILLISECOND;
            simulation.runUntil(() -> striping.isEnded() || simulation.nanos() >= deadNanos, LIMIT_NANOS);
            if (striping.isEnded()) {
                return;
            }
            striping.kill();
            int numbers = source.numbers() + (int) simulation.between(0, 20);
            WorldLegacy left = WorldLegacy.of(source, numbers);
            SenderRun run = new SenderRun(1 + simulation.between(1, 1_000_000));
            Map<SimRelay<byte[]>, BitSet> expected = new LinkedHashMap<>();
            left.byRelay()
                    .forEach((number, blocks) -> expected.computeIfAbsent(network.relay(number), _ -> new BitSet())
                            .or(blocks));
            source = new WorldSource(source, left, numbers, run);
            striping = new SimSender<>(simulation, stripeSettings(), source, source);
            striping.onRelease(faults::released);
            striping.continueEarlier(numbers, expected, simulation.between(1, 3) * Simulation.SECOND);
            network.relays().forEach(relay -> network.join(striping, relay, simulation.between(0, Simulation.SECOND)));
        }

        private byte[] flipBit(byte[] block) {
            byte[] damaged = block.clone();
            damaged[simulation.random().nextInt(damaged.length)] ^=
                    (byte) (1 << simulation.random().nextInt(Byte.SIZE));
            return damaged;
        }

        private void run() {
            simulation.runUntil(
                    () -> striping.isEnded()
                            && receivers.stream()
                                    .allMatch(receiver -> receiver.machine().isEnded()),
                    LIMIT_NANOS);
            assertEquals(Optional.empty(), striping.failure());
            for (WorldReceiver receiver : receivers) {
                assertEquals(Optional.empty(), receiver.machine().failure());
                List<byte[]> arrived = receiver.files().contents();
                assertEquals(files.contents().size(), arrived.size());
                for (int file = 0; file < arrived.size(); file++) {
                    assertArrayEquals(files.contents().get(file), arrived.get(file), "file " + file);
                }
            }
        }
    }
}
