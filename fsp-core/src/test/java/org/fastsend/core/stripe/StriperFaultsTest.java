package org.fastsend.core.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.stripe.StripeAction.Confirm;
import org.fastsend.core.stripe.StripeAction.DropTarget;
import org.fastsend.core.stripe.StripeAction.Failed;
import org.fastsend.core.stripe.StripeAction.Forget;
import org.fastsend.core.stripe.StripeAction.Placed;
import org.fastsend.core.stripe.StripeAction.Put;
import org.fastsend.core.stripe.StripeAction.Released;
import org.fastsend.core.stripe.StripeAction.Restripe;
import org.junit.jupiter.api.Test;

/// What the striper does about targets that refuse, lose, die or fall silent.
class StriperFaultsTest {
    @Test
    void aTargetThatDiesBeforeItConfirmsIsNotReleasedUpon() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.poll();
        bench.striper.handleStored(bench.now, 0, 0);
        bench.poll();
        bench.striper.handleTargetUp(bench.now, 1);
        bench.sleepUntilDeadline();
        assertEquals(List.of(new DropTarget(0, "silent for 30 s"), new Restripe(0)), bench.poll());
        bench.striper.handleReplacement(bench.now, 0, 1, StriperBench.BLOCK, 0);
        assertEquals(List.of(new Put(1, 1)), bench.poll());
        bench.striper.handleStored(bench.now, 1, 1);
        bench.striper.handleConfirmed(bench.now, 1);
        assertEquals(List.of(new Placed(1, 1), new Forget(1), new Confirm(1)), bench.poll());
        bench.striper.handleConfirmed(bench.now, 1);
        assertEquals(List.of(new Released(1)), bench.poll());
    }

    @Test
    void whatATargetThatWentDownWasGivenGoesElsewhereUnderItsOldNumber() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(4);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "reset");
        List<StripeAction> puts = bench.poll();
        assertEquals(List.of(new Put(1, 0), new Put(1, 2)), puts);
    }

    @Test
    void whatATargetThatWentDownHeldIsStripedAgainUnderFreshNumbers() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(2);
        bench.poll();
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleStored(bench.now, 1, 1);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(new Restripe(0)), bench.poll());
        bench.striper.handleReplacement(bench.now, 0, 2, StriperBench.BLOCK, 0);
        assertEquals(List.of(new Put(1, 2)), bench.poll());
    }

    @Test
    void aCopyThatIsLeftDoesNotReplaceTheOneThatWentDown() {
        StriperBench bench = StriperBench.withTargets(2, 0, 1, 2);
        bench.source(1);
        bench.poll();
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleStored(bench.now, 1, 0);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(new Restripe(0)), bench.poll());
    }

    @Test
    void aStoredCopyThatWentDownWhileTheBlockIsHeldIsPutAgain() {
        StriperBench bench = StriperBench.withTargets(2, 0, 1, 2);
        bench.source(1);
        assertEquals(List.of(new Put(0, 0), new Put(1, 0)), bench.poll());
        bench.striper.handleStored(bench.now, 0, 0);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(new Put(2, 0)), bench.poll());
    }

    @Test
    void aBusyTargetIsTriedAgainLaterAndTheBlockGoesElsewhereMeanwhile() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(1);
        assertEquals(List.of(new Put(0, 0)), bench.poll());
        bench.striper.handleRefused(bench.now, 0, 0, Refusal.BUSY);
        assertEquals(List.of(new Put(1, 0)), bench.poll());
        bench.striper.handleRefused(bench.now, 1, 0, Refusal.BUSY);
        assertEquals(List.of(), bench.poll(), "both are left alone for a while");
        bench.sleepUntilDeadline();
        assertEquals(List.of(new Put(0, 0)), bench.poll());
    }

    @Test
    void aTargetThatStaysBusyForManyStallTimesTakesNoMore() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.run(60L * StriperBench.STALL_NANOS, action -> {
            if (action instanceof Put(int target, int number)) {
                bench.striper.handleRefused(bench.now, target, number, Refusal.BUSY);
            }
        });
        assertEquals("no relay takes further blocks: 1 came up, 0 lost, 1 full (last: stays busy)", bench.failure());
    }

    @Test
    void aFullTargetGetsNoMoreButWhatItHoldsCounts() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(2);
        bench.poll();
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleRefused(bench.now, 1, 1, Refusal.FULL);
        List<StripeAction> actions = bench.poll();
        assertTrue(actions.contains(new StripeAction.CutOff(1, "full")), actions::toString);
        assertTrue(actions.contains(new Put(0, 1)), actions::toString);
    }

    @Test
    void whenAllTargetsAreFullItFailsAndSaysSo() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(3);
        bench.poll();
        bench.striper.handleRefused(bench.now, 0, 0, Refusal.FULL);
        bench.striper.handleRefused(bench.now, 1, 1, Refusal.FULL);
        bench.poll();
        bench.sleepUntilDeadline();
        assertEquals("no relay takes further blocks: 2 came up, 0 lost, 2 full (last: full)", bench.failure());
    }

    @Test
    void aTargetThatComesUpInTimeSavesTheTransfer() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.poll();
        bench.striper.handleTargetDown(bench.now, 0, "killed");
        assertEquals(List.of(), bench.poll());
        bench.striper.handleTargetUp(bench.now, 1);
        assertEquals(List.of(new Put(1, 0)), bench.poll());
        bench.run(2 * StriperBench.GRACE_NANOS, action -> {});
        assertFalse(bench.seen.stream().anyMatch(Failed.class::isInstance), bench.seen::toString);
    }

    /// An overlay may be searched for half a minute, and hosts that are dead be tried first.
    @Test
    void whileTargetsMayStillComeItDoesNotFailForWantOfThem() {
        StriperBench bench = StriperBench.withTargets(1);
        bench.striper.handleMoreMayCome(bench.now, true);
        bench.source(1);
        assertEquals(List.of(), bench.poll());
        assertEquals(OptionalLong.empty(), bench.striper.nextDeadlineNanos());

        bench.striper.handleMoreMayCome(bench.now, false);
        bench.poll();
        bench.now = bench.striper.nextDeadlineNanos().orElseThrow();
        bench.striper.handleTimeout(bench.now);
        assertInstanceOf(StripeAction.Failed.class, bench.poll().getFirst());
    }

    @Test
    void withoutAnyTargetItFailsAfterTheTimeOfGrace() {
        StriperBench bench = StriperBench.withTargets(1);
        bench.source(1);
        bench.poll();
        bench.sleepUntilDeadline();
        assertEquals(StriperBench.GRACE_NANOS, bench.now);
        assertEquals("no relay takes further blocks: none came up", bench.failure());
    }

    @Test
    void aBlockThatSeveralTargetsFindDamagedFailsTheTransfer() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(1);
        bench.poll();
        bench.striper.handleRefused(bench.now, 0, 0, Refusal.BAD_BLOCK);
        assertEquals(List.of(new Put(1, 0)), bench.poll());
        bench.striper.handleRefused(bench.now, 1, 0, Refusal.BAD_BLOCK);
        Put third = assertInstanceOf(Put.class, bench.poll().getFirst());
        bench.striper.handleRefused(bench.now, third.target(), 0, Refusal.BAD_BLOCK);
        assertEquals(List.of(new Failed("block 0 arrives damaged wherever it is put")), bench.poll());
    }

    @Test
    void aTargetThatAloneFindsBlocksDamagedIsDropped() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        for (int i = 0; i < 3; i++) {
            assertEquals(List.of(new Put(0, 0)), bench.poll());
            bench.striper.handleRefused(bench.now, 0, 0, Refusal.BAD_BLOCK);
        }
        assertEquals(List.of(new DropTarget(0, "blocks arrive there damaged")), bench.poll());
    }

    @Test
    void aTargetWhoseLeaseEndedIsDroppedAndWhatItHeldIsStripedAgain() {
        StriperBench bench = StriperBench.withTargets(1, 0, 1);
        bench.source(3);
        bench.poll();
        bench.striper.handleStored(bench.now, 0, 0);
        bench.striper.handleRefused(bench.now, 0, 2, Refusal.EXPIRED);
        List<StripeAction> actions = bench.poll();
        assertTrue(actions.contains(new DropTarget(0, "the lease or capability has ended")), actions::toString);
        assertTrue(actions.contains(new Restripe(0)), actions::toString);
        assertTrue(actions.contains(new Put(1, 2)), actions::toString);
    }

    @Test
    void aTargetThatLosesEveryPutIsDroppedInTheEnd() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.run(StriperBench.STALL_NANOS, action -> {
            if (action instanceof Put(int target, int number)) {
                bench.striper.handleLost(bench.now, target, number);
            }
        });
        assertTrue(bench.seen.contains(new DropTarget(0, "loses blocks on the way")), bench.seen::toString);
        assertEquals(8, bench.seen.stream().filter(Put.class::isInstance).count());
    }

    @Test
    void aTargetThatIsSilentIsDroppedAfterTheStallTime() {
        StriperBench bench = StriperBench.withTargets(1, 0);
        bench.source(1);
        bench.run(2 * StriperBench.STALL_NANOS, action -> {});
        assertTrue(bench.seen.contains(new DropTarget(0, "silent for 30 s")), bench.seen::toString);
        assertEquals(
                "no relay takes further blocks: 1 came up, 1 lost, 0 full (last: silent for 30 s)", bench.failure());
    }
}
