package org.fastsend.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.collect.CollectAction.Cancel;
import org.fastsend.core.collect.CollectAction.Complete;
import org.fastsend.core.collect.CollectAction.Fetch;
import org.junit.jupiter.api.Test;

/// What the collector does when all goes well, and in the end game: who is asked for which block, when it is
/// complete.
class CollectorTest {
    @Test
    void whatIsPlacedIsFetchedAndOnceTheManifestIsFinalItIsComplete() {
        CollectorBench bench = CollectorBench.withSources(3);
        bench.place(3, 0, 2);
        assertEquals(List.of(new Fetch(3, 0), new Fetch(3, 1)), bench.poll());
        bench.deliver(3, 0);
        bench.deliver(3, 1);
        assertEquals(List.of(), bench.poll(), "more may come");
        bench.collector.handleFinal(bench.now, 2);
        assertEquals(List.of(new Complete()), bench.poll());
        assertEquals(List.of(), bench.poll(), "complete once");
    }

    @Test
    void aTransferWithoutBlocksIsCompleteWhenItsManifestIsFinal() {
        CollectorBench bench = CollectorBench.withSources();
        assertEquals(List.of(), bench.poll());
        bench.collector.handleFinal(bench.now, 0);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void whatHasArrivedIsNotEnoughItMustBeHeld() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 1);
        bench.collector.handleFinal(bench.now, 1);
        bench.poll();
        bench.collector.handleArrived(bench.now, 0, 0);
        assertEquals(List.of(), bench.poll());
        bench.collector.handleHeld(bench.now, 0);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void whatAnEarlierRunHeldIsNotFetchedAgain() {
        BitSet held = new BitSet();
        held.set(0, 3);
        CollectorBench bench = new CollectorBench(held, 0);
        bench.place(0, 0, 5);
        bench.collector.handleFinal(bench.now, 5);
        assertEquals(List.of(new Fetch(0, 3), new Fetch(0, 4)), bench.poll());
    }

