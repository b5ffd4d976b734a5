package org.fastsend.relay.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final Admission admission = new Admission(new AdmissionLimits(1000, 50, 2, 3));

    @Test
    void roomIsTakenUpToTheCapacityAndCanBeGivenBack() {
        assertTrue(admission.take(600));
        assertFalse(admission.take(401));
        assertTrue(admission.take(400));
        admission.giveBack(600, 1);
        assertTrue(admission.take(600));
        assertEquals(1000, admission.usedBytes());
    }

    @Test
    void smallItemsAreBoundedInNumber() {
        for (int i = 0; i < 3; i++) {
            assertTrue(admission.take(1));
        }
        assertFalse(admission.take(1));
    }

    @Test
    void whatIsHereAlreadyIsCountedEvenBeyondTheCapacity() {
        admission.adopt(5000, 2);
        assertFalse(admission.take(1));
        assertEquals(5000, admission.usedBytes());
    }

    @Test
    void hugeRequestsDoNotOverflow() {
        admission.adopt(900, 1);
        assertFalse(admission.take(Long.MAX_VALUE));
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
