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
    private static final int ENOUGH = 200;

    private final NarrowLink narrow = new NarrowLink();

    private void count(int readings, double bytesPerSecond) {
        for (int i = 0; i < readings; i++) {
            narrow.count(bytesPerSecond);
        }
    }

    @Test
    void neighboursBetweenWhichNothingComesAllTellOfTheLink() {
        count(ENOUGH, LINK);
        assertEquals(LINK, narrow.bytesPerSecond());
        assertFalse(narrow.isFollowed());
    }

    @Test
    void fewTellNothing() {
        count(20, LINK);
        assertEquals(0, narrow.bytesPerSecond());
    }

    @Test
    void atLinksThatFollowOthersComeBetweenMostOfThem() {
        System.out.println("seed 7");
        Random random = new Random(7);
        for (int i = 0; i < ENOUGH; i++) {
            int between = random.nextInt(4);
            narrow.count(LINK / (1 + between) * (0.99 + random.nextDouble() / 50));
        }
        assertEquals(LINK, narrow.bytesPerSecond(), LINK / 50);
        assertTrue(narrow.isFollowed());
    }

    @Test
    void oneInFourThatTellsIsEnough() {
        for (int i = 0; i < ENOUGH; i++) {
            narrow.count(i % 4 == 0 ? LINK : LINK / (2 + i % 3));
        }
        assertEquals(LINK, narrow.bytesPerSecond());
    }

    @Test
    void aHostThatHandsOnSeveralAtATimeSaysNothing() {
        for (int i = 0; i < ENOUGH; i++) {
            narrow.count(i % 4 == 0 ? LINK / 2 : LINK * (10 + i));
        }
        assertEquals(0, narrow.bytesPerSecond());
    }

    /// What is taken for several links needs three tenths more than a bump tells.
    @ParameterizedTest(name = "off by {0}")
    @ValueSource(doubles = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1})
    void clocksThatBlurItMakeItSeemFasterByLittleOrSayNothing(double off) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            NarrowLink blurred = new NarrowLink();
            for (int i = 0; i < ENOUGH; i++) {
                double gap = 1 + off * random.nextGaussian();
                if (gap > 0) {
                    blurred.count(LINK / gap);
                }
            }
            assertTrue(blurred.bytesPerSecond() < 1.3 * LINK, "seed " + seed + ": " + blurred.bytesPerSecond() / LINK);
        }
    }

    @Test
    void anotherPathIsKnownAfterAMinuteOrTwo() {
        count(ENOUGH, LINK);
        count(ENOUGH, LINK / 10);
        assertEquals(LINK / 10, narrow.bytesPerSecond());
    }
}
