package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// A sender that always has something to send, to a peer at the end of a link; records of 64 KiB, a question every
/// 100 ms.
class LeadTest {
    private static final long TICK_NANOS = 10_000_000;
    private static final long ASK_NANOS = 100_000_000;
    private static final int RECORD_BYTES = 64 << 10;
    /// What kernels take for all connections to the peer, on Linux with four of them.
    private static final long KERNEL_BYTES = 16 << 20;

    private final Lead lead = new Lead();
    private long askNanos = ASK_NANOS;
    private long nowNanos;
    private long sentBytes;
    private double arrivedBytes;

    /// Sends over a link of so many bytes a second that has a round trip of so long, and asks meanwhile if told to.
    private void send(double seconds, double linkBytesPerSecond, long roundTripNanos, boolean asks) {
        double pastBytes = arrivedBytes;
        for (long end = nowNanos + (long) (seconds * 1e9); nowNanos < end; nowNanos += TICK_NANOS) {
            while (sentBytes - arrivedBytes < KERNEL_BYTES && lead.hasRoom(nowNanos)) {
                lead.sent(RECORD_BYTES);
                sentBytes += RECORD_BYTES;
            }
            arrivedBytes = Math.min((double) sentBytes, arrivedBytes + linkBytesPerSecond * TICK_NANOS / 1e9);
            if (asks && nowNanos % askNanos == 0) {
                lead.arrived(nowNanos, (long) pastBytes, roundTripNanos);
                pastBytes = arrivedBytes;
            }
        }
    }

    @Test
    void aSlowLinkHoldsNoMoreThanComesOverItInHalfASecond() {
        send(10, 6e6, 1_000_000, true);

        double under = sentBytes - arrivedBytes;
        assertTrue(under > 0.3 * 6e6, "the link has work for longer than between two questions: " + under);
        assertTrue(under <= 0.6 * 6e6 + RECORD_BYTES, under + " bytes are under way");
        assertEquals(10 * 6e6, arrivedBytes, 0.02 * 10 * 6e6, "it is never idle");
    }

    @Test
    void anAnswerThatIsLateOnceLetsNoMoreThrough() {
        send(3, 6e6, 1_000_000, true);
        send(0.1, 6e6, 400_000_000, true); // one of the hosts stood still
        send(0.3, 6e6, 1_000_000, true);

        double under = sentBytes - arrivedBytes;
        assertTrue(under <= 0.6 * 6e6 + RECORD_BYTES, under + " bytes are under way");
    }

    @Test
    void twoAnswersAreEnoughToTell() {
        send(0.35, 6e6, 1_000_000, true);

        assertFalse(lead.hasRoom(nowNanos));
    }

    @Test
    void aFastLinkIsBoundByTheKernelAlone() {
        send(3, 1e9, 1_000_000, true);

        assertEquals(KERNEL_BYTES, sentBytes - arrivedBytes, 0.7 * KERNEL_BYTES);
        assertEquals(3 * 1e9, arrivedBytes, 0.05 * 3 * 1e9);
    }

    @Test
    void aPeerThatIsNotAskedBoundsNothing() {
        send(1, 1e6, 1_000_000, false);
        assertEquals(KERNEL_BYTES, sentBytes - arrivedBytes, 2 * RECORD_BYTES);

        send(20, 1e6, 1_000_000, true);
        assertTrue(sentBytes - arrivedBytes < 2.3e6, "asked it does: " + (sentBytes - arrivedBytes));

        send(2, 1e6, 1_000_000, false);
        assertEquals(KERNEL_BYTES, sentBytes - arrivedBytes, 2 * RECORD_BYTES);
    }

    @Test
    void aPeerThatIsAskedRarelyBoundsNothingEither() {
        askNanos = 3_000_000_000L;
        send(60, 125e6, 1_000_000, true);

        assertEquals(60 * 125e6, arrivedBytes, 0.01 * 60 * 125e6);
    }

    @Test
    void whatIsLostWithABrokenConnectionIsNotWaitedFor() {
        send(5, 6e6, 1_000_000, true);
        lead.broken();
        sentBytes = (long) arrivedBytes; // the rest never comes

        double before = arrivedBytes;
        send(5, 6e6, 1_000_000, true);

        assertEquals(5 * 6e6, arrivedBytes - before, 0.03 * 5 * 6e6);
        assertTrue(sentBytes - arrivedBytes <= 0.6 * 6e6 + 2 * RECORD_BYTES);
    }

    @Test
    void whatDoesNotComeForASecondIsNotWaitedForAnyLonger() {
        send(5, 6e6, 1_000_000, true);
        sentBytes = (long) arrivedBytes; // the rest never comes, and nobody says so

        double before = arrivedBytes;
        send(6, 6e6, 1_000_000, true);

        assertTrue(arrivedBytes - before > 3 * 6e6, "came in six seconds: " + (arrivedBytes - before));
    }

    @Test
    void aPauseOfTheNetworkLeavesRoomForWhatComesAfterwards() {
        send(5, 6e6, 1_000_000, true);
        send(0.6, 0, 1_000_000, true);
        double before = arrivedBytes;

        send(1, 6e6, 1_000_000, true);

        assertEquals(6e6, arrivedBytes - before, 0.05 * 6e6, "a second's worth");
    }

    @Test
    void aPeerThatClaimsNonsenseIsStillSentSomething() {
        for (int i = 0; i < 100; i++) {
            nowNanos += ASK_NANOS;
            lead.arrived(nowNanos, i % 3 == 0 ? Long.MAX_VALUE / 2 : -i, i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
        }

        assertTrue(lead.hasRoom(nowNanos));
        lead.sent(Lead.LEAST_BYTES);
        assertFalse(lead.hasRoom(nowNanos), "but not without end");
        assertTrue(lead.hasRoom(nowNanos + Lead.FRESH_NANOS + 1));
    }
}
