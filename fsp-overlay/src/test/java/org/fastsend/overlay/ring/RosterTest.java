package org.fastsend.overlay.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static final long OWN_SUBNET = Endpoint.v4(0x0a000001, 1).subnet();
    private static final int MOST = Roster.NEAREST + Roster.LAN + Roster.CLAIMANTS + RingScale.RINGS * Roster.RING;

    private static Contact member(int number) {
        return Contact.of(number, Endpoint.v4(number << 8 | 0x20000001, 4000), number)
                .at(new Coordinate(number % 97, number % 89, number % 83, number % 79, 1, 0.2f));
    }

    @Test
    void ringsDoubleFromOneMillisecondOn() {
        assertEquals(0, RingScale.ringOf(0.99f));
        assertEquals(1, RingScale.ringOf(1));
        assertEquals(2, RingScale.ringOf(2));
        assertEquals(7, RingScale.ringOf(127));
        assertEquals(8, RingScale.ringOf(128));
        assertEquals(8, RingScale.ringOf(5000));
    }

    @Test
    void itStaysBoundedAndKeepsTheNearestWhoeverComes() {
        var roster = new Roster(OWN_SUBNET, Caps.NONE);
        Random random = new Random(7);
        for (int i = 1; i <= 5000; i++) {
            roster.measured(member(i), 5 + random.nextFloat(400));
        }
        for (int i = 6000; i < 6000 + Roster.NEAREST; i++) {
            roster.measured(member(i), 1 + i % 3);
        }
        assertTrue(roster.size() <= MOST, "knows " + roster.size());
        assertTrue(IntStream.range(6000, 6000 + Roster.NEAREST).allMatch(roster::holds));
        assertTrue(roster.nearest().getFirst().rttMillis()
                <= roster.nearest().getLast().rttMillis());
    }

    @Test
    void aMemberOfTheOwnNetworkHasItsPlaceBesideTheRings() {
        var roster = new Roster(OWN_SUBNET, Caps.NONE);
        for (int i = 1; i <= 500; i++) {
            roster.measured(member(i), 0.2f);
        }
        Contact neighbour =
                Contact.of(9999, Endpoint.v4(0x0a000005, 4000), 1).at(member(3).coordinate());
        assertTrue(roster.wants(neighbour, 50));
        roster.measured(neighbour, 50);
        assertTrue(roster.holds(9999));
    }

    @Test
    void whoeverIsRemovedOrMovesAwayIsInOnePlaceAtMost() {
        var roster = new Roster(OWN_SUBNET, Caps.NONE);
        roster.measured(member(1), 10);
        roster.measured(member(1), 3);
        assertEquals(1, roster.size());
        assertEquals(3, roster.get(1).orElseThrow().rttMillis());
        roster.remove(1);
        assertEquals(0, roster.size());
        assertTrue(roster.nearest().isEmpty());
    }

    @Test
    void oneOperatorGetsNoMoreThanItsShareOfARing() {
        var roster = new Roster(OWN_SUBNET, new Caps(2, 0));
        for (int i = 1; i <= 100; i++) {
            roster.measured(
                    Contact.of(i, Endpoint.v4(i << 8 | 0x20000001, 1), 666)
                            .at(member(i).coordinate()),
                    0.5f);
        }
        assertTrue(roster.nearest().size() <= 2);
        assertTrue(roster.size() <= 2 * 2, "one operator holds " + roster.size());
    }

    /// A host behind a long line is near nobody; still those nearest to it have to know it, or no search can find it.
    @Test
    void whoSaysThatThisNodeIsOneOfItsNearestIsKeptHoweverFarItIs() {
        var roster = new Roster(OWN_SUBNET, Caps.NONE);
        Contact remote = member(9999);
        assertTrue(roster.claimed(remote.id()), "it is not known yet");
        roster.measured(remote, 207);
        for (int i = 1; i <= 5000; i++) {
            roster.measured(member(i), 5 + i % 250);
        }
        assertTrue(roster.holds(remote.id()));
        assertFalse(roster.claimed(remote.id()));
        assertTrue(roster.size() <= MOST, "knows " + roster.size());
    }

    @Test
    void ofManyWhoSaySoTheNearestAreKept() {
        var roster = new Roster(OWN_SUBNET, Caps.NONE);
        for (int i = 1; i <= Roster.NEAREST; i++) {
            roster.measured(member(i), 1);
        }
        for (int i = 100; i < 150; i++) {
            roster.claimed(i);
            roster.measured(member(i), 200 + i);
        }
        assertTrue(IntStream.range(100, 100 + Roster.CLAIMANTS).allMatch(roster::holds));
    }
}
