package org.fastsend.relay.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.block.TransferId;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final TransferId ONE = new TransferId(1, 1);

    private final Admission admission = new Admission(new AdmissionLimits(1000, 50, 2, 3), () -> 0);

    @Test
    void roomIsTakenUpToTheCapacityAndCanBeGivenBack() {
        assertTrue(admission.take(ONE, 600));
        assertFalse(admission.take(ONE, 401));
        assertTrue(admission.take(ONE, 400));
        admission.giveBack(600, 1);
        assertTrue(admission.take(ONE, 600));
        assertEquals(1000, admission.usedBytes());
    }

    @Test
    void smallItemsAreBoundedInNumber() {
        for (int i = 0; i < 3; i++) {
            assertTrue(admission.take(ONE, 1));
        }
        assertFalse(admission.take(ONE, 1));
    }

    @Test
    void whatIsHereAlreadyIsCountedEvenBeyondTheCapacity() {
        admission.adopt(5000, 2);
        assertFalse(admission.take(ONE, 1));
        assertEquals(5000, admission.usedBytes());
    }

    @Test
    void hugeRequestsDoNotOverflow() {
        admission.adopt(900, 1);
        assertFalse(admission.take(ONE, Long.MAX_VALUE));
    }

    @Test
    void moreThanWasTakenCannotBeGivenBack() {
        assertThrows(IllegalStateException.class, () -> admission.giveBack(1, 0));
    }

    @Test
    void transfersAreBounded() {
        assertTrue(admission.openTransfer());
        assertTrue(admission.openTransfer());
        assertFalse(admission.openTransfer());
        admission.closeTransfer();
        assertTrue(admission.openTransfer());
    }

    @Test
    void floorStaysFree() {
        assertTrue(admission.leavesFloor(150, 100));
        assertFalse(admission.leavesFloor(150, 101));
    }
}
