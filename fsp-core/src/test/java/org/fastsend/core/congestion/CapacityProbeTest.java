package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A sender that fills a link by itself, beside a queue that stands, and its probes.
class CapacityProbeTest {
    private static final long MS = 1_000_000;
    private static final long REPORT_NANOS = 20 * MS;
    private static final long STANDING_NANOS = 40 * MS;
    private static final long WAY_NANOS = 5 * MS;
    private static final int DATAGRAM_BYTES = 1500;
    private static final int PING_BYTES = 70;
    private static final double SECOND = 1e9;
    /// A probe counts the burst that it begins with, so that it finds a tenth too much in a link that clocks do not
    /// blur.
    private static final double ERROR = 0.125;

    private final CapacityProbe probe = new CapacityProbe(DATAGRAM_BYTES);
    private final ForwardDelay delay = new ForwardDelay();
    private long bufferNanos;
    /// What stands in the queue when it drops.
    private long endNanos = Long.MAX_VALUE;
    /// Of what the link carries, what the sender sends.
    private double part = 1;
    /// The same of all others.
    private double others;
    private final ArrayDeque<Datagram> onTheWay = new ArrayDeque<>();
    private long freeNanos = STANDING_NANOS;
    private long next;
    private int asked;
    private long highestNanos;
    /// How long each probe was faster.
    private final List<Long> fasterNanos = new ArrayList<>();

    /// Whether the receiver reports at once when it is asked to.
    private boolean answered;
    /// What the rate was multiplied with just before.
    private double factorBefore = 1;

    /// @param asks for a report at once
    private record Datagram(long number, boolean asks, long sentNanos, long arrivedNanos) {}

    private void send(int bytes, boolean asks, double linkBytesPerSecond, long now) {
        highestNanos = Math.max(highestNanos, freeNanos - now);
        if (freeNanos - now > endNanos) {
            probe.handleSent(next++, bytes, now);
            return;
        }
        freeNanos = Math.max(now, freeNanos) + (long) (bytes * SECOND / linkBytesPerSecond);
        onTheWay.add(new Datagram(next, asks, now, freeNanos + WAY_NANOS));
        probe.handleSent(next++, bytes, now);
    }

    /// Those that were asked for, and one on the clock.
    private void reports(double linkBytesPerSecond, long now) {
        while (onTheWay.stream().anyMatch(came -> came.asks() && came.arrivedNanos() <= now)) {
            report(true, linkBytesPerSecond, now);
        }
        if (now % REPORT_NANOS == 0) {
            report(false, linkBytesPerSecond, now);
        }
    }

    private void report(boolean asked, double linkBytesPerSecond, long now) {
        long most = 0;
        long newest = -1;
        long newestSent = 0;
        long newestTook = 0;
        int count = 0;
        while (!onTheWay.isEmpty() && onTheWay.peek().arrivedNanos() <= now) {
            Datagram came = onTheWay.remove();
            newestTook = came.arrivedNanos() - came.sentNanos();
            most = Math.max(most, newestTook);
            newest = came.number();
            newestSent = came.sentNanos();
            count++;
            if (asked && came.asks()) {
                break;
            }
        }
        if (count > 0) {
            Report report = report(count, newest, newestSent, newestTook, most);
            delay.handleReport(report, now);
            probe.handleReport(report, delay, part * linkBytesPerSecond, (double) bufferNanos, true, now);
        }
    }

    /// The least delay is that of the empty path, so that how long that is need not be learnt.
    private static Report report(int count, long newest, long newestSent, long tookNanos, long mostNanos) {
        return new Report(
                (long) count * DATAGRAM_BYTES,
                count,
                0,
                0,
                0,
                0,
                newestSent,
                newest,
                WAY_NANOS,
                mostNanos,
                mostNanos,
                count,
                0,
                tookNanos,
                REPORT_NANOS,
                0,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false);
    }

    /// What a minute of probes finds.
    private double measured(double linkBytesPerSecond) {
        send(linkBytesPerSecond, 0, 60);
        return probe.bytesPerSecond();
    }

    /// Sends as fast as the link carries, in bursts, but for the probes.
    private void send(double linkBytesPerSecond, double fromSeconds, double toSeconds) {
        long from = (long) (fromSeconds * SECOND);
        Pacer pacer = new Pacer(from);
        for (long now = from; now < toSeconds * SECOND; now += MS / 4) {
            probe.handleTimer(now);
            double factor = probe.factor(now);
            ask(linkBytesPerSecond, now);
            if (factor > 1) {
                fasterNanos.add((factorBefore > 1 ? fasterNanos.removeLast() : 0) + MS / 4);
            }
            factorBefore = factor;
            long rate = (long) (part * linkBytesPerSecond * factor);
            long quantum = factor >= Train.FASTER ? 0 : Pacer.MAX_QUANTUM_NANOS;
            int burst = pacer.burstDatagrams(rate, quantum, 0, DATAGRAM_BYTES, now);
            for (int i = 0; i < burst || probe.factor(now) >= Train.FASTER; i++) { // a train leaves at once
                send(DATAGRAM_BYTES, false, linkBytesPerSecond, now);
                ask(linkBytesPerSecond, now);
            }
            pacer.spend((long) burst * DATAGRAM_BYTES);
            freeNanos = Math.max(now, freeNanos) + (long) (others * MS / 4);
            reports(linkBytesPerSecond, now);
        }
    }

