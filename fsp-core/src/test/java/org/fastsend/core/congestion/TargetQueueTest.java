package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TargetQueueTest {
    private static final long MS = 1_000_000;
    private static final double ALONE = 10.0 * MS;

    private final TargetQueue aim = new TargetQueue();

    private double target(double part) {
        return aim.nanos(ALONE, part, false, 0);
    }

    @Test
    void theSmallerTheShareTheLongerTheQueueThatIsAskedFor() {
        assertEquals(ALONE, target(1));
        assertEquals(4 * ALONE, target(0.25));
    }

    @Test
    void aRememberedOverflowBendsItDown() {
        aim.suspect(20.0 * MS, 0);
        aim.confirm();
        assertTrue(target(0.25) < 12 * MS, () -> "target " + target(0.25));
    }

    @Test
    void aSuspicionThatWasWrongLeavesNoTrace() {
        aim.suspect(20.0 * MS, 0);
        aim.acquit();
        assertEquals(4 * ALONE, target(0.25));
    }

    @Test
    void aBufferHoldsNoLessThanItIsSeenToHold() {
        aim.suspect(20.0 * MS, 0);
        aim.confirm();
        aim.stood(90 * MS, 60 * MS, 10.0 * MS);
        assertEquals(60.0 * MS, aim.highNanos());
        aim.stood(50 * MS, 40 * MS, 10.0 * MS);
        assertEquals(60.0 * MS, aim.highNanos());
    }

    @Test
    void whatIsOnTrialIsLeftAsItIs() {
        aim.suspect(20.0 * MS, 0);
        aim.stood(90 * MS, 60 * MS, 10.0 * MS);
        assertEquals(20.0 * MS, aim.highNanos());
    }
}
