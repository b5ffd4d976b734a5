package org.fastsend.relay.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.trust.KeyHash;
import org.junit.jupiter.api.Test;

/// Room that is kept for some transfers, and what that leaves for others.
class ReservationTest {
    private static final TransferId ONE = new TransferId(1, 1);
    private static final TransferId OTHER = new TransferId(2, 2);
    private static final KeyHash MEMBER = new KeyHash("a1".repeat(32));
    private static final KeyHash STRANGER = new KeyHash("b2".repeat(32));

    private long nowNanos = Long.MAX_VALUE - 5; // such a clock may well pass over to negative numbers
    private final Admission admission = new Admission(new AdmissionLimits(1000, 0, 10, 100_000), () -> nowNanos);

    @Test
    void whatIsKeptForOneTransferIsFreeToNoOther() {
        assertEquals(400, admission.reserve(ONE, MEMBER, 400));

        assertEquals(600, admission.freeBytes());
        assertFalse(admission.take(OTHER, 601));
        assertTrue(admission.take(OTHER, 600));
        assertTrue(admission.take(ONE, 400));
        assertFalse(admission.take(ONE, 1));
    }

    @Test
    void aTransferTakesOfItsOwnFirstAndThenOfWhatIsFree() {
        admission.reserve(ONE, MEMBER, 400);

        assertTrue(admission.take(ONE, 300));
        assertEquals(600, admission.freeBytes());
        assertEquals(100, admission.reservedBytes(ONE));
        assertTrue(admission.take(ONE, 300));
        assertEquals(400, admission.freeBytes());
        assertEquals(0, admission.reservedBytes(ONE));
    }

    @Test
    void whatIsGivenBackAfterAPutThatFailedIsFreeToAll() {
        admission.reserve(ONE, MEMBER, 400);
        admission.take(ONE, 300);
        admission.giveBack(300, 1);

        assertEquals(900, admission.freeBytes());
    }

    @Test
    void askingAgainReplacesWhatWasKept() {
        admission.reserve(ONE, MEMBER, 300);
        assertEquals(450, admission.reserve(ONE, MEMBER, 450));
        assertEquals(550, admission.freeBytes());
        assertEquals(100, admission.reserve(ONE, MEMBER, 100));
        assertEquals(900, admission.freeBytes());
        assertEquals(0, admission.reserve(ONE, MEMBER, 0));
        assertEquals(1000, admission.freeBytes());
    }

    @Test
    void oneMemberGetsHalfOfWhatIsFreeHoweverManyTransfersItHas() {
        assertEquals(500, admission.reserve(ONE, MEMBER, Long.MAX_VALUE));
        assertEquals(0, admission.reserve(OTHER, MEMBER, Long.MAX_VALUE));
        assertEquals(250, admission.reserve(OTHER, STRANGER, Long.MAX_VALUE));
    }

    @Test
    void aTransferKeepsWhatItHasWhileLessBecomesFree() {
        admission.reserve(ONE, MEMBER, 500);
        admission.take(OTHER, 450);

        assertEquals(500, admission.reserve(ONE, MEMBER, 600));
        assertEquals(50, admission.freeBytes());
    }

    @Test
    void whoMayReserveNoMoreStillFillsTheRelayByPuts() {
        admission.reserve(ONE, MEMBER, Long.MAX_VALUE);
        for (int i = 0; i < 1000; i++) {
            assertTrue(admission.take(ONE, 1), "byte " + i);
        }
        assertFalse(admission.take(ONE, 1));
    }

    @Test
    void roomThatIsNotUsedInTimeIsFreeAgain() {
        admission.reserve(ONE, MEMBER, 400);
        nowNanos += BlockChannel.RESERVED_NANOS - 1;
        admission.reserve(OTHER, STRANGER, 100);
        assertEquals(500, admission.freeBytes());

        nowNanos += 1;

        assertEquals(900, admission.freeBytes());
        assertTrue(admission.take(new TransferId(3, 3), 900));
    }

    @Test
    void eachPutAndEachRequestKeepsTheRestForAnotherWhile() {
        admission.reserve(ONE, MEMBER, 400);
        for (int i = 0; i < 10; i++) {
            nowNanos += BlockChannel.RESERVED_NANOS - 1;
            assertTrue(admission.take(ONE, 10));
            nowNanos += BlockChannel.RESERVED_NANOS - 1;
            long left = 400 - 10L * (i + 1);
            assertEquals(left, admission.reserve(ONE, MEMBER, left));
        }
        assertEquals(300, admission.reservedBytes(ONE));
    }

    @Test
    void nothingIsKeptWhereMoreIsHeldThanMayBe() {
        admission.adopt(5000, 2);

        assertEquals(0, admission.reserve(ONE, MEMBER, 10));
        assertEquals(0, admission.freeBytes());
    }
}
