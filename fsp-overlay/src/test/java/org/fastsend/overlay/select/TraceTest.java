package org.fastsend.overlay.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayChoice.Sample;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private static Sample sample(long sentBytes, boolean busy, Optional<BlockChannel.Echo> echo) {
        return new Sample(0, sentBytes, 0, busy, echo);
    }

    private static Optional<BlockChannel.Echo> echo(long atNanos, long bytes) {
        return Optional.of(new BlockChannel.Echo(atNanos, bytes));
    }

    @Test
    void whatTheTargetSaysCountsAndNotWhatTheKernelTook() {
        Trace trace = new Trace();
        for (long at = 0; at <= SECOND; at += 100 * MS) {
            trace.add(at, sample(at == 0 ? 0 : 4_000_000, true, echo(at, at / 1000)));
        }
        assertEquals(1_000_000, trace.arrivedRate(0, SECOND), 1);
        assertEquals(4_000_000, trace.sentRate(0, SECOND), 1);
    }

    @Test
    void untilItSaysSomethingWhatWasSentHasToDo() {
        Trace trace = new Trace();
        trace.add(0, sample(0, true, Optional.empty()));
        trace.add(SECOND, sample(500, true, Optional.empty()));
        assertEquals(500, trace.arrivedRate(0, SECOND), 1);
    }

    @Test
    void aTargetIsDownToNothingOnlyIfItSaidSoJustNow() {
        Trace trace = new Trace();
        for (long at = 0; at <= SECOND; at += 100 * MS) {
            trace.add(at, sample(0, true, echo(at, Math.min(at, SECOND / 2) / 1000)));
        }
        assertTrue(trace.isDownTo(1000, SECOND));
        assertFalse(trace.isDownTo(1000, 2 * SECOND), "it has said nothing for a second");
    }

    @Test
    void aMomentWithoutWorkIsNoRest() {
        Trace trace = new Trace();
        for (int i = 0; i <= 10; i++) {
            trace.add(i * (100 * MS), sample(0, i != 4, Optional.empty()));
        }
        assertTrue(trace.wasBusy(0, SECOND));
        assertFalse(trace.wasBusy(300 * MS, 500 * MS), "a third of the time");
        assertFalse(trace.wasBusy(2 * SECOND, 3 * SECOND), "nothing is known");
    }

    @Test
    void targetsThatSpeakAtDifferentMomentsAreComparedStepByStep() {
        Trace one = new Trace();
        Trace other = new Trace();
        long bytes = 0;
        for (int i = 0; i <= 200; i++) {
            long at = i * (10 * MS);
            bytes += i / 25 % 2 == 0 ? 900 : 100; // and the other gets what is left of 1000
            one.add(at, sample(0, true, i % 10 == 0 ? echo(at, bytes) : Optional.empty()));
            other.add(at, sample(0, true, i % 10 == 5 ? echo(at, 1000L * (i + 1) - bytes) : Optional.empty()));
        }
        double contention = Trace.contention(one, other);
        assertTrue(contention > 0.5, "contention " + contention);
    }
}
