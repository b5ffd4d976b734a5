package org.fastsend.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReorderWindowTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long ROUND_TRIP = 160 * MILLISECOND;

    private final RttEstimator rtt = new RttEstimator();
    private final ReorderWindow window = new ReorderWindow(rtt);

    ReorderWindowTest() {
        rtt.sample(ROUND_TRIP);
    }

    @Test
    void aSixteenthOfARoundTripIsWaitedForAtFirst() {
        assertEquals(10 * MILLISECOND, window.nanos());
    }

    @Test
    void whatWasSentTwiceInVainDoublesItOnceARoundTrip() {
        window.widen(0);
        window.widen(ROUND_TRIP / 2);
        assertEquals(20 * MILLISECOND, window.nanos(), "what was on its way already is no news");
        window.widen(ROUND_TRIP);
        assertEquals(40 * MILLISECOND, window.nanos());
    }

    @Test
    void itIsNeverMoreThanARoundTrip() {
        for (int i = 0; i < 100; i++) {
            window.widen(i * ROUND_TRIP);
        }
        assertEquals(ROUND_TRIP, window.nanos());
    }

    @Test
    void sixteenRoundTripsWithoutHalveIt() {
        window.widen(0);
        window.widen(ROUND_TRIP);
        window.decay(16 * ROUND_TRIP);
        assertEquals(40 * MILLISECOND, window.nanos(), "counted from the last");
        window.decay(17 * ROUND_TRIP);
        assertEquals(20 * MILLISECOND, window.nanos());
        window.decay(18 * ROUND_TRIP);
        assertEquals(20 * MILLISECOND, window.nanos(), "a step takes sixteen");
        window.decay(33 * ROUND_TRIP);
        assertEquals(10 * MILLISECOND, window.nanos());
    }
}
