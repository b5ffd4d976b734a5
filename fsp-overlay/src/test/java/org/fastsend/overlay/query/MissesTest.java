package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class MissesTest {
    private static final Coordinate TARGET = place(0);

    private static Coordinate place(float xMillis) {
        return new Coordinate(xMillis, 0, 0, 0, 0, 0.1f);
    }

    private static Prospect member(int number, float xMillis) {
        return new Prospect(Contact.of(number, Endpoint.v4(number, 1), 0).at(place(xMillis)), 1);
    }

    @Test
    void whatWasWrongAboutAMemberIsExpectedOfItsNeighboursAndOfNobodyElse() {
        Prospect detour = member(1, 100);
        detour.asked(0);
        detour.answered(List.of(160f), List.of(true));
        Prospect straight = member(2, -100);
        straight.asked(0);
        straight.answered(List.of(100f), List.of(true));
        var misses = new Misses();
        misses.learn(List.of(detour, straight), List.of(TARGET));
        assertEquals(60, misses.of(member(3, 101), TARGET, 0), 3);
        assertEquals(0, misses.of(member(4, -101), TARGET, 0), 3);
    }
}
