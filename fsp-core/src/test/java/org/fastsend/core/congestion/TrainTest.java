package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrainTest {
    private static final long MS = 1_000_000;
    private static final int DATAGRAM = 1500;
    private static final int PING = 70;
    private static final double LINK = 4e6 / 8;
    private static final double STANDING_NANOS = 30e6;
    private static final double SECOND = 1e9;
    /// Of the link, with the rest sent by others.
    private static final double SHARE = 0.25;

    private final Train train = new Train(new Pulse());
    private long next = 100;
    private double queueNanos = STANDING_NANOS;

    private static Bottleneck link(double bytesPerSecond, double share) {
        return new Bottleneck(bytesPerSecond, share * bytesPerSecond, DATAGRAM);
    }

    private void begin() {
        train.begin(link(LINK, SHARE), 0, STANDING_NANOS, 0);
    }

    /// Returns the queue that it meets.
    private double send(int bytes) {
        train.handleSent(next++, bytes, MS);
        queueNanos += bytes * SECOND / LINK;
        return queueNanos;
    }

    private OptionalDouble report(long newest, int delivered, double newestNanos) {
        return train.handleReport(TestReports.counts(delivered, 0, newest), newestNanos, 20 * MS);
    }

    @Test
    void theLastMeetsWhatThoseBeforeItPutIntoTheQueue() {
        begin();
        assertTrue(train.asksForReport());
        double first = send(PING);
        assertFalse(train.asksForReport());
        for (int i = 0; i < 3; i++) {
            send(DATAGRAM);
        }
        assertTrue(train.asksForReport());
        double last = send(PING);
        assertEquals(OptionalDouble.empty(), report(100, 1, first));
        assertEquals(LINK, report(104, 4, last).orElseThrow(), 1);
        assertFalse(train.isAwaited());
    }

    @Test
    void whatIsLostSpreadsNothing() {
        begin();
        double first = send(PING);
        send(DATAGRAM);
        send(DATAGRAM);
        send(DATAGRAM);
        double last = send(PING) - DATAGRAM * SECOND / LINK;
        report(100, 1, first);
        assertEquals(OptionalDouble.empty(), report(104, 3, last));
        report(105, 1, last);
        assertFalse(train.isAwaited());
    }

    @Test
    void twoNeighboursTellTooLittle() {
        begin();
        double first = send(PING);
        double second = send(DATAGRAM);
        report(100, 1, first);
        assertEquals(OptionalDouble.empty(), report(101, 1, second));
        assertTrue(train.isAwaited());
    }

    @Test
    void aTrainThatNobodyTellsOfIsNotWaitedForForEver() {
        begin();
        send(PING);
        send(DATAGRAM);
        assertEquals(OptionalDouble.empty(), report(110, 10, STANDING_NANOS));
        assertFalse(train.isAwaited());
        begin();
        long pastItsPause = 60 * MS;
        train.handleReport(TestReports.counts(1, 0, 110), STANDING_NANOS, pastItsPause);
        assertFalse(train.isAwaited(), "nothing was sent");
    }

    @Test
    void clocksWouldBlurItOnFastLinks() {
        assertTrue(train.suits(link(50e6 / 8, 0.5)));
        assertFalse(train.suits(link(100e6 / 8, 0.5)));
    }

    @Test
    void whoHasASlowLinkNeedsBumpsAsWell() {
        boolean first = train.suits(link(2e6 / 8, 1));
        assertEquals(!first, train.suits(link(2e6 / 8, 1)));
        assertFalse(train.suits(link(20e6 / 8, 1)));
        assertFalse(train.suits(link(20e6 / 8, 1)));
    }
}
