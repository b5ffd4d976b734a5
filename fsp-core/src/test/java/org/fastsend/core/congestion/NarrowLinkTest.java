package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NarrowLinkTest {
    private static final double LINK = 12.5e6;
    private static final int ENOUGH = 400;
    private static final long SECOND = 1_000_000_000;

    private final NarrowLink narrow = new NarrowLink();

    /// Neighbours arrived so far apart, in times that the link takes.
    private void count(double gap) {
        narrow.count(gap > 0 ? LINK / gap : Double.POSITIVE_INFINITY, SECOND);
    }

    @Test
    void isTheOnlyOneWhereNothingComesBetween() {
        for (int i = 0; i < ENOUGH; i++) {
            count(1);
        }
        assertEquals(LINK, narrow.bytesPerSecond(), 1);
        assertFalse(narrow.isFollowed());
    }

    @Test
    void isFollowedByOthersWhereMuchComesBetween() {
        System.out.println("seed 7");
        Random random = new Random(7);
        for (int i = 0; i < ENOUGH; i++) {
            count(1 + random.nextInt(2));
        }
        assertEquals(LINK, narrow.bytesPerSecond(), LINK / 100);
        assertTrue(narrow.isFollowed());
    }

    /// As radios and other slotted links hand them on.
    @ParameterizedTest(name = "every {0} of what they are apart")
    @ValueSource(doubles = {0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.5, 3})
    void aLinkThatHandsOnAtSetTimesSeemsTwiceAsFastAtMost(double slot) {
        System.out.println("seed 7");
        Random random = new Random(7);
        double sent = 0;
        double arrived = 0;
        for (int i = 0; i < ENOUGH; i++) {
            sent += 1;
            if (i % 6 == 0) {
                sent += random.nextDouble(); // another train
            }
            double handedOn = Math.ceil(sent / slot) * slot;
            count(handedOn - arrived);
            arrived = handedOn;
        }
        double most = 2;
        assertTrue(narrow.bytesPerSecond() < most * LINK, narrow.bytesPerSecond() / LINK + " times the link");
    }

    @Test
    void whatNobodyTellsAnyMoreIsForgotten() {
        for (int i = 0; i < ENOUGH; i++) {
            count(1);
        }
        narrow.age(290 * SECOND);
        assertEquals(LINK, narrow.bytesPerSecond(), 1);
        narrow.age(310 * SECOND);
        assertEquals(0, narrow.bytesPerSecond());
    }
}
