package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void aWholeTransferIsRunThoughSomeOfItIsLost() throws IOException {
        assertEquals(WarmUp.BYTES, new WarmUp().transfer());
    }

    @Test
    void whoAsksForSomeTimeOfItGetsWholeTransfersUntilThatIsOver() throws IOException {
        AtomicLong readings = new AtomicLong();
        new WarmUp().runFor(3, readings::getAndIncrement); // it looks at the clock between transfers
        assertEquals(4, readings.get(), "two were begun");
    }

    @Test
    void repairsAreMadeAndSolved() {
        assertEquals(15 * 1_472, WarmUp.repair());
    }

    @Test
    void nothingIsRunOnceTheFirstConnectionIsOpen() throws IOException {
        WarmUp warmUp = new WarmUp();
        warmUp.end();
        assertEquals(0, warmUp.transfer());
    }
}
