package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.fastsend.core.net.udp.LoopReading;
import org.junit.jupiter.api.Test;

class BusyCoreTest {
    private static final long MS = 1_000_000;
    private static final LoopReading BUSY = new LoopReading(0.97, true);
    private static final LoopReading CONTENT = new LoopReading(0.97, false);
    private static final LoopReading IDLE = new LoopReading(0.6, true);

    private OptionalDouble freeProcessors = OptionalDouble.of(1);
    private long nowNanos;
    private final BusyCore judge = new BusyCore(this::idle);

    private OptionalLong idle() {
        return freeProcessors.isPresent()
                ? OptionalLong.of((long) (nowNanos * freeProcessors.getAsDouble()))
                : OptionalLong.empty();
    }

    /// Looks at the same for so long.
    ///
    /// @return how often it was enough
    private int look(long millis, LoopReading... readings) {
        int enough = 0;
        for (long end = nowNanos + millis * MS; nowNanos < end; nowNanos += BusyCore.LOOK_NANOS) {
            enough += judge.handleReadings(List.of(readings), nowNanos) ? 1 : 0;
        }
        return enough;
    }

    @Test
    void twoBusySecondsInARowAreEnough() {
        assertEquals(0, look(2000, BUSY));
        assertEquals(1, look(250, BUSY));
    }

    @Test
    void aMomentOfRestBeginsThemAnew() {
        look(1750, BUSY);
        look(250, IDLE);
        assertEquals(0, look(2000, BUSY));
        assertEquals(1, look(250, BUSY));
    }

    @Test
    void aSessionThatIsThereHasToShowItselfBeforeTheNext() {
        assertEquals(1, look(2250, BUSY));
        assertEquals(0, look(2000, BUSY, BUSY));
        assertEquals(1, look(250, BUSY, BUSY));
    }

    @Test
    void whereOneLoopHasTimeNoFurtherOneIsNeeded() {
        assertEquals(0, look(10_000, BUSY, IDLE));
    }

    @Test
    void whatSendsAllThatItMayWaitsForTheNetwork() {
        assertEquals(0, look(10_000, CONTENT));
    }

    @Test
    void aProbeOfThePathNowAndThenIsNoRest() {
        look(250, CONTENT);
        look(1750, BUSY);
        assertTrue(judge.handleReadings(List.of(BUSY), nowNanos));
    }

    @Test
    void whereOthersTakeTheOtherProcessorsNoFurtherSessionIsOfUse() {
        freeProcessors = OptionalDouble.of(0.3);
        assertEquals(0, look(10_000, BUSY));
        freeProcessors = OptionalDouble.empty();
        assertEquals(1, look(2250, BUSY));
    }

    @Test
    void withoutConnectionsThereIsNothingToJudge() {
        assertEquals(0, look(10_000));
    }
}
