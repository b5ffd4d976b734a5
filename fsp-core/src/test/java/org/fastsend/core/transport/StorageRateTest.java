package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.wire.ProtocolException;
import org.junit.jupiter.api.Test;

class StorageRateTest {
    private static final long STEP_NANOS = 100_000_000;
    private static final int STEP_BYTES = 1 << 20;

    private final ReceiveWindow window = new ReceiveWindow(64 * STEP_BYTES);
    private final StorageRate rate = new StorageRate(0);
    private int step;

    /// Another tenth of a second: a mebibyte comes, and so much is dealt with.
    private void step(int releasedBytes) throws ProtocolException {
        window.arrive(STEP_BYTES);
        window.release(releasedBytes);
        rate.observe(window, ++step * STEP_NANOS);
    }

    @Test
    void whoTakesWhatComesIsNoLimit() throws ProtocolException {
        for (int i = 0; i < 100; i++) {
            step(STEP_BYTES);
        }
        assertEquals(StorageRate.UNLIMITED, rate.bytesPerSecond());
    }

    @Test
    void aStorageThatTakesHalfSetsTheRateOnceAQuarterOfTheWindowWaits() throws ProtocolException {
        for (int i = 0; i < 31; i++) {
            step(STEP_BYTES / 2);
        }
        assertEquals(StorageRate.UNLIMITED, rate.bytesPerSecond());
        step(STEP_BYTES / 2);
        assertEquals(5.0 * STEP_BYTES, rate.bytesPerSecond(), 0.3 * STEP_BYTES);
    }

    @Test
    void whatWaitsForTheRestOfItsMessageIsNoFaultOfTheStorage() throws ProtocolException {
        for (int i = 0; i < 40; i++) {
            window.grow(STEP_BYTES);
            step(0);
        }
        assertEquals(StorageRate.UNLIMITED, rate.bytesPerSecond());
        window.grown(40 * STEP_BYTES);
        step(0);
        assertTrue(rate.bytesPerSecond() < StorageRate.UNLIMITED);
    }
}
