package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EqualizerTest {
    private static final double MS = 1e6;
    private static final double SECOND = 1e9;
    private static final double SPAN = 300 * MS;
    private static final double TARGET = 2 * MS;
    private static final double REPORT = 20 * MS;

    private final Equalizer equalizer = new Equalizer();

    /// The correction after the queue stood so high for so long.
    private double after(double seconds, double queueNanos, double lawNanos) {
        double error = 0;
        for (double now = 0; now < seconds * SECOND; now += REPORT) {
            error = equalizer.errorNanos(TARGET, queueNanos, SPAN, lawNanos, REPORT);
        }
        return error;
    }

    @Test
    void aQueueThatStandsBelowTheTargetCountsAsMuchMoreAsTheLawIsTooSlow() {
        double error = TARGET - 1.5 * MS;
        assertEquals(9 * error, after(60, 1.5 * MS, 100 * SECOND), 0.01 * error);
    }

    @Test
    void whereTheTargetFallsTheQueueThatStoodBeforeWasNotTooHigh() {
        double high = 10 * TARGET;
        for (double now = 0; now < 60 * SECOND; now += REPORT) {
            equalizer.errorNanos(high, 0.9 * high, SPAN, 100 * SECOND, REPORT);
        }
        double error = after(REPORT / SECOND, 0.9 * TARGET, 100 * SECOND);
        assertEquals(9 * 0.1 * TARGET, error, 0.01 * TARGET, "the buffer turned out to be short; it has emptied since");
    }

    @Test
    void aLawThatIsFastIsLeftAlone() {
        assertEquals(0, after(60, 1.5 * MS, 10 * SECOND));
    }

    @Test
    void whatTheQueueDoesInARoundTripHardlyCounts() {
        after(60, TARGET, 100 * SECOND);
        double error = after(SPAN / SECOND, 2 * TARGET, 100 * SECOND);
        assertTrue(Math.abs(error) < 0.5 * TARGET, () -> "error " + error);
    }

    @Test
    void aSenderThatHasJustComeTrustsItsMeanLittle() {
        double error = after(REPORT / SECOND, 0.5 * TARGET, 100 * SECOND);
        assertTrue(Math.abs(error) < 0.1 * TARGET, () -> "error " + error);
    }

    @Test
    void aPathWithoutAQueueIsLeftToTheLaw() {
        assertEquals(0, after(60, 0.1 * TARGET, 100 * SECOND));
    }
}
