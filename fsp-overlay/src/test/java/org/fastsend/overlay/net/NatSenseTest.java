package org.fastsend.overlay.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NatSenseTest {
    private static final Endpoint OWN = Endpoint.v4(0x0a000001, 4377);
    private static final Endpoint OUTSIDE = Endpoint.v4(0xc0000201, 4377);
    private static final Endpoint OTHER_PORT = Endpoint.v4(0xc0000201, 50_001);
    private static final Endpoint PEER_1 = Endpoint.v4(0x01010101, 1);
    private static final Endpoint PEER_2 = Endpoint.v4(0x02020202, 2);
    private static final Endpoint PEER_3 = Endpoint.v4(0x03030303, 3);

    private final NatSense sense = new NatSense(4377, at -> at.low() == OWN.low());

    @BeforeEach
    void ask() {
        sense.asked(PEER_1);
        sense.asked(PEER_2);
    }

    @Test
    void whoWasNotAskedHasNoSay() {
        sense.seen(PEER_1, OWN, false);
        sense.seen(PEER_3, OUTSIDE, false);
        assertEquals(new NatSense.Place(Reach.PUBLIC, OWN), sense.place().orElseThrow());
    }

    @Test
    void nobodyHasSeenItSoNothingIsKnown() {
        assertEquals(Optional.empty(), sense.place());
    }

    @Test
    void seenAtItsOwnAddressAndPortItIsPublic() {
        sense.seen(PEER_1, OWN, false);
        sense.seen(PEER_2, OWN, false);
        assertEquals(new NatSense.Place(Reach.PUBLIC, OWN), sense.place().orElseThrow());
    }

    @Test
    void aNatThatShowsEveryoneTheSamePortCanBePunched() {
        sense.seen(PEER_1, OUTSIDE, false);
        sense.seen(PEER_2, OUTSIDE, false);
        assertEquals(new NatSense.Place(Reach.PUNCHABLE, OUTSIDE), sense.place().orElseThrow());
    }

    @Test
    void oneThatLiesDoesNotOutvoteTwo() {
        sense.asked(PEER_3);
        sense.seen(PEER_1, OWN, false);
        sense.seen(PEER_2, OWN, false);
        sense.seen(PEER_3, OUTSIDE, false);
        assertEquals(new NatSense.Place(Reach.PUBLIC, OWN), sense.place().orElseThrow());
    }

    @Test
    void behindANatOneThatLiesDoesNotSayWhere() {
        sense.asked(PEER_3);
        sense.seen(PEER_1, OUTSIDE, false);
        sense.seen(PEER_2, OUTSIDE, false);
        sense.seen(PEER_3, OWN, false);
        assertEquals(OUTSIDE, sense.place().orElseThrow().endpoint());
    }

    @Test
    void whereTwoDifferAThirdIsAsked() {
        sense.seen(PEER_1, OWN, false);
        assertTrue(sense.wantsMore());
        sense.seen(PEER_2, OWN, false);
        assertFalse(sense.wantsMore());
        sense.seen(PEER_2, OUTSIDE, false);
        assertTrue(sense.wantsMore());
    }

    @Test
    void aNatThatShowsEachPeerAnotherPortCannot() {
        sense.seen(PEER_1, OUTSIDE, false);
        sense.seen(PEER_2, OTHER_PORT, false);
        assertEquals(Reach.RELAYED, sense.place().orElseThrow().reach());
    }

    @Test
    void aMappingThatChangedForThePeerReplacesTheOldOne() {
        sense.seen(PEER_1, OTHER_PORT, false);
        sense.seen(PEER_2, OUTSIDE, false);
        sense.seen(PEER_1, OUTSIDE, false);
        assertEquals(Reach.PUNCHABLE, sense.place().orElseThrow().reach());
    }

    @Test
    void overTcpTheAddressCountsAndThePortSaysNothing() {
        sense.seen(PEER_1, new Endpoint(OWN.high(), OWN.low(), 33_333), true);
        sense.seen(PEER_2, OWN, false);
        assertEquals(new NatSense.Place(Reach.PUBLIC, OWN), sense.place().orElseThrow());
        sense.seen(PEER_1, OTHER_PORT, true);
        assertEquals(Reach.RELAYED, sense.place().orElseThrow().reach());
    }
}
