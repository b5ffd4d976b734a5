package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// A train through a link whose queue stands, and what else a sender does meanwhile.
class TrainTest {
    private static final long MS = 1_000_000;
    private static final int DATAGRAM = 1500;
    private static final int PING = 70;
    private static final double SLOW = 4e6 / 8;
    private static final double FAST = 100e6 / 8;
    private static final double STANDING_NANOS = 30e6;
    private static final double SECOND = 1e9;
    /// Of the link, with the rest sent by others.
    private static final double SHARE = 0.25;

    private final Pulse pulse = new Pulse();
    private final Train train = new Train(pulse);
    private double linkBytesPerSecond = SLOW;
    private long next = 100;
    private double arrivalNanos = STANDING_NANOS;
    private long told = 99;
    private long nowNanos = MS;

    private static Bottleneck link(double bytesPerSecond, double share) {
        return Bottleneck.single(bytesPerSecond, share * bytesPerSecond, DATAGRAM);
    }

    private void begin(double bytesPerSecond) {
        linkBytesPerSecond = bytesPerSecond;
        train.begin(link(bytesPerSecond, SHARE), 0, STANDING_NANOS, MS);
    }

    private void send(int bytes) {
        train.handleSent(next++, bytes, nowNanos);
        arrivalNanos += bytes * SECOND / linkBytesPerSecond;
    }

    /// The receiver tells of all until now, of which so many were lost.
    private Spread.Reading report(int lost) {
        int delivered = (int) (next - 1 - told) - lost;
        told = next - 1;
        return train.handleReport(TestReports.arrival(delivered, told, (long) arrivalNanos), 20 * MS);
    }

    /// Sends until nothing more is wanted, with the requests. Returns how many datagrams that took.
    private int sendWhole() {
        int datagrams = 0;
        while (pulse.factor(nowNanos) > 1) {
            if (train.asksForReport()) {
                send(PING);
                report(0);
            }
            send(DATAGRAM);
            datagrams++;
            nowNanos++; // each of a host's bursts has its own time
        }
        assertTrue(train.asksForReport(), "behind it");
        send(PING);
        return datagrams;
    }

    @Test
    void theLastArrivesLaterByTheTimeThatThoseBeforeItTakeToPass() {
        begin(SLOW);
        assertEquals(3, sendWhole());
        assertEquals(SLOW, report(0).train().orElseThrow(), 1);
        assertFalse(train.isAwaited());
    }

    @Test
    void neighboursTellOfTheNarrowestLink() {
        begin(FAST);
        sendWhole();
        Spread.Reading reading = report(0);
        assertEquals(FAST, reading.neighbours().orElseThrow(), 100);
        assertTrue(reading.train().isEmpty(), "bumps tell more there");
    }

    @Test
    void whatIsLostSpreadsNothing() {
        begin(SLOW);
        send(PING);
        report(0);
        for (int i = 0; i < 3; i++) {
            send(DATAGRAM);
        }
        send(PING);
        arrivalNanos -= DATAGRAM * SECOND / linkBytesPerSecond;
        assertEquals(Spread.Reading.NONE, report(1));
        assertFalse(train.isAwaited());
    }

    @Test
    void whatCameBetweenTwoOfThemIsNotTheirs() {
        begin(SLOW);
        send(PING);
        report(0);
        send(DATAGRAM);
        arrivalNanos += DATAGRAM * SECOND / linkBytesPerSecond;
        send(PING);
        double half = (DATAGRAM + PING) / (2.0 * DATAGRAM + PING);
        assertEquals(half * SLOW, report(0).neighbours().orElseThrow(), 10);
    }

    @Test
    void isOverWhenItIsSentThoughTheHostIsLate() {
        begin(SLOW);
        nowNanos += 2 * MS;
        assertTrue(pulse.factor(nowNanos) >= Train.FASTER);
        sendWhole();
        assertEquals(SLOW, report(0).train().orElseThrow(), 1);
        double usual = (3 * (DATAGRAM + PING)) * SECOND / (SHARE * SLOW);
        double pause = pulse.pauseEndNanos() - nowNanos;
        double slower = pulse.factor(nowNanos);
        assertEquals(usual - 2 * MS, pause * (1 - slower), MS / 10.0, "then it makes up for what it sent too much");
        assertEquals(1, pulse.factor(pulse.pauseEndNanos()));
    }

    @Test
    void whatLeavesBehindItIsNotOfIt() {
        begin(SLOW);
        sendWhole();
        send(DATAGRAM);
        send(DATAGRAM);
        report(0);
        assertFalse(train.isAwaited(), "the report that was asked for is lost");
    }

    @Test
    void endsAlsoIfItIsOfMoreDatagramsThanItCanTellOf() {
        begin(FAST);
        int small = 50;
        int sent = 0;
        while (pulse.factor(nowNanos) > 1) {
            send(small);
            sent += small;
        }
        assertTrue(sent > 6 * DATAGRAM && sent < 50 * DATAGRAM, sent + " bytes");
    }

    @Test
    void aTrainThatNobodyTellsOfIsNotWaitedForForEver() {
        begin(SLOW);
        send(PING);
        send(DATAGRAM);
        next += 10;
        report(0);
        assertFalse(train.isAwaited());
        begin(SLOW);
        train.handleReport(TestReports.counts(1, 0, 110), nowNanos + 10 * MS);
        assertFalse(train.isAwaited(), "nothing was sent");
    }

    @Test
    void onFastLinksEveryOtherProbeOfWhoSharesThemIsATrain() {
        Bottleneck shared = link(FAST, 0.5);
        boolean first = train.suits(shared, 0, 0);
        assertEquals(!first, train.suits(shared, 0, 0));
        assertFalse(train.suits(link(FAST, 1), 0, 0));
        assertFalse(train.suits(link(FAST, 1), 0, 0));
    }

    @Test
    void onSlowLinksEveryProbeOfWhoSharesThemIs() {
        assertTrue(train.suits(link(50e6 / 8, 0.5), 0, 0));
        assertTrue(train.suits(link(50e6 / 8, 0.5), 0, 0));
    }

    @Test
    void aShortBufferHasNoRoomForOne() {
        Bottleneck shared = link(FAST, 0.5);
        double shortBuffer = 3.0 * MS;
        assertFalse(train.suits(shared, shortBuffer, MS));
        assertFalse(train.suits(shared, shortBuffer, MS));
    }

    @Test
    void whoHasASlowLinkNeedsBumpsAsWell() {
        boolean first = train.suits(link(2e6 / 8, 1), 0, 0);
        assertEquals(!first, train.suits(link(2e6 / 8, 1), 0, 0));
        assertFalse(train.suits(link(20e6 / 8, 1), 0, 0));
        assertFalse(train.suits(link(20e6 / 8, 1), 0, 0));
    }
}
