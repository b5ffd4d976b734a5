package org.fastsend.overlay.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class MeridianRingsTest {
    private static Contact member(int number) {
        return Contact.of(number, Endpoint.v4(number << 8, 4000), number);
    }

    private static MeridianRings full() {
        var rings = new MeridianRings();
        for (int i = 1; i <= MeridianRings.PRIMARIES + MeridianRings.SECONDARIES + 1; i++) {
            rings.measured(member(i), 1.5f);
        }
        return rings;
    }

    @Test
    void theSecondaryThatCameFirstGoesFirst() {
        var rings = full();
        assertEquals(MeridianRings.PRIMARIES, rings.primaries(1).size());
        assertEquals(
                MeridianRings.PRIMARIES + MeridianRings.SECONDARIES, rings.all().size());
        assertTrue(rings.get(MeridianRings.PRIMARIES + 1).isEmpty());
    }

    @Test
    void aSecondaryTakesThePlaceOfAPrimaryThatIsGone() {
        var rings = full();
        rings.remove(3);
        assertEquals(MeridianRings.PRIMARIES, rings.primaries(1).size());
        assertEquals(MeridianRings.PRIMARIES + 2, rings.primaries(1).getLast().id());
    }

    @Test
    void whoeverMovesChangesItsRing() {
        var rings = new MeridianRings();
        rings.measured(member(1), 100);
        rings.measured(member(1), 3);
        assertTrue(rings.primaries(7).isEmpty());
        assertEquals(1, rings.primaries(2).size());
    }

    @Test
    void onlyThoseWithinTheWindowAreAsked() {
        var rings = new MeridianRings();
        rings.measured(member(1), 10);
        rings.measured(member(2), 20);
        rings.measured(member(3), 40);
        assertEquals(
                List.of(2L),
                rings.primariesWithin(15, 30).stream().map(RingMember::id).toList());
    }
}
