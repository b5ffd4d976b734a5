package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NewcomerTest {
    private static final long MS = 1_000_000;
    private static final double SPAN = 400.0 * MS;
    private static final double ALONE = 20.0 * MS;
    private static final double EMPTY = 2.0 * MS;

    private final Newcomer newcomer = new Newcomer();

    @Test
    void whoHasJustComeDrainsOnceForAGoodPartOfARoundTrip() {
        assertTrue(newcomer.drains());
        assertEquals(100.0 * MS, newcomer.begin(ALONE, SPAN, 0));
        assertFalse(newcomer.drains());
        assertEquals(0, newcomer.begin(ALONE, SPAN, 0));
    }

    @Test
    void onAShortPathItIsStillLongEnoughToShow() {
        assertEquals(60.0 * MS, newcomer.begin(ALONE, 20.0 * MS, 0));
    }

    @Test
    void aFastLinksQueuesAreShort() {
        assertEquals(20.0 * MS, newcomer.begin(4.0 * MS, SPAN, 0));
    }

    @Test
    void aPathThatTurnsOutToBeShorterMayBeShorterStill() {
        newcomer.begin(ALONE, SPAN, 0);
        newcomer.handleReport(0, -MS, EMPTY, MS);
        assertFalse(newcomer.drains(), "that may be noise");
        newcomer.handleReport(0, -2 * MS, EMPTY, MS);
        assertTrue(newcomer.drains());
    }

    @Test
    void butItIsNotTriedForEver() {
        int drains = 0;
        while (newcomer.drains()) {
            newcomer.begin(ALONE, SPAN, 0);
            newcomer.handleReport(0, -10 * MS, EMPTY, MS);
            drains++;
        }
        assertEquals(3, drains);
    }

    @Test
    void whatOthersDrainsShowLaterIsNoReason() {
        newcomer.begin(ALONE, SPAN, 0);
        newcomer.begin(ALONE, SPAN, 0);
        newcomer.handleReport(0, -10 * MS, EMPTY, MS);
        assertFalse(newcomer.drains());
    }

    @Test
    void aDrainIsOverOnceItHasShownNothingNewForARoundTrip() {
        newcomer.begin(ALONE, 20.0 * MS, 0);
        for (long now = 0; now < 100 * MS; now += MS) {
            newcomer.handleReport(now == 20 * MS ? EMPTY : 0, now == 40 * MS ? -MS : 0, EMPTY, now);
            assertEquals(now > 70 * MS, newcomer.isOver(now));
        }
    }

    @Test
    void laterDrainsLastAsLongAsTheyMust() {
        newcomer.begin(ALONE, 20.0 * MS, 0);
        newcomer.begin(ALONE, 20.0 * MS, 0);
        assertFalse(newcomer.isOver(100 * MS));
    }
}
