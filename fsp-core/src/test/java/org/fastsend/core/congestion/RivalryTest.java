package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.congestion.Drain.Verdict;
import org.junit.jupiter.api.Test;

class RivalryTest {
    private static final long SECOND = 1_000_000_000;
    private static final double SMALL = 0.1;

    private final Rivalry rivalry = new Rivalry();
    private long now;

    private void drain(Verdict verdict, double share) {
        pass(8, share);
        rivalry.handleDrain(verdict, share, now);
    }

    private void pass(int seconds, double share) {
        for (int i = 0; i < 10 * seconds; i++) {
            now += SECOND / 10;
            rivalry.handleRound(share, now);
        }
    }

    /// At ten reports a second.
    private void lose(int delivered, int lost, double usualLoss, long nanos) {
        for (long end = now + nanos; now < end; ) {
            now += SECOND / 10;
            rivalry.handleLoss(delivered, lost, usualLoss, now);
        }
    }

    @Test
    void twoDrainsThatLeaveTheQueueShowARival() {
        drain(Verdict.FOREIGN, SMALL);
        assertFalse(rivalry.present());
        drain(Verdict.NOTHING, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        assertTrue(rivalry.present());
        pass(2, SMALL);
        assertTrue(rivalry.push() > 2);
    }

    @Test
    void aSenderWithItsShareSuspectsNobody() {
        for (int i = 0; i < 5; i++) {
            drain(Verdict.FOREIGN, 0.3);
        }
        assertFalse(rivalry.present());
        assertEquals(1, rivalry.push());
    }

    @Test
    void twoDrainsThatEmptyTheQueueClearEverybody() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.KIN, SMALL);
        drain(Verdict.NOTHING, SMALL);
        drain(Verdict.KIN, SMALL);
        assertFalse(rivalry.present());
        pass(5, SMALL);
        assertEquals(1, rivalry.push());
        drain(Verdict.FOREIGN, SMALL);
        assertFalse(rivalry.present());
    }

    @Test
    void oneMayHaveMetTheMomentWhenARivalBackedOffAndOnlyStopsItFromPushingHarder() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        pass(2, SMALL);
        rivalry.handleDrain(Verdict.KIN, SMALL, now);
        double push = rivalry.push();
        pass(5, SMALL);
        assertTrue(rivalry.present());
        assertEquals(push, rivalry.push());
        drain(Verdict.FOREIGN, SMALL);
        assertTrue(rivalry.present());
        pass(1, SMALL);
        assertTrue(rivalry.push() > push);
    }

    @Test
    void aRivalThatDrainsDoNotShowAnyLongerIsForgotten() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        pass(40, SMALL);
        assertTrue(rivalry.present());
        pass(25, SMALL);
        assertFalse(rivalry.present());
        assertEquals(1, rivalry.push());
    }

    @Test
    void pushingStopsAtAboutTwoFifths() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        pass(3, SMALL);
        double push = rivalry.push();
        pass(3, 0.44);
        assertEquals(push, rivalry.push());
        pass(1, 0.6);
        assertTrue(rivalry.push() < push);
    }

    @Test
    void whoPushesAndLosesMuchCallsATruceForAMinute() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        pass(2, SMALL);
        lose(10, 0, 0.02, SECOND / 10);
        lose(300, 100, 0.02, SECOND / 10);
        assertTrue(rivalry.present(), "an overflow");
        lose(7, 3, 0.02, 5 * SECOND);
        assertFalse(rivalry.present());
        pass(1, SMALL);
        assertEquals(1, rivalry.push());
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        assertFalse(rivalry.present(), "nobody is suspected meanwhile");
        pass(60, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        assertTrue(rivalry.present());
    }

    @Test
    void whatThePathLosesAnywayIsNoReasonForATruce() {
        drain(Verdict.FOREIGN, SMALL);
        drain(Verdict.FOREIGN, SMALL);
        lose(9, 1, 0.05, 20 * SECOND);
        assertTrue(rivalry.present());
    }
}