    private void ask(double linkBytesPerSecond, long now) {
        if (probe.asksForReport()) {
            asked++;
            if (answered) {
                send(PING_BYTES, true, linkBytesPerSecond, now);
            }
        }
    }

    @Test
    void aSlowLinksCapacityIsOverratedByAnEighthAtMost() {
        assertEquals(287_500, measured(287_500), ERROR * 287_500);
    }

    @Test
    void aShortBufferIsNotFilledByAProbe() {
        double link = 125e6;
        bufferNanos = 3 * MS;
        freeNanos = MS;
        measured(link);
        assertTrue(highestNanos < 2.5 * MS, () -> highestNanos + " ns");
    }

    @Test
    void aFasterLinksCapacityIsOverratedByAnEighthAtMost() {
        assertEquals(12_500_000, measured(12_500_000), ERROR * 12_500_000);
    }

    @Test
    void aLinkThatIsNotFullTakesUpAProbeWithoutTellingWhatItCarries() {
        probe.found(12_500_000, 0);
        part = 0.4;
        freeNanos = 0;
        assertEquals(12_500_000, measured(12_500_000));
    }

    @Test
    void whoseBumpsTheBufferMayHaveCutMakesThemShorter() {
        double link = 125e6;
        bufferNanos = 3 * MS;
        freeNanos = 2_800_000;
        send(link, 0, 10);
        assertEquals(2.4 * MS, (double) fasterNanos.getFirst(), 0.4 * MS);
        assertEquals(1.5 * MS, (double) fasterNanos.getLast(), 0.4 * MS);
    }

    @Test
    void whatTheBufferCutsOffABumpIsMissingAfterwardsAndTellsTheCapacity() {
        double link = 12.5e6;
        bufferNanos = 5 * MS;
        endNanos = 5 * MS;
        freeNanos = 4_800_000;
        part = 1.02; // so that the queue stands at the buffer's end
        assertEquals(link, measured(link), ERROR * link);
    }

    /// Who takes a link for a tenth of what it is expects bumps of ten times the height; who takes it for ten times as
    /// fast none that tells.
    @Test
    void thatIsSoAlsoInALongerBufferThatOthersKeepFull() {
        double link = 2.5e6;
        bufferNanos = 30 * MS;
        endNanos = 30 * MS;
        freeNanos = 29 * MS;
        part = 1.02;
        probe.found(link / 10, 0);
        assertEquals(link, measured(link), ERROR * link);
    }

    @Test
    void reportsAreAskedForBeforeABumpBehindItAndBehindThePauseWhereTheBufferIsShort() {
        bufferNanos = 3 * MS;
        freeNanos = MS;
        send(125e6, 0, 10.5);
        assertEquals(3 * fasterNanos.size(), asked);
    }

    @Test
    void noReportsAreAskedForWhereBumpsAreHighEnough() {
        bufferNanos = 30 * MS;
        freeNanos = MS;
        send(125e6, 0, 10.5);
        assertTrue(fasterNanos.size() > 5);
        assertEquals(0, asked);
    }

    @Test
    void besideRivalsABumpShowsAboveWhatTheyDoToTheirLongQueue() {
        freeNanos = 80 * MS;
        send(12.5e6, 0, 10);
        assertEquals(82.0 * MS, (double) highestNanos, 0.7 * MS);
        probe.handleRivals(true);
        freeNanos = 10_080 * MS;
        send(12.5e6, 10, 20);
        assertEquals(84.0 * MS, (double) highestNanos, 0.7 * MS);
    }

    @Test
    void aQueueThatComesBackAfterADrainIsLeftAloneForAHundredDatagrams() {
        double link = 250_000;
        for (int i = 1; i <= 10; i++) {
            send(link, 3 * (i - 1), 3 * i - 0.5);
            int before = fasterNanos.size();
            probe.handleDrain((long) ((3 * i - 0.5) * SECOND));
            send(link, 3 * i - 0.5, 3 * i);
            assertEquals(before, fasterNanos.size());
        }
        assertTrue(fasterNanos.size() >= 10, fasterNanos.toString());
    }

    @Test
    void chirpsOfAFewPacketsThatFoundHalfTooMuchOfASlowLinkAreNotBelieved() {
        double link = 312_500;
        answered = true;
        probe.found(1.5 * link, 0);
        assertEquals(link, measured(link), ERROR * link);
    }

    @Test
    void whoSharesASlowLinkSendsATrainWhichReadsItsCapacityExactly() {
        double link = 500_000;
        answered = true;
        probe.found(1.3 * link, 0);
        part = 0.4;
        freeNanos = 10 * MS;
        others = 0.6;
        assertEquals(link, measured(link), 0.03 * link);
    }
}
