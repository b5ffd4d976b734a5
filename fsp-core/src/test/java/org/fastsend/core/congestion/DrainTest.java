package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.congestion.Drain.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final long MS = 1_000_000;
    private static final long PERIOD = 7_500 * MS;
    private static final long STEP = 10 * MS;
    private static final double QUEUE = 40.0 * MS;
    private static final double FULL = 80.0 * MS;
    private static final double EMPTY = 1.0 * MS;
    private static final double SPAN = 100.0 * MS;
    private static final long LAG = 50 * MS;

    private static final double LINK_BYTES_PER_SECOND = 12.5e6;

    private final Newcomer newcomer = new Newcomer();
    private final Drain drain = new Drain(newcomer);
    private long now;
    /// Of the usual rate, that is sent while the queue drains.
    private double sends = Drain.PART;
    private boolean several;

    private boolean tells;

    @BeforeEach
    void theNewcomersDrainsAreOver() {
        newcomer.begin(QUEUE, SPAN, now);
    }

    private Verdict report(double queue, double part) {
        if (sends > 0 && drain.isOn(now)) {
            drain.handleSent(now, (int) (sends * part * LINK_BYTES_PER_SECOND * STEP / 1e9), now);
        }
        now += STEP;
        Verdict verdict = drain.handleReport(queue, 0, EMPTY, queue >= FULL, now);
        if (drain.isDue(LAG, now)) {
            drain.begin(
                    queue,
                    new Bottleneck(LINK_BYTES_PER_SECOND, part * LINK_BYTES_PER_SECOND, 1500, several),
                    SPAN,
                    tells,
                    now);
        }
        return verdict;
    }

    /// Reports that queue until the next drain begins.
    private void awaitDrain(double part) {
        long end = now + 2 * PERIOD;
        while (!drain.isOn(now) && now < end) {
            assertEquals(Verdict.NOTHING, report(QUEUE, part));
        }
        assertTrue(drain.isOn(now));
    }

    private Verdict drainTo(double least, double part) {
        awaitDrain(part);
        assertEquals(Verdict.NOTHING, report(least, part));
        Verdict verdict;
        do {
            verdict = report(QUEUE, part);
        } while (drain.disturbs(now));
        return verdict;
    }

    @Test
    void aDrainBeginsSoThatItComesAFixedTimeAfterTheDeepestDip() {
        drain.restart(now);
        report(QUEUE, 0.5);
        report(QUEUE / 4, 0.5);
        long dip = now;
        for (int i = 0; i < 100; i++) {
            report(i == 50 ? QUEUE / 2 : QUEUE, 0.5);
        }
        awaitDrain(0.5);
        assertTrue(now - dip > PERIOD - LAG && now - dip <= PERIOD - LAG + STEP, () -> "after " + (now - dip));
    }

    @Test
    void anEmptyPathNeedsNoDrain() {
        drain.restart(now);
        for (int i = 0; i < 2000; i++) {
            report(EMPTY / 2, 0.5);
            assertFalse(drain.isOn(now));
        }
    }

    @Test
    void aQueueThatEmptiesIsMadeByTheSameKindAndOneThatStaysIsNot() {
        drain.restart(now);
        assertEquals(Verdict.KIN, drainTo(QUEUE / 10, 0.2));
        assertEquals(Verdict.FOREIGN, drainTo(QUEUE * 0.7, 0.2));
        assertEquals(Verdict.NOTHING, drainTo(QUEUE * 0.5, 0.2));
    }

    @Test
    void aQueueThatStaysTellsNothingWhereSeveralLinksStandInARow() {
        several = true;
        drain.restart(now);
        assertEquals(Verdict.NOTHING, drainTo(QUEUE * 0.7, 0.2));
    }

    @Test
    void whoCouldEmptyTheQueueAloneLearnsNothingFromThat() {
        drain.restart(now);
        assertEquals(Verdict.NOTHING, drainTo(QUEUE / 10, 0.7));
        assertEquals(Verdict.FOREIGN, drainTo(QUEUE * 0.5, 0.7));
    }

    @Test
    void whoHoldsItsOwnAgainstRivalsLearnsFromAQueueThatEmptiesThatThereAreNone() {
        drain.restart(now);
        assertEquals(Verdict.KIN, drainTo(QUEUE / 10, 0.45));
    }

    @Test
    void whatALongPathsSenderLeavesOutCountsAsItIs() {
        sends = 0;
        drain.restart(now);
        assertEquals(Verdict.FOREIGN, drainTo(QUEUE * 0.45, 0.2));
        assertEquals(Verdict.NOTHING, drainTo(QUEUE / 10, 0.4));
    }

    @Test
    void onASlowLinkThatOthersShareItIsDeeper() {
        Drain other = new Drain(new Newcomer());
        other.begin(20e6, Bottleneck.single(1e6, 0.3e6, 1500), 50e6, false, 0);
        assertEquals(Drain.PART / 2, other.part());
        other.begin(20e6, Bottleneck.single(1e6, 0.95e6, 1500), 50e6, false, 0);
        assertEquals(Drain.PART, other.part(), "who has the link empties it alone");
        other.begin(20e6, Bottleneck.single(10e6, 3e6, 1500), 50e6, false, 0);
        assertEquals(Drain.PART, other.part());
    }

    /// Those who share one of them with it do not drain when those at the others do.
    @Test
    void whoSharesSeveralLinksInARowEmptiesThemByItself() {
        Drain other = new Drain(new Newcomer());
        other.begin(20e6, new Bottleneck(10e6, 2.5e6, 1500, true), 50e6, false, 0);
        assertTrue(other.part() < Drain.PART / 4);
    }

    @Test
    void whoMustKnowLearnsOfTheOthersHoweverMuchOfTheLinkItHas() {
        tells = true;
        for (double sent : new double[] {0, Drain.PART}) {
            sends = sent;
            drain.restart(now);
            assertEquals(Verdict.KIN, drainTo(QUEUE / 10, 0.7), "of the usual rate was sent: " + sent);
            assertEquals(Verdict.FOREIGN, drainTo(QUEUE * 0.7, 0.7), "of the usual rate was sent: " + sent);
        }
    }

    @Test
    void twoWhoMustKnowLearnOfEachOtherThoughTheyDoNotEmptyTheQueue() {
        tells = true;
        drain.restart(now);
        assertEquals(Verdict.KIN, drainTo(QUEUE * 0.3, 0.45));
        assertEquals(Verdict.NOTHING, drainTo(QUEUE * 0.5, 0.45));
    }

    @Test
    void itsPacketsAreThoseSentWhileItLasts() {
        sends = 0;
        drain.restart(now);
        drain.handleSent(1, 1500, now);
        awaitDrain(0.5);
        drain.handleSent(2, 1500, now);
        drain.handleSent(3, 1500, now);
        while (drain.isOn(now)) {
            report(QUEUE, 0.5);
        }
        drain.handleSent(4, 1500, now);
        assertTrue(drain.isOf(TestReports.counts(2, 0, 3)));
        assertFalse(drain.isOf(TestReports.counts(2, 1, 3)));
        assertFalse(drain.isOf(TestReports.counts(2, 1, 4)));
    }

    @Test
    void aReportWithSomeOfADrainInItIsNotWhatThePathCarries() {
        drain.restart(now);
        drain.handleSent(1, 1500, now);
        awaitDrain(0.5);
        drain.handleSent(now, 1500, now);
        long during = now;
        now = endOfDrain();
        drain.handleSent(during + 1, 1500, now);
        assertFalse(drain.handleArrivals(TestReports.counts(1, 0, 1)));
        assertTrue(drain.handleArrivals(TestReports.counts(2, 0, during)));
        assertTrue(drain.handleArrivals(TestReports.counts(1, 0, during + 1)));
        assertFalse(drain.handleArrivals(TestReports.counts(1, 0, during + 2)));
    }

    @Test
    void norIsOneInWhichNothingCameAsNothingWasSent() {
        sends = 0;
        drain.restart(now);
        drain.handleSent(1, 1500, now);
        assertFalse(drain.handleArrivals(TestReports.counts(0, 1, 1)));
        awaitDrain(0.5);
        now = endOfDrain();
        drain.handleSent(2, 1500, now);
        assertTrue(drain.handleArrivals(TestReports.counts(0, 1, 1)));
        assertTrue(drain.handleArrivals(TestReports.counts(1, 0, 2)));
        assertFalse(drain.handleArrivals(TestReports.counts(1, 0, 3)));
        assertFalse(drain.handleArrivals(TestReports.counts(0, 1, 4)));
    }

    @Test
    void norIsOneThatBeginsWithLossesBehindTheDrain() {
        sends = 0;
        drain.restart(now);
        drain.handleSent(1, 1500, now);
        awaitDrain(0.5);
        now = endOfDrain();
        for (int packet = 3; packet < 9; packet++) { // the second is of another kind
            drain.handleSent(packet, 1500, now);
        }
        assertTrue(drain.handleArrivals(TestReports.counts(1, 0, 2)));
        assertTrue(drain.handleArrivals(TestReports.counts(1, 1, 7)), "three are missing and not given up yet");
        assertFalse(drain.handleArrivals(TestReports.counts(1, 0, 8)));
    }

    private long endOfDrain() {
        long end = now;
        while (drain.isOn(end)) {
            end += STEP;
        }
        return end;
    }

    /// The queue empties every five seconds, from that height.
    private double dipFrom(double height) {
        long phase = now % (5_000 * MS);
        double queue = phase == 0 ? EMPTY / 2 : phase > 4_900 * MS ? height : QUEUE;
        report(queue, 0.1);
        assertFalse(drain.isOn(now));
        return queue;
    }

    @Test
    void whatOthersEmptiedByOverflowingMakesItOverdue() {
        drain.restart(now);
        while (!drain.isOverdue(LAG, now)) {
            assertTrue(now < 13_000 * MS);
            dipFrom(FULL);
        }
        assertTrue(now % (5_000 * MS) > 2_500 * MS, "not where the queue has just been low");
    }

    @Test
    void whoSeeTheSameOverflowAreOverdueTogetherWhateverTheirLastDrains() {
        Drain other = new Drain(newcomer);
        other.restart(now);
        drain.restart(now + 1_000 * MS);
        while (!drain.isOverdue(LAG, now)) {
            assertFalse(other.isOverdue(LAG, now));
            double queue = dipFrom(FULL);
            other.handleReport(queue, 0, EMPTY, queue >= FULL, now);
            assertTrue(now < 13_000 * MS);
        }
        assertTrue(other.isOverdue(LAG, now));
    }

    @Test
    void whatOthersEmptyNoMoreOftenThanByDrainsMakesItNotOverdue() {
        drain.restart(now);
        while (now < 5 * PERIOD) {
            now += STEP;
            double queue = now % PERIOD == 2_000 * MS ? 0 : FULL;
            drain.handleReport(queue, 0, EMPTY, true, now);
            assertFalse(drain.isOverdue(LAG, now));
        }
    }

    @Test
    void anOverflowThatLeavesAQueueMakesItNotOverdue() {
        drain.restart(now);
        report(FULL, 0.1);
        report(2 * EMPTY, 0.1);
        while (!drain.isOn(now)) {
            report(QUEUE, 0.1);
            assertFalse(drain.isOverdue(LAG, now));
        }
    }

    @Test
    void dipsOfOthersThatDrainPutItOffForGood() {
        drain.restart(now);
        while (now < 10 * PERIOD) {
            dipFrom(QUEUE);
            assertFalse(drain.isOverdue(LAG, now));
        }
    }

    @Test
    void aQueueThatSomebodySoundsMeanwhileTellsNothing() {
        drain.restart(now);
        awaitDrain(0.2);
        Verdict verdict;
        do {
            verdict = report(1.5 * QUEUE, 0.2);
        } while (drain.disturbs(now));
        assertEquals(Verdict.NOTHING, verdict);
    }

    @Test
    void whereThereWasNoQueueADrainTellsNothing() {
        drain.restart(now);
        drain.begin(EMPTY / 2, Bottleneck.single(LINK_BYTES_PER_SECOND, LINK_BYTES_PER_SECOND, 1500), SPAN, false, now);
        while (drain.disturbs(now)) {
            assertEquals(Verdict.NOTHING, report(EMPTY / 2, 1));
        }
    }

    @Test
    void aNewcomersFirstDrainComesEarlyAndLastsUntilItHasShownAll() {
        Drain early = new Drain(new Newcomer());
        early.restart(now);
        while (!early.isDue(LAG, now)) {
            now += STEP;
            early.handleReport(EMPTY, 0, EMPTY, false, now);
        }
        assertTrue(now <= 1_010 * MS);
        assertEquals(60 * MS, lasts(early, 20.0 * MS, -MS));
        assertTrue(early.isNewcomers(), "as the path is shorter than it seemed, there may be more to see");
        assertEquals(40 * MS, lasts(early, 20.0 * MS, 0));
        assertFalse(early.isNewcomers());
    }

    @Test
    void whereNeverWasAQueueThereIsNoneToDrain() {
        Drain early = new Drain(new Newcomer());
        early.restart(now);
        while (now < 2 * PERIOD) {
            now += STEP;
            early.handleReport(EMPTY / 2, 0, EMPTY, false, now);
            assertFalse(early.isDue(LAG, now));
        }
    }

    private long lasts(Drain drain, double spanNanos, long shiftNanos) {
        long begin = now;
        Bottleneck slow = Bottleneck.single(1e6, 1e6, 1500);
        drain.begin(0, slow, spanNanos, false, now);
        while (drain.isOn(now)) {
            now += STEP;
            drain.handleReport(0, shiftNanos, EMPTY, false, now);
        }
        return now - begin;
    }
}
