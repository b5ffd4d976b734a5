package org.fastsend.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.collect.CollectAction.DropSource;
import org.fastsend.core.collect.CollectAction.Failed;
import org.fastsend.core.collect.CollectAction.Fetch;
import org.junit.jupiter.api.Test;

/// What the collector does about relays that lack, damage, lose or delay blocks, and when it gives up.
class CollectorFaultsTest {
    @Test
    void aBlockThatARelayLacksIsFetchedElsewhere() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 1);
        bench.place(1, 0, 1);
        assertEquals(List.of(new Fetch(0, 0)), bench.poll());
        bench.collector.handleRefused(bench.now, 0, 0, Refusal.MISSING);
        assertEquals(List.of(new Fetch(1, 0)), bench.poll());
    }

    @Test
    void aBlockThatNobodyHasIsWaitedForWhileTheManifestGrows() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.poll();
        bench.collector.handleRefused(bench.now, 0, 0, Refusal.MISSING);
        assertEquals(List.of(), bench.poll());
        bench.collector.handleReplaced(bench.now, 0, 1);
        bench.collector.handlePlacement(bench.now, 1, 0);
        assertEquals(List.of(new Fetch(0, 1)), bench.poll());
    }

    @Test
    void aBlockThatNobodyHasFailsAFinalManifestOnceTheRestIsHere() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 2);
        bench.collector.handleFinal(bench.now, 2);
        bench.poll();
        bench.collector.handleRefused(bench.now, 0, 0, Refusal.MISSING);
        assertEquals(List.of(), bench.poll());
        bench.deliver(0, 1);
        assertEquals(
                "1 of 2 blocks are missing, on no relay that delivers them"
                        + " (last: a relay does not have what it should)",
                bench.failure());
    }

    @Test
    void aManifestThatEndsBeforeItsFinalMarkFailsOnceTheRestIsHere() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.collector.handleFeedEnd(bench.now);
        assertEquals(List.of(new Fetch(0, 0)), bench.poll());
        bench.deliver(0, 0);
        assertEquals("the manifest ends before its final mark, after 1 blocks", bench.failure());
    }

    @Test
    void aBadBlockIsFetchedElsewhereAndNeverThereAgain() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 1);
        bench.poll();
        bench.collector.handleArrived(bench.now, 0, 0);
        bench.collector.handleBad(bench.now, 0, 0, "tag wrong");
        assertEquals(List.of(), bench.poll());
        bench.place(1, 0, 1);
        assertEquals(List.of(new Fetch(1, 0)), bench.poll());
    }

    @Test
    void aSourceOfNothingButBadBlocksIsNotAskedAgain() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 20);
        bench.run(1, action -> {
            if (action instanceof Fetch(int relay, int block)) {
                bench.collector.handleArrived(bench.now, relay, block);
                bench.collector.handleBad(bench.now, relay, block, "tag wrong");
            }
        });
        assertTrue(bench.seen.contains(new DropSource(0, "tag wrong", true)), bench.seen::toString);
        bench.collector.handleSourceUp(bench.now, 0);
        assertEquals(List.of(new DropSource(0, "is not asked any more", true)), bench.poll());
    }

    @Test
    void aSourceWithSomeBadBlocksStillDeliversTheOthers() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 40);
        bench.collector.handleFinal(bench.now, 40);
        bench.run(1, action -> {
            if (action instanceof Fetch(int relay, int block)) {
                bench.collector.handleArrived(bench.now, relay, block);
                if (block % 2 == 0) {
                    bench.collector.handleBad(bench.now, relay, block, "tag wrong");
                } else {
                    bench.collector.handleHeld(bench.now, block);
                }
            }
        });
        assertEquals("20 of 40 blocks are missing, on no relay that delivers them (last: tag wrong)", bench.failure());
    }

    @Test
    void aSourceThatLosesEveryBlockIsDroppedAndAfterThreeTimesNotAskedAgain() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.collector.handleFinal(bench.now, 1);
        bench.run(30 * CollectorBench.STALL_NANOS, action -> {
            if (action instanceof Fetch(int relay, int block)) {
                bench.collector.handleLost(bench.now, relay, block);
            } else if (action instanceof DropSource(int relay, String reason, boolean _)) {
                assertEquals("loses blocks on the way", reason);
                bench.collector.handleSourceUp(bench.now, relay);
            }
        });
        assertEquals(3 * 8, bench.fetchesFrom(0));
        assertEquals(
                "1 of 1 blocks are missing, on no relay that delivers them (last: loses blocks on the way)",
                bench.failure());
    }

    @Test
    void aSourceThatComesUpAgainIsAskedForWhatWasOnItsWay() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 2);
        bench.collector.handleFinal(bench.now, 2);
        for (int times = 0; times < 10; times++) {
            assertEquals(List.of(new Fetch(0, 0), new Fetch(0, 1)), bench.poll(), "losses of a lost connection");
            bench.collector.handleLost(bench.now, 0, 0);
            bench.collector.handleLost(bench.now, 0, 1);
            bench.collector.handleSourceDown(bench.now, 0, "reset");
            bench.poll();
            bench.now += 1_000_000_000;
            bench.collector.handleSourceUp(bench.now, 0);
        }
    }

    @Test
    void blocksOnARelayThatStaysDownAreWaitedForAndThenMissing() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.place(1, 1, 3);
        bench.collector.handleFinal(bench.now, 3);
        bench.poll();
        bench.deliver(0, 0);
        bench.collector.handleSourceDown(bench.now, 1, "connection refused");
        assertEquals(List.of(), bench.poll());
        bench.sleepUntilDeadline();
        assertEquals(CollectorBench.STALL_NANOS, bench.now);
        assertEquals(
                "2 of 3 blocks are missing, only on relays that cannot be reached (last: connection refused)",
                bench.failure());
    }

    @Test
    void aRelayThatComesAndGoesWithoutDeliveringDoesNotKeepItWaitingForEver() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.collector.handleFinal(bench.now, 1);
        int times = 0;
        while (bench.seen.stream().noneMatch(Failed.class::isInstance)) {
            bench.run(1_000_000_000, action -> {});
            bench.collector.handleSourceDown(bench.now, 0, "reset");
            bench.run(1_000_000_000, action -> {});
            bench.collector.handleSourceUp(bench.now, 0);
            times++;
            assertTrue(times < 1000, "still waiting");
        }
    }

    @Test
    void aSilentSourceIsDroppedAndAfterThreeTimesNotAskedAgain() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        for (int times = 0; times < 3; times++) {
            List<CollectAction> actions = bench.untilNext(DropSource.class);
            assertTrue(actions.contains(new DropSource(0, "silent for 30 s", times == 2)), actions::toString);
            bench.collector.handleSourceUp(bench.now, 0);
        }
        assertEquals(List.of(new DropSource(0, "is not asked any more", true)), bench.poll());
    }

    @Test
    void noSourceIsBlamedForASlowDiskHere() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 8);
        bench.poll();
        bench.collector.handleArrived(bench.now, 0, 0);
        bench.run(3 * CollectorBench.STALL_NANOS, action -> {});
        assertFalse(bench.seen.stream().anyMatch(DropSource.class::isInstance), bench.seen::toString);
        bench.collector.handleHeld(bench.now, 0);
        bench.run(2 * CollectorBench.STALL_NANOS, action -> {});
        assertTrue(bench.seen.stream().anyMatch(DropSource.class::isInstance), bench.seen::toString);
    }

    @Test
    void aBusySourceIsLeftAloneForAWhile() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.poll();
        bench.collector.handleRefused(bench.now, 0, 0, Refusal.BUSY);
        assertEquals(List.of(), bench.poll());
        bench.sleepUntilDeadline();
        assertEquals(50_000_000, bench.now);
        assertEquals(List.of(new Fetch(0, 0)), bench.poll());
    }

    @Test
    void aSourceWithoutAValidCapabilityIsNotAskedAgain() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 2);
        bench.place(1, 0, 1);
        bench.collector.handleFinal(bench.now, 2);
        bench.poll();
        bench.collector.handleRefused(bench.now, 0, 0, Refusal.EXPIRED);
        bench.poll();
        assertTrue(bench.seen.contains(new DropSource(0, "the lease or capability has ended", true)));
        bench.deliver(1, 0);
        assertEquals(
                "1 of 2 blocks are missing, on no relay that delivers them (last: the lease or capability has ended)",
                bench.failure());
    }

    @Test
    void aBlockOrRelayBeyondReasonEndsTheCollection() {
        CollectorBench block = CollectorBench.withSources();
        block.collector.handlePlacement(block.now, Integer.MAX_VALUE, 0);
        assertEquals("the manifest names block 2147483647, which cannot be", block.failure());
        CollectorBench relay = CollectorBench.withSources();
        relay.collector.handlePlacement(relay.now, 0, Integer.MAX_VALUE);
        assertEquals("the manifest names relay 2147483647, which cannot be", relay.failure());
        CollectorBench beyond = CollectorBench.withSources();
        beyond.collector.handlePlacement(beyond.now, 7, 0);
        beyond.collector.handleFinal(beyond.now, 7);
        assertEquals("the manifest names block 7, which cannot be", beyond.failure());
    }

    @Test
    void aBlockFarBeyondAllThatWereNamedEndsTheCollection() {
        int first = Goal.MAX_UNNAMED;
        CollectorBench placed = CollectorBench.withSources();
        placed.collector.handlePlacement(placed.now, first, 0);
        assertEquals("the manifest names block " + first + ", which cannot be", placed.failure());
        CollectorBench replaced = CollectorBench.withSources();
        replaced.collector.handleReplaced(replaced.now, 0, first);
        assertEquals("the manifest names block " + first + ", which cannot be", replaced.failure());
        CollectorBench unneeded = CollectorBench.withSources();
        unneeded.collector.handleUnneeded(unneeded.now, 0, first + 1);
        assertEquals("the manifest names block " + first + ", which cannot be", unneeded.failure());
        CollectorBench last = CollectorBench.withSources();
        last.collector.handleFinal(last.now, first + 1);
        assertEquals("the manifest names block " + first + ", which cannot be", last.failure());
    }

    @Test
    void asManyNumbersAsWereNamedMayBeNamedBeyondThoseThatAreMissing() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 3);
        bench.place(0, Goal.MAX_UNNAMED + 2, Goal.MAX_UNNAMED + 3);
        bench.collector.handleReplaced(bench.now, 0, Goal.MAX_UNNAMED + 3);
        assertTrue(bench.poll().stream().allMatch(Fetch.class::isInstance), bench.seen::toString);
    }

    @Test
    void aRelayWithOneBlockCostsLittleHoweverHighItsNumberIs() {
        CollectorBench bench = CollectorBench.withSources();
        long before = usedBytes();
        for (int relay = 0; relay < Collector.MAX_RELAYS; relay++) {
            bench.place(relay, Goal.MAX_UNNAMED - 1, Goal.MAX_UNNAMED);
        }
        long each = (usedBytes() - before) / Collector.MAX_RELAYS;
        assertTrue(each < 4096, each + " bytes a relay");
        assertEquals(List.of(), bench.poll());
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
