package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long SECOND = 1_000_000_000;
    private static final int DATAGRAM = 1500;

    /// Sends for a second as soon as it may; the bytes sent.
    private static double second(long rate, long quantum, long oversleepNanos) {
        Pacer pacer = new Pacer(0);
        long bytes = 0;
        long now = 0;
        while (now < SECOND) {
            int burst = pacer.burstDatagrams(rate, quantum, 0, DATAGRAM, now);
            if (burst > 0) {
                assertTrue(burst >= Pacer.MIN_BURST_DATAGRAMS && burst <= Pacer.MAX_BURST_DATAGRAMS);
                assertTrue(burst == Pacer.MIN_BURST_DATAGRAMS || (double) burst * DATAGRAM / rate * SECOND <= quantum);
                pacer.spend((long) burst * DATAGRAM);
                bytes += (long) burst * DATAGRAM;
            } else {
                now = pacer.nextBurstNanos(rate, quantum, DATAGRAM, now) + oversleepNanos;
            }
        }
        return (double) bytes;
    }

    @Test
    void theRateIsKeptInBoundedBursts() {
        for (long rate : new long[] {12_500, 125_000, 12_500_000, 125_000_000, 1_250_000_000}) {
            for (long quantum : new long[] {100_000, Pacer.MAX_QUANTUM_NANOS}) {
                assertEquals((double) rate, second(rate, quantum, 0), Math.max(0.01 * rate, 3.0 * DATAGRAM));
            }
        }
    }

    @Test
    void timeSleptTooLongIsMadeUpFor() {
        assertEquals(12_500_000.0, second(12_500_000, Pacer.MAX_QUANTUM_NANOS, 300_000), 125_000.0);
    }

    @Test
    void aLongPauseIsNotAnsweredByAFlood() {
        Pacer pacer = new Pacer(0);
        int bursts = 0;
        while (pacer.burstDatagrams(12_500_000, Pacer.MAX_QUANTUM_NANOS, 0, DATAGRAM, 10 * SECOND) > 0) {
            pacer.spend(8L * DATAGRAM);
            bursts++;
        }
        assertTrue(bursts <= 2, "bursts " + bursts);
    }

    @Test
    void whatAHostIsLateIsMadeUpForAsFarAsItMay() {
        Pacer pacer = new Pacer(0);
        long quantum = Pacer.MAX_QUANTUM_NANOS / 4;
        int datagrams = 0;
        int burst;
        while ((burst = pacer.burstDatagrams(12_500_000, quantum, Pacer.MAX_QUANTUM_NANOS, DATAGRAM, SECOND)) > 0) {
            pacer.spend((long) burst * DATAGRAM);
            datagrams += burst;
        }
        assertTrue(datagrams >= 7 && datagrams * DATAGRAM <= 12_500, datagrams + " datagrams of a millisecond's");
    }
}