    @Test
    void whatComesDirectlyIsNotFetchedAndAFetchOfItIsCancelled() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.collector.handleHeld(bench.now, 0);
        bench.place(0, 0, 2);
        assertEquals(List.of(new Fetch(0, 1)), bench.poll());
        bench.collector.handleHeld(bench.now, 1);
        assertEquals(List.of(new Cancel(0, 1)), bench.poll());
    }

    @Test
    void bytesInFlightStayWithinTheirBounds() {
        CollectorBench bench = CollectorBench.withSources(0, 1, 2);
        bench.place(0, 0, 100);
        bench.place(1, 100, 200);
        bench.place(2, 200, 300);
        assertEquals(8, bench.poll().size(), "four blocks a source, eight in all");
        bench.deliver(0, 0);
        assertEquals(1, bench.poll().size());
    }

    @Test
    void aBlockLongerThanTheBoundsStillPasses() {
        Collector collector = new Collector(new CollectSettings(10, 10, 1000, 1), new BitSet());
        collector.handleSourceUp(0, 0);
        collector.handlePlacement(0, 0, 0);
        collector.handlePlacement(0, 1, 0);
        assertEquals(new Fetch(0, 0), collector.poll(0).orElseThrow());
        assertTrue(collector.poll(0).isEmpty(), "but one at a time");
    }

    @Test
    void oneThatIsToWaitAsksForNothingUntilTheManifestIsFinalOrAtItsEnd() {
        for (boolean whole : List.of(true, false)) {
            Collector collector = new Collector(new CollectSettings(10_000, 10_000, 1000, 1, true), new BitSet());
            collector.handleSourceUp(0, 0);
            collector.handlePlacement(0, 0, 0);
            collector.handlePlacement(0, 1, 0);
            collector.handleHeld(0, 1);
            assertTrue(collector.poll(0).isEmpty(), "more may come");
            if (whole) {
                collector.handleFinal(0, 2);
            } else {
                collector.handleFeedEnd(0);
            }
            assertEquals(new Fetch(0, 0), collector.poll(0).orElseThrow());
        }
    }

    @Test
    void aReplacementIsAsGoodAsItsOriginalAndTheOtherWayRound() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.collector.handleHeld(bench.now, 0);
        bench.collector.handleReplaced(bench.now, 0, 2);
        bench.collector.handleReplaced(bench.now, 1, 3);
        bench.collector.handlePlacement(bench.now, 2, 0);
        assertEquals(List.of(), bench.poll(), "its original is held");
        bench.collector.handlePlacement(bench.now, 3, 0);
        assertEquals(List.of(new Fetch(0, 3)), bench.poll());
        bench.deliver(0, 3);
        bench.collector.handleFinal(bench.now, 4);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void whatIsNotNeededIsNeitherFetchedNorWaitedFor() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 3);
        bench.poll();
        bench.collector.handleReplaced(bench.now, 2, 6);
        bench.collector.handleUnneeded(bench.now, 2, 3);
        assertEquals(List.of(new Cancel(0, 2)), bench.poll());
        bench.place(0, 6, 7);
        assertEquals(List.of(), bench.poll(), "it replaces one that is not needed");
        bench.deliver(0, 0);
        bench.deliver(0, 1);
        bench.collector.handleHeld(bench.now, 5);
        bench.collector.handleFinal(bench.now, 7);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void aChainOfReplacementsIsOneFamily() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.collector.handleReplaced(bench.now, 5, 9);
        bench.collector.handleReplaced(bench.now, 1, 5);
        bench.collector.handlePlacement(bench.now, 1, 0);
        assertEquals(List.of(new Fetch(0, 1)), bench.poll());
        bench.collector.handlePlacement(bench.now, 9, 1);
        assertEquals(List.of(), bench.poll(), "the same extents are on their way");
        bench.collector.handleRefused(bench.now, 0, 1, Refusal.MISSING);
        assertEquals(List.of(new Fetch(1, 9)), bench.poll());
        bench.deliver(1, 9);
        bench.place(0, 0, 10);
        bench.poll();
        assertFalse(bench.seen.contains(new Fetch(0, 5)), bench.seen::toString);
    }

    @Test
    void aReplacementThatBecomesKnownWhileBothAreOnTheirWayDoesNoHarm() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 1);
        bench.place(1, 1, 2);
        bench.poll();
        bench.collector.handleReplaced(bench.now, 0, 1);
        bench.deliver(1, 1);
        assertEquals(List.of(new Cancel(0, 0)), bench.poll());
        bench.collector.handleFinal(bench.now, 2);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void anIdleSourceIsAskedForTheLastBlockAndTheFirstToComeWins() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 2);
        bench.place(1, 0, 2);
        bench.collector.handleFinal(bench.now, 2);
        assertEquals(List.of(new Fetch(0, 0), new Fetch(1, 1)), bench.poll());
        bench.now += 1_000_000;
        bench.deliver(0, 0);
        assertTrue(bench.untilNext(Fetch.class).contains(new Fetch(0, 1)));
        bench.collector.handleArrived(bench.now, 0, 1);
        assertEquals(List.of(), bench.poll(), "it may be bad");
        bench.collector.handleHeld(bench.now, 1);
        assertEquals(List.of(new Cancel(1, 1)), bench.poll().subList(0, 1));
        bench.collector.handleArrived(bench.now, 1, 1);
        assertTrue(bench.seen.contains(new Complete()));
    }

    @Test
    void aHedgeThatTurnsOutBadLeavesTheOtherFetchToDeliver() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 2);
        bench.place(1, 0, 2);
        bench.collector.handleFinal(bench.now, 2);
        bench.poll();
        bench.now += 1_000_000;
        bench.deliver(0, 0);
        bench.untilNext(Fetch.class);
        bench.collector.handleArrived(bench.now, 0, 1);
        bench.collector.handleBad(bench.now, 0, 1, "tag wrong");
        assertEquals(List.of(), bench.poll());
        bench.deliver(1, 1);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void aCancelledFetchIsNotAskedForAgainBeforeItIsAnswered() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 20);
        bench.place(1, 0, 20);
        bench.collector.handleFinal(bench.now, 20);
        bench.run(5_000_000_000L, action -> {
            if (action instanceof Fetch(int relay, int block) && relay == 0) {
                bench.now += 1_000_000;
                if (block % 2 == 1 && block < 8 && bench.now < 900_000_000) {
                    bench.collector.handleLost(bench.now, relay, block); // until no hedge is left
                } else if (block == 1) {
                    bench.collector.handleRefused(bench.now, relay, block, Refusal.MISSING);
                } else {
                    bench.deliver(relay, block);
                }
            }
        });
        assertTrue(bench.seen.contains(new Cancel(1, 1)), bench.seen::toString);
        assertEquals(List.of(), bench.poll(), "nobody but the slow one has it, and that owes an answer");
        bench.collector.handleLost(bench.now, 1, 1);
        assertEquals(List.of(new Fetch(1, 1)), bench.poll());
        bench.deliver(1, 1);
        assertEquals(List.of(new Complete()), bench.poll());
    }

    @Test
    void duplicatesAreBounded() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 8);
        bench.place(1, 0, 8);
        bench.collector.handleFinal(bench.now, 8);
        for (CollectAction action : bench.poll()) {
            if (action instanceof Fetch(int relay, int block) && relay == 0) {
                bench.now += 1_000_000;
                bench.deliver(relay, block);
            }
        }
        int before = bench.fetchesFrom(0, 1);
        bench.run(500_000_000, action -> {
            if (action instanceof Fetch(int relay, int block) && relay == 0) {
                bench.collector.handleLost(bench.now, relay, block);
            }
        });
        assertTrue(bench.fetchesFrom(0, 1) - before <= 4, "that many on top of a fiftieth of the blocks");
    }

    @Test
    void aSourceFarBehindIsReplacedByTheOthersAtTheEnd() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 40);
        bench.place(1, 0, 40);
        bench.collector.handleFinal(bench.now, 40);
        bench.run(10_000_000_000L, action -> {
            if (action instanceof Fetch(int relay, int block) && relay == 0) {
                bench.now += 1_000_000;
                bench.deliver(relay, block);
            }
        });
        assertTrue(bench.seen.contains(new Complete()), bench.seen::toString);
    }

    @Test
    void fasterSourcesAreAskedForMore() {
        CollectorBench bench = CollectorBench.withSources(0, 1);
        bench.place(0, 0, 400);
        bench.place(1, 0, 400);
        bench.collector.handleFinal(bench.now, 400);
        bench.serve(relay -> relay == 0 ? 1_000_000 : 9_000_000);
        assertTrue(bench.seen.contains(new Complete()), bench.seen::toString);
        int fast = bench.fetchesFrom(0);
        int slow = bench.fetchesFrom(1);
        assertTrue(fast > 5 * slow, fast + " to " + slow);
    }

    @Test
    void answersThatComeLateOrTwiceDoNoHarm() {
        CollectorBench bench = CollectorBench.withSources(0);
        bench.place(0, 0, 2);
        bench.poll();
        bench.deliver(0, 0);
        bench.deliver(0, 0);
        bench.collector.handleLost(bench.now, 0, 0);
        bench.collector.handleRefused(bench.now, 9, 0, Refusal.FAILED);
        bench.collector.handleBad(bench.now, 9, 0, "of an unknown relay");
        bench.collector.handleSourceDown(bench.now, 9, "unknown");
        bench.deliver(0, 1);
        bench.collector.handleFinal(bench.now, 2);
        assertEquals(List.of(new Complete()), bench.poll());
        bench.collector.handleHeld(bench.now, 0);
        bench.collector.handleSourceUp(bench.now, 0);
        assertEquals(List.of(), bench.poll(), "complete is the last it says");
    }
}
