package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// A sounding is packets 100 to 149 here, on a path that loses a twentieth.
class EchoTest {
    private static final long MS = 1_000_000;
    private static final double USUAL_LOSS = 0.05;

    private final Echo echo = new Echo();

    private void sends() {
        for (long packet = 1; packet <= 200; packet++) {
            echo.handleSent(packet, packet >= 100 && packet < 150);
        }
    }

    private OptionalDouble hears(int delivered, int lost, long newest, long peakNanos) {
        return echo.handleReport(TestReports.counts(delivered, lost, newest), peakNanos, USUAL_LOSS);
    }

    @Test
    void aBufferThatEndsBelowTheSoundingsHeightDropsTheRest() {
        sends();
        hears(90, 5, 95, 25 * MS);
        assertEquals(OptionalDouble.empty(), hears(30, 0, 125, 41 * MS));
        assertEquals(OptionalDouble.empty(), hears(8, 12, 149, 42 * MS), "more of it may come");
        assertEquals(OptionalDouble.of(42.0 * MS), hears(20, 2, 170, 30 * MS));
        assertEquals(OptionalDouble.empty(), hears(20, 20, 200, 30 * MS), "told once");
    }

    @Test
    void aBufferThatHoldsItAllLosesNoMoreThanThePath() {
        sends();
        hears(90, 5, 95, 25 * MS);
        hears(50, 4, 149, 50 * MS);
        assertEquals(OptionalDouble.empty(), hears(20, 2, 170, 30 * MS));
    }

    @Test
    void whatWasLostBeforeIsNotItsOwn() {
        sends();
        hears(40, 50, 99, 25 * MS);
        hears(48, 2, 149, 50 * MS);
        assertEquals(OptionalDouble.empty(), hears(20, 1, 170, 30 * MS));
    }

    @Test
    void withoutASoundingNothingIsHeard() {
        for (long packet = 1; packet <= 200; packet++) {
            echo.handleSent(packet, false);
        }
        assertEquals(OptionalDouble.empty(), hears(100, 100, 200, 50 * MS));
    }

    @Test
    void theNextSoundingIsHeardAgain() {
        sends();
        hears(199, 0, 199, 25 * MS);
        for (long packet = 201; packet <= 300; packet++) {
            echo.handleSent(packet, packet < 250);
        }
        hears(1, 0, 200, 25 * MS);
        hears(30, 19, 249, 33 * MS);
        assertEquals(OptionalDouble.of(33.0 * MS), hears(20, 1, 270, 30 * MS));
    }
}
