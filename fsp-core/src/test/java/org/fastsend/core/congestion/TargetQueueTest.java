package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TargetQueueTest {
    private static final long MS = 1_000_000;
    private static final Bottleneck LINK = Bottleneck.single(12.5e6, 1e6, 1500);
    private static final double ALONE = LINK.aloneNanos();

    private final TargetQueue aim = new TargetQueue();

    private double target(double part) {
        return target(LINK, part);
    }

    private double target(Bottleneck link, double part) {
        return aim.nanos(link, part, false, 0);
    }

    private void overflowed(double nanos) {
        aim.suspect(nanos, LINK, 0);
        aim.confirm();
    }

    @Test
    void theSmallerTheShareTheLongerTheQueueThatIsAskedFor() {
        assertEquals(ALONE, target(1));
        assertEquals(4 * ALONE, target(0.25));
    }

    @Test
    void aRememberedOverflowBendsItDown() {
        overflowed(20.0 * MS);
        assertTrue(target(0.25) < 12 * MS, () -> "target " + target(0.25));
    }

    @Test
    void aBufferSeenToBeFullCountsUnlessAnOverflowIsRemembered() {
        aim.filled(20.0 * MS, LINK, 0);
        assertEquals(20.0 * MS, aim.highNanos(LINK));
        aim.filled(30.0 * MS, LINK, 0);
        assertEquals(20.0 * MS, aim.highNanos(LINK));
    }

    @Test
    void aBufferSeenToBeFullCountsWhateverComesOfASuspicionMeanwhile() {
        aim.suspect(15.0 * MS, LINK, 0);
        aim.filled(20.0 * MS, LINK, 0);
        aim.acquit();
        assertEquals(20.0 * MS, aim.highNanos(LINK));
    }

    @Test
    void aBaseThatWasTakenForTooLongMakesEveryQueueHigherThatIsRemembered() {
        overflowed(20.0 * MS);
        aim.suspect(15.0 * MS, LINK, 0);
        aim.shift(-30 * MS);
        assertEquals(45.0 * MS, aim.highNanos(LINK));
        aim.acquit();
        assertEquals(50.0 * MS, aim.highNanos(LINK));
    }

    @Test
    void noBufferIsShorterThanEightDatagramsUnlessTheLinkIsMuchFasterThanItWasTakenFor() {
        Bottleneck slow = Bottleneck.single(0.56e6, 0.4e6, 1500);
        aim.suspect(2.0 * MS, slow, 0);
        assertEquals(8 * slow.datagramNanos(), aim.highNanos(slow), 1);
        assertEquals(2.0 * MS, aim.highNanos(LINK), 1, "the link turned out to be faster");
        aim.suspect(40.0 * MS, slow, 0);
        assertEquals(40.0 * MS, aim.highNanos(slow), 1);
    }

    /// A newcomer sees little of a full buffer's queue before it knows the empty path.
    @Test
    void thatItIsNoShorterMakesItNoHigherWhenThePathTurnsOutToBeShorter() {
        overflowed(0.5 * MS);
        aim.suspectAgain(LINK, 0);
        aim.shift(-9 * MS);
        assertEquals(9.45 * MS, aim.highNanos(LINK));
    }

    @Test
    void inAShortBufferATenthOfTheLinkAsksForHalfOfIt() {
        overflowed(5.0 * MS);
        assertEquals(2.6 * MS, target(0.1), 0.1 * MS);
        assertEquals(0.65 * MS, target(1), 0.05 * MS);
    }

    @Test
    void whoseBufferHoldsAFewDatagramsAsksForFourOfThemAtLeast() {
        Bottleneck slow = Bottleneck.single(1.25e6, 1e6, 1500);
        overflowed(16 * slow.datagramNanos());
        assertTrue(target(slow, 1) > 3.9 * slow.datagramNanos(), () -> "target " + target(slow, 1));
    }

    @Test
    void aSuspicionThatWasWrongLeavesNoTrace() {
        aim.suspect(20.0 * MS, LINK, 0);
        aim.acquit();
        assertEquals(4 * ALONE, target(0.25));
    }

    @Test
    void aBufferHoldsNoLessThanItIsSeenToHold() {
        overflowed(20.0 * MS);
        aim.stood(90 * MS, 60 * MS, 10.0 * MS);
        assertEquals(60.0 * MS, aim.highNanos(LINK));
        aim.stood(50 * MS, 40 * MS, 10.0 * MS);
        assertEquals(60.0 * MS, aim.highNanos(LINK));
    }

    @Test
    void whatIsOnTrialIsLeftAsItIs() {
        aim.suspect(20.0 * MS, LINK, 0);
        aim.stood(90 * MS, 60 * MS, 10.0 * MS);
        assertEquals(20.0 * MS, aim.highNanos(LINK));
    }
}
