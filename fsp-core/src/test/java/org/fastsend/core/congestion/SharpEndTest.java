package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharpEndTest {
    private static final double LINK = 12.5e6;
    private static final int ENOUGH = 200;

    private final SharpEnd end = new SharpEnd();

    private void count(int readings, double bytesPerSecond) {
        for (int i = 0; i < readings; i++) {
            end.count(bytesPerSecond);
        }
    }

    @Test
    void neighboursBetweenWhichNothingComesAllTellOfTheLink() {
        count(ENOUGH, LINK);
        assertEquals(LINK, end.value());
        assertEquals(0, end.shortPart());
    }

    @Test
    void fewTellNothing() {
        count(20, LINK);
        assertEquals(0, end.value());
    }

    @Test
    void atLinksThatFollowOthersComeBetweenMostOfThem() {
        System.out.println("seed 7");
        Random random = new Random(7);
        for (int i = 0; i < ENOUGH; i++) {
            int between = random.nextInt(4);
            end.count(LINK / (1 + between) * (0.99 + random.nextDouble() / 50));
        }
        assertEquals(LINK, end.value(), LINK / 50);
        assertEquals(0.75, end.shortPart(), 0.1);
    }

    @Test
    void oneInFourThatTellsIsEnough() {
        for (int i = 0; i < ENOUGH; i++) {
            end.count(i % 4 == 0 ? LINK : LINK / (2 + i % 3));
        }
        assertEquals(LINK, end.value());
    }

    @Test
    void aHostThatHandsOnSeveralAtATimeSaysNothing() {
        for (int i = 0; i < ENOUGH; i++) {
            end.count(i % 4 == 0 ? LINK / 2 : LINK * (10 + i));
        }
        assertEquals(0, end.value());
    }

    /// What is taken for several links needs three tenths more than a bump tells.
    @ParameterizedTest(name = "off by {0}")
    @ValueSource(doubles = {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1})
    void clocksThatBlurItMakeItSeemFasterByLittleOrSayNothing(double off) {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            SharpEnd blurred = new SharpEnd();
            for (int i = 0; i < ENOUGH; i++) {
                double gap = 1 + off * random.nextGaussian();
                blurred.count(gap > 0 ? LINK / gap : Double.POSITIVE_INFINITY);
            }
            assertTrue(off > 0.05 || blurred.value() > 0.9 * LINK, "seed " + seed + ": " + blurred.value() / LINK);
            assertTrue(blurred.value() < 1.3 * LINK, "seed " + seed + ": " + blurred.value() / LINK);
        }
    }

    @Test
    void whatIsForgottenDoesNotCount() {
        count(ENOUGH, LINK);
        end.forget();
        assertEquals(0, end.value());
        count(20, LINK);
        assertEquals(0, end.value());
    }

    @Test
    void anotherPathIsKnownAfterAMinuteOrTwo() {
        count(ENOUGH, LINK);
        count(ENOUGH, LINK / 10);
        assertEquals(LINK / 10, end.value());
    }
}
