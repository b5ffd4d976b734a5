package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SoundingTest {
    private static final long MS = 1_000_000;
    private static final double LINK_BYTES_PER_SECOND = 12.5e6;
    private static final double QUEUE_NANOS = 5.0 * MS;

    private static final long OCCASION = 7_500 * MS;

    private final Sounding sounding = new Sounding();
    private long now;

    private static Bottleneck withPart(double part) {
        return Bottleneck.single(LINK_BYTES_PER_SECOND, part * LINK_BYTES_PER_SECOND, 1500);
    }

    @Test
    void whatIsSentTooFastFillsTheQueueToFourTimesTheHeightThatALoneSenderAimsAt() {
        Bottleneck link = withPart(0.6);
        assertTrue(sounding.begins(withPart(0.6), QUEUE_NANOS, now));
        long nanos = 0;
        while (sounding.isOn(now + nanos)) {
            nanos += MS / 10;
        }
        double excessBytes = (sounding.bytesPerSecond() - link.rateBytesPerSecond()) * nanos / 1e9;
        double height = QUEUE_NANOS + excessBytes / LINK_BYTES_PER_SECOND * 1e9;
        assertEquals(4 * link.aloneNanos(), height, 0.5 * MS);
        assertEquals(4 * link.aloneNanos(), sounding.takeHeightNanos());
        assertEquals(0, sounding.takeHeightNanos(), "told once");
    }

    @Test
    void whoIsAloneOrHasLittleOfTheLinkAsksNothing() {
        for (int i = 0; i < 100; i++) {
            now += OCCASION;
            assertFalse(sounding.begins(withPart(0.99), QUEUE_NANOS, now));
            assertFalse(sounding.begins(withPart(0.05), QUEUE_NANOS, now));
        }
    }

    @Test
    void aQueueThatOthersFillAsTheyLikeIsNotFilledFurther() {
        for (int i = 0; i < 100; i++) {
            now += OCCASION;
            assertFalse(sounding.begins(withPart(0.5), 1_000.0 * MS, now));
        }
    }

    @Test
    void whereManyShareALinkItsQueueIsFilledWellAboveWhereItStands() {
        double standing = 80.0 * MS;
        for (double height : new double[] {1.5 * standing, 1.75 * standing, 2.125 * standing}) {
            assertTrue(sounding.begins(withPart(0.15), standing, now));
            assertEquals(height, sounding.takeHeightNanos());
            now += 64 * OCCASION;
        }
    }

    @Test
    void aSlowLinkWhoseQueueIsAFewDatagramsIsSoundedLikeAnyOther() {
        double slow = 1e6 / 8;
        assertTrue(sounding.begins(Bottleneck.single(slow, 0.6 * slow, 1500), QUEUE_NANOS, now));
    }

    @Test
    void alsoByWhoIsAloneThere() {
        double slow = 1e6 / 8;
        assertTrue(sounding.begins(Bottleneck.single(slow, 0.99 * slow, 1500), QUEUE_NANOS, now));
    }

    @Test
    void eachTimeItWaitsTwiceAsLongAndFillsHalfAsMuchAgain() {
        double times = 4;
        for (long wait = OCCASION; wait <= 64 * OCCASION; wait *= 2) {
            assertTrue(sounding.begins(withPart(0.6), QUEUE_NANOS, now));
            assertEquals(times * withPart(0.6).aloneNanos(), sounding.takeHeightNanos());
            times = Math.min(9, 1.5 * times);
            for (long end = now + wait; now < end; now += OCCASION) {
                assertFalse(sounding.begins(withPart(0.6), QUEUE_NANOS, now + MS), "within " + wait / MS + " ms");
            }
        }
    }

    @Test
    void whoIsAloneOnASlowLinkFillsTheQueueUntilItWouldBeHalfOfABuffer() {
        double slow = 20e6 / 8;
        Bottleneck link = Bottleneck.single(slow, 0.99 * slow, 1500);
        assertTrue(sounding.begins(link, QUEUE_NANOS, now));
        assertEquals(2 * link.aloneNanos(), sounding.takeHeightNanos());
        assertFalse(sounding.begins(link, QUEUE_NANOS, now + MS));
    }
}
