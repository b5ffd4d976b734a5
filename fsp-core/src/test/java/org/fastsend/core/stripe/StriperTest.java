package org.fastsend.core.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.stripe.StripeAction.Cancel;
import org.fastsend.core.stripe.StripeAction.Confirm;
import org.fastsend.core.stripe.StripeAction.CutOff;
import org.fastsend.core.stripe.StripeAction.Forget;
import org.fastsend.core.stripe.StripeAction.Placed;
import org.fastsend.core.stripe.StripeAction.Put;
import org.fastsend.core.stripe.StripeAction.Released;
import org.fastsend.core.stripe.StripeAction.Restripe;
import org.junit.jupiter.api.Test;

/// What the striper does when all goes well, and in the end game: who gets which block, when the sender is
/// released.
class StriperTest {
    @Test
    void aBlockIsReadPutPlacedForgottenConfirmedAndReleased() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        assertEquals(List.of(new Put(0, 0)), bench.poll());
        bench.striper.handleStored(bench.now, 0, 0);
        assertEquals(List.of(new Placed(0, 0), new Forget(0), new Confirm(0)), bench.poll());
        bench.striper.handleConfirmed(bench.now, 0);
        assertEquals(List.of(new Released(1)), bench.poll());
        assertEquals(List.of(), bench.poll(), "released once");
    }

    @Test
    void nothingToStripeIsReleasedAtOnce() {
        StriperBench bench = StriperBench.withTargets(2);
        bench.source(0);
        assertEquals(List.of(new Released(2)), bench.poll());
    }

    /// A tree of empty files and links has no block, but a manifest, which somebody has to keep.
    @Test
    void nothingToStripeIsNotReleasedBeforeATargetIsUpThatMayStillCome() {
        StriperBench bench = StriperBench.withTargets(1);
        bench.striper.handleMoreMayCome(bench.now, true);
        bench.source(0);
        assertEquals(List.of(), bench.poll());
        bench.striper.handleTargetUp(bench.now, 0);
        assertEquals(List.of(new Released(1)), bench.poll());
    }

    @Test
    void twoCopiesGoToTwoTargetsAndTheBlockIsHeldUntilBothAreStored() {
        StriperBench bench = StriperBench.withTargets(2, 0, 1);
        bench.source(1);
        assertEquals(List.of(new Put(0, 0), new Put(1, 0)), bench.poll());
        bench.striper.handleStored(bench.now, 1, 0);
        assertEquals(List.of(new Placed(0, 1)), bench.poll());
        bench.striper.handleStored(bench.now, 0, 0);
        assertEquals(List.of(new Placed(0, 0), new Forget(0), new Confirm(0), new Confirm(1)), bench.poll());
    }

    @Test
    void aTargetThatRestsIsGivenNothingAndWhatWaitsForItGoesElsewhere() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(2);
        assertEquals(List.of(new Put(0, 0), new Put(1, 1)), bench.poll());
        bench.striper.handleRest(bench.now, 1);
        assertEquals(List.of(new Cancel(1, 1), new Put(0, 1)), bench.poll());
        bench.striper.handleWake(bench.now, 1);
        bench.striper.handleLost(bench.now, 1, 1);
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleStored(bench.now, 0, 1);
        assertTrue(bench.poll().contains(new Placed(1, 0)), "what the other stored counts");
    }

    @Test
    void aTargetThatRestsTakesBlocksWhenNoOtherCan() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.striper.handleRest(bench.now, 0);
        bench.source(1);
        assertEquals(List.of(new Put(1, 0)), bench.poll());
        bench.striper.handleTargetDown(bench.now, 1, "gone");
        assertEquals(List.of(new Put(0, 0)), bench.poll());
    }

    @Test
    void aTargetThatIsUpAgainIsANewOne() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.striper.handleTargetDown(bench.now, 0, "reset");
        assertThrows(IllegalArgumentException.class, () -> bench.striper.handleTargetUp(bench.now, 0));
    }

    @Test
    void bytesInFlightStayWithinTheirBounds() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        assertEquals(8, bench.poll().size(), "reads, no more than eight blocks fit");
        for (int number = 0; number < 8; number++) {
            bench.striper.handleSealed(bench.now, number, StriperBench.BLOCK, 0);
        }
        assertEquals(8, bench.poll().stream().filter(Put.class::isInstance).count(), "four blocks a target");
        bench.striper.handleStored(bench.now, 0, 0);
        assertEquals(
                List.of(new Placed(0, 0), new Forget(0), new StripeAction.ReadNext()),
                bench.poll(),
                "what is stored makes room");
    }

    @Test
    void aBlockLongerThanEveryBoundStillPasses() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.poll();
        bench.striper.handleSealed(bench.now, 0, 100 * StriperBench.BLOCK, 0);
        bench.striper.handleSourceEnd(bench.now);
        assertEquals(List.of(new Put(0, 0)), bench.poll());
    }

    @Test
    void anAnswerThatComesLateOrTwiceDoesNoHarm() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.poll();
        bench.striper.handleStored(bench.now, 7, 0);
        bench.striper.handleStored(bench.now, 0, 99);
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleLost(bench.now, 0, 0);
        assertEquals(List.of(new Placed(0, 0), new Forget(0), new Confirm(0)), bench.poll());
    }

    @Test
    void anIdleTargetDuplicatesTheLastBlockAndTheFirstStoredWins() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(2);
        bench.poll();
        bench.now += 1_000_000;
        bench.striper.handleStored(bench.now, 0, 0);
        List<StripeAction> hedge = bench.untilNext(Put.class);
        assertTrue(hedge.contains(new Put(0, 1)), hedge::toString);
        bench.striper.handleStored(bench.now, 0, 1);
        assertEquals(
                List.of(new Placed(1, 0), new Cancel(1, 1), new Confirm(0)),
                bench.poll(),
                "its bytes are held while the other put is unanswered");
        bench.striper.handleConfirmed(bench.now, 0);
        assertEquals(
                List.of(new CutOff(1, "the others were done before it had stored anything"), new Released(1)),
                bench.poll(),
                "who was of no use is named");
        bench.striper.handleStored(bench.now, 1, 1);
        assertEquals(List.of(new Forget(1)), bench.poll(), "not placed a second time");
    }

    @Test
    void blocksThatWaitedInLineMakeNobodyLookTooSlowToDuplicateOne() {
        long second = 1_000_000_000;
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(8);
        bench.poll();
        for (int number = 0; number < 8; number += 2) {
            bench.now += second;
            bench.striper.handleStored(bench.now, 0, number);
        }
        assertTrue(
                bench.poll().stream().anyMatch(action -> action instanceof Put put && put.target() == 0),
                "a block takes it a second, and the other has been silent for four");
    }

    @Test
    void whenTheWinnerOfAHedgeDiesTheLoserStillCounts() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(2);
        bench.poll();
        bench.now += 1_000_000;
        bench.striper.handleStored(bench.now, 0, 0);
        bench.untilNext(Put.class);
        bench.striper.handleStored(bench.now, 0, 1);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(new Restripe(0)), bench.poll());
        bench.striper.handleStored(bench.now, 1, 1);
        assertEquals(List.of(new Placed(1, 1), new Forget(1)), bench.poll());
    }

    @Test
    void duplicatesAreBounded() {
        StriperBench bench = StriperBench.with(28, Strategy.FIRST_COME, 1, 0, 1, 2, 3, 4, 5, 6);
        bench.source(28);
        List<StripeAction> puts = bench.poll();
        bench.now += 1_000_000;
        storedBy(bench, puts, target -> target == 0);
        bench.run(900_000_000, action -> storedBy(bench, List.of(action), target -> target == 0));
        assertEquals(EndGame.FREE_HEDGES + 1, bench.puts() - puts.size(), "that many, and one for twenty blocks");
    }

    @Test
    void duplicatesThatAreLostCountToo() {
        StriperBench bench = StriperBench.with(28, Strategy.FIRST_COME, 1, 0, 1, 2, 3, 4, 5, 6);
        bench.source(28);
        List<StripeAction> puts = bench.poll();
        bench.now += 1_000_000;
        storedBy(bench, puts, target -> target < 6);
        bench.run(900_000_000, action -> {
            if (action instanceof Put(int target, int number) && target < 6) {
                bench.striper.handleLost(bench.now, target, number);
            }
        });
        assertEquals(EndGame.FREE_HEDGES + 1, bench.puts() - puts.size());
    }

    @Test
    void theSenderDoesNotWaitForSeveralTargetsThatHaveBecomeSlow() {
        long second = 1_000_000_000;
        StriperBench bench = StriperBench.with(16, Strategy.FIRST_COME, 1, 0, 1, 2, 3);
        bench.source(16);
        List<StripeAction> puts = bench.poll();
        bench.now += 10_000_000;
        storedBy(bench, puts, target -> target < 2);
        bench.now += 10 * second;
        bench.striper.handleStored(bench.now, 2, 2);
        bench.striper.handleStored(bench.now, 3, 3);
        bench.run(second, action -> {
            storedBy(bench, List.of(action), target -> target < 2);
            if (action instanceof Confirm(int target)) {
                bench.striper.handleConfirmed(bench.now, target);
            }
        });
        assertTrue(bench.seen.contains(new Released(1)), bench.seen::toString);
    }

    @Test
    void twoTargetsThatAreAboutAsSlowDoNotMakeEachOtherLookQuickEnough() {
        long second = 1_000_000_000;
        StriperBench bench = StriperBench.with(12, Strategy.FIRST_COME, 1, 0, 1, 2);
        bench.source(12);
        List<StripeAction> puts = bench.poll();
        bench.now += 10_000_000;
        storedBy(bench, puts, target -> target == 0);
        bench.now += 10 * second;
        bench.striper.handleStored(bench.now, 1, 1);
        bench.striper.handleStored(bench.now, 2, 2);
        bench.poll();
        assertTrue(
                bench.seen.stream().anyMatch(CutOff.class::isInstance),
                () -> "three blocks of either take half a minute, and the first one milliseconds: " + bench.seen);
    }

    @Test
    void aTargetFarSlowerThanTheOthersIsCutOffAtTheEndAndWhatItHoldsCounts() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(8);
        bench.poll();
        bench.now += 10_000_000;
        for (int number = 0; number < 8; number += 2) {
            bench.striper.handleStored(bench.now, 0, number);
        }
        bench.striper.handleStored(bench.now, 1, 1);
        bench.run(4_000_000_000L, action -> {
            if (action instanceof Put(int target, int number) && target == 0) {
                bench.striper.handleStored(bench.now, 0, number);
            } else if (action instanceof Confirm(int target)) {
                bench.striper.handleConfirmed(bench.now, target);
            }
        });
        assertTrue(bench.seen.contains(new Released(1)), bench.seen::toString);
        assertFalse(bench.seen.stream().anyMatch(Restripe.class::isInstance), bench.seen::toString);
    }

    @Test
    void whatAnEarlierRunPlacedIsNotReadAgainOnceItsTargetHasShownIt() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.striper.handleEarlier(bench.now, numbers(0, 1, 2));
        bench.striper.handleAlreadyPlaced(bench.now, 0, 0);
        bench.striper.handleAlreadyPlaced(bench.now, 1, 2);
        bench.striper.handleAlreadyPlaced(bench.now, 1, 7);
        bench.striper.handleSourceEnd(bench.now);
        assertEquals(List.of(new Placed(0, 0), new Placed(2, 1)), bench.poll(), "and 7 was never expected");
        bench.striper.handleEarlierSettled(bench.now);
        assertEquals(List.of(new Restripe(1)), bench.poll(), "nobody has it");
        bench.striper.handleReplacement(bench.now, 1, 1024, StriperBench.BLOCK, 0);
        Put put = assertInstanceOf(Put.class, bench.poll().getFirst());
        bench.striper.handleStored(bench.now, put.target(), 1024);
        bench.poll();
        bench.striper.handleConfirmed(bench.now, 0);
        bench.striper.handleConfirmed(bench.now, 1);
        assertEquals(List.of(new Released(1)), bench.poll());
    }

    @Test
    void nobodyIsReleasedBeforeItIsSettledWhatCountsOfAnEarlierRun() {
        StriperBench bench = StriperBench.withTargets(2, 0, 1);
        bench.striper.handleEarlier(bench.now, numbers(5));
        bench.striper.handleAlreadyPlaced(bench.now, 0, 5);
        bench.striper.handleSourceEnd(bench.now);
        assertEquals(List.of(new Placed(5, 0)), bench.poll());
        bench.striper.handleEarlierSettled(bench.now);
        assertEquals(List.of(new Restripe(5)), bench.poll(), "one copy of two");
    }

    @Test
    void aTargetThatDiesBeforeItIsSettledTakesItsBlocksOfTheEarlierRunAlong() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.striper.handleEarlier(bench.now, numbers(0, 1));
        bench.striper.handleAlreadyPlaced(bench.now, 0, 0);
        bench.striper.handleAlreadyPlaced(bench.now, 0, 1);
        bench.striper.handleSourceEnd(bench.now);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(), bench.poll(), "another may have them");
        bench.striper.handleAlreadyPlaced(bench.now, 1, 1);
        bench.striper.handleEarlierSettled(bench.now);
        assertEquals(List.of(new Placed(1, 1), new Restripe(0)), bench.poll());
        bench.striper.handleAlreadyPlaced(bench.now, 1, 0);
        assertEquals(List.of(), bench.poll(), "it is being read again already");
    }

    private static BitSet numbers(int... numbers) {
        BitSet set = new BitSet();
        Arrays.stream(numbers).forEach(set::set);
        return set;
    }

    @Test
    void roundRobinGivesEveryTargetItsTurnAndSkipsTheDead() {
        StriperBench bench = StriperBench.of(Strategy.ROUND_ROBIN, 1, 0, 1, 2);
        bench.source(6);
        assertEquals(
                List.of(new Put(0, 0), new Put(1, 1), new Put(2, 2), new Put(0, 3), new Put(1, 4), new Put(2, 5)),
                bench.poll());
        bench.striper.handleTargetDown(bench.now, 1, "killed");
        assertEquals(List.of(new Put(2, 1), new Put(0, 4)), bench.poll());
    }

    @Test
    void roundRobinWaitsForATargetWithoutRoomAndMovesOnFromAFullOne() {
        StriperBench bench = StriperBench.of(Strategy.ROUND_ROBIN, 1, 0, 1);
        for (int number = 0; number < 12; number++) {
            bench.striper.handleSealed(bench.now, number, StriperBench.BLOCK, 0);
        }
        bench.striper.handleSourceEnd(bench.now);
        assertEquals(8, bench.poll().size());
        for (int number = 1; number < 8; number += 2) {
            bench.striper.handleStored(bench.now, 1, number);
        }
        List<StripeAction> puts =
                bench.poll().stream().filter(Put.class::isInstance).toList();
        assertEquals(List.of(new Put(1, 9), new Put(1, 11)), puts, "not 8 and 10, whose turn is target 0's");
        bench.striper.handleRefused(bench.now, 0, 0, Refusal.FULL);
        puts = bench.poll().stream().filter(Put.class::isInstance).toList();
        assertEquals(List.of(new Put(1, 0), new Put(1, 8)), puts);
    }

    @Test
    void partitionedGivesEveryTargetAContiguousShare() {
        StriperBench bench = StriperBench.of(Strategy.PARTITIONED, 1, 0, 1);
        for (int number = 0; number < 8; number++) {
            bench.striper.handleSealed(bench.now, number, StriperBench.BLOCK, number / 8.0);
        }
        for (StripeAction action : bench.poll()) {
            Put put = assertInstanceOf(Put.class, action);
            assertEquals(put.number() < 4 ? 0 : 1, put.target());
        }
    }

    @Test
    void firstComeGivesMoreToWhoeverStoresFaster() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.serve(400, target -> target == 0 ? 1_000_000 : 9_000_000);
        int fast = bench.placedOn(0);
        int slow = bench.placedOn(1);
        assertEquals(400, fast + slow);
        assertTrue(fast > 5 * slow, fast + " to " + slow);
        assertTrue(bench.seen.contains(new Released(1)));
    }

    /// These targets store what they are given.
    private static void storedBy(StriperBench bench, List<StripeAction> actions, IntPredicate targets) {
        for (StripeAction action : actions) {
            if (action instanceof Put(int target, int number) && targets.test(target)) {
                bench.striper.handleStored(bench.now, target, number);
            }
        }
    }
}
