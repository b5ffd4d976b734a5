package org.fastsend.overlay.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapsTest {
    @Test
    void operatorsAndSubnetsAreCountedApart() {
        Contact one = Contact.of(1, Endpoint.v4(0x01010101, 1), 5);
        Contact sameOperator = Contact.of(2, Endpoint.v4(0x02020202, 1), 5);
        Contact sameSubnet = Contact.of(3, Endpoint.v4(0x01010107, 1), 6);
        assertFalse(new Caps(1, 0).admits(List.of(one), sameOperator));
        assertTrue(new Caps(1, 0).admits(List.of(one), sameSubnet));
        assertFalse(new Caps(0, 1).admits(List.of(one), sameSubnet));
        assertTrue(Caps.NONE.admits(List.of(one), sameSubnet));
    }

    @Test
    void whatIsSaidHoldsEverywhereAndTheDefaultOffLoopback() {
        Optional<Caps> said = Optional.of(Caps.parse(" 4, 0 "));
        assertEquals(new Caps(4, 0), Caps.inForce(said, true));
        assertEquals(new Caps(4, 0), Caps.inForce(said, false));
        assertEquals(Caps.NONE, Caps.inForce(Optional.empty(), true));
        assertEquals(Caps.DEFAULT, Caps.inForce(Optional.empty(), false));
    }

    @Test
    void anythingElseIsRefused() {
        for (String text : List.of("", "2", "2,", "-1,2", "2,2,2", "99999,1", "two,2")) {
            assertThrows(IllegalArgumentException.class, () -> Caps.parse(text), text);
        }
    }
}
