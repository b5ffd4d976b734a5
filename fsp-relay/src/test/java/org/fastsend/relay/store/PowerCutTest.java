package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.Test;

/// Whatever was called stored is there after a power cut at any moment, and nothing else claims to be.
class PowerCutTest {
    private static final int SEEDS = 250;
    private static final int GENERATIONS = 3;
    private static final int MAX_OPERATIONS = 250;
    private static final int UNFORCED = 6;

    @Test
    void whatWasCalledStoredSurvivesAPowerCutAtAnyMoment() throws Exception {
        lives(false);
    }

    @Test
    void whatWasCalledStoredSurvivesPowerCutsAfterKillsAndWhileTheStoreStarts() throws Exception {
        lives(true);
    }

    /// A relay was killed before it had forced its last blocks, and the power is cut while the next one closes their
    /// segment.
    @Test
    void blocksAreDurableBeforeAFooterVouchesForThem() throws Exception {
        for (int operations = 0; operations < 5; operations++) {
            PowerCutDisk disk = killedBeforeTheForce();
            disk.cutPowerAfter(operations);
            TestRelayStore.on(disk);
            for (long seed = 1; seed <= 50; seed++) {
                TestRelayStore relay = TestRelayStore.on(disk.afterPowerCut(new Random(seed)));
                for (int number = 0; number < UNFORCED; number++) {
                    Optional<Refusal> refusal = relay.get(number).refusal();
                    assertTrue(
                            refusal.isEmpty() || refusal.get() == Refusal.MISSING, "block " + number + ": " + refusal);
                }
            }
        }
    }

    private static PowerCutDisk killedBeforeTheForce() throws Exception {
        PowerCutDisk disk = new PowerCutDisk();
        TestRelayStore relay = TestRelayStore.on(disk);
        relay.append(Samples.entry(0)); // makes the directory and the lease
        relay.put(Samples.block(UNFORCED));
        relay.lanes.runAll();
        for (int number = 0; number < UNFORCED; number++) {
            relay.put(Samples.block(number));
        }
        disk.cutPowerAfter(UNFORCED);
        relay.lanes.runAll();
        return disk.afterKill();
    }

    private static void lives(boolean killed) throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                new Run(seed, killed).live();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /// A relay's life: power cut after power cut, sometimes with a disk that fails to force or fills up; and if it is
    /// killed, too, its writes are then still in the system's memory when the power is cut.
    private static final class Run {
        private final Random random;
        private final boolean killed;
        private final Map<Integer, Answers.OfPut> puts = new TreeMap<>();
        private final Map<Long, Answers.OfPut> appends = new TreeMap<>();
        private PowerCutDisk disk = new PowerCutDisk();
        private int nextBlock;

        Run(long seed, boolean killed) {
            random = new Random(seed);
            this.killed = killed;
        }

        void live() throws Exception {
            for (int generation = 0; generation < GENERATIONS; generation++) {
                TestRelayStore relay = TestRelayStore.on(disk);
                check(relay);
                disk.cutPowerAfter(1 + random.nextInt(MAX_OPERATIONS));
                while (!disk.isCut()) {
                    act(relay);
                }
                relay.lanes.runAll();
                appends.values().removeIf(answer -> !answer.isAnswered());
                disk = killed ? killed() : disk.afterPowerCut(random);
            }
            check(TestRelayStore.on(disk));
        }

        private PowerCutDisk killed() throws InterruptedException {
            PowerCutDisk left = disk.afterKill();
            if (random.nextInt(3) == 0) {
                return left;
            }
            left.cutPowerAfter(random.nextInt(8));
            try {
                TestRelayStore.on(left);
            } catch (IOException _) {
                // it was cut
            }
            return left.afterPowerCut(random);
        }

        private void act(TestRelayStore relay) {
            switch (random.nextInt(40)) {
                case 0 -> relay.store.sweep();
                case 1 -> disk.failForces(random.nextInt(4) == 0 ? 1 : 0);
                case 2 ->
                    disk.leaveFree(
                            random.nextInt(3) == 0 ? random.nextInt(5000) : PowerCutDisk.PLENTY, random.nextBoolean());
                case 3 -> relay.transfer().release(new Answers.OfRelease());
                case 4, 5, 6 -> putAgain(relay);
                case 7, 8, 9, 10, 11 -> append(relay);
                default -> {
                    if (random.nextBoolean()) {
                        int number = nextBlock++;
                        puts.put(number, relay.put(Samples.block(number)));
                    } else {
                        relay.lanes.step();
                    }
                }
            }
        }

        private void putAgain(TestRelayStore relay) {
            if (nextBlock > 0) {
                int number = random.nextInt(nextBlock);
                Answers.OfPut before = puts.get(number);
                Answers.OfPut again = relay.put(Samples.block(number));
                // Only an answer that promises something is to be remembered over an earlier promise.
                if (!before.isStored()) {
                    puts.put(number, again);
                }
            }
        }

        private void append(TestRelayStore relay) {
            long sequence = 0;
            while (appends.containsKey(sequence) && !mayAppendAgain(appends.get(sequence))) {
                sequence++;
            }
            appends.put(sequence, relay.append(Samples.entry(sequence)));
        }

        private boolean mayAppendAgain(Answers.OfPut earlier) {
            return earlier.isAnswered() && !earlier.isStored();
        }

        private void check(TestRelayStore relay) {
            disk.leaveFree(PowerCutDisk.PLENTY, true);
            int held = 0;
            for (int number = 0; number < nextBlock; number++) {
                Answers.OfGet got = relay.get(number);
                Optional<SealedBlock> block = got.block();
                if (puts.get(number).isStored()) {
                    assertTrue(block.isPresent(), "block " + number + " was stored and is gone: " + got.reason());
                }
                if (block.isPresent()) {
                    assertEquals(Samples.block(number).bytes(), block.get().bytes(), "block " + number);
                    relay.buffers.give(block.get().bytes());
                    held++;
                } else {
                    assertEquals(Optional.of(Refusal.MISSING), got.refusal(), "block " + number);
                }
            }
            assertEquals(held, relay.transfer().blocks());
            assertEquals(0, relay.buffers.lentBytes());
            checkFeed(relay);
            assertEquals(held, relay.release().holdings().orElseThrow().blocks());
        }

        private void checkFeed(TestRelayStore relay) {
            var entries = relay.feed(0, Integer.MAX_VALUE).entries();
            for (FeedEntry entry : entries) {
                assertEquals(Samples.entry(entry.sequence()), entry);
            }
            appends.forEach((sequence, answer) ->
                    assertTrue(!answer.isStored() || sequence < entries.size(), "entry " + sequence + " is gone"));
        }
    }
}
