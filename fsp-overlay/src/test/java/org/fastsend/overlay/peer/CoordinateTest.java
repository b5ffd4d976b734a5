package org.fastsend.overlay.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CoordinateTest {
    private static Coordinate at(float x, float height) {
        return new Coordinate(x, 0, 0, 0, height, 0.1f);
    }

    @Test
    void hostsBehindAccessLinksOfTheirOwnAreAsFarAsBothLinksMakeThem() {
        assertEquals(19, at(0, 4).hopefulMillisTo(at(10, 5)));
        assertEquals(115, at(0, 5).hopefulMillisTo(at(10, 100)));
    }

    @Test
    void hostsBehindSlowLinksMayShareThem() {
        assertEquals(30, at(0, 100).hopefulMillisTo(at(10, 80)));
        assertEquals(190, at(0, 100).millisTo(at(10, 80)));
    }
}
