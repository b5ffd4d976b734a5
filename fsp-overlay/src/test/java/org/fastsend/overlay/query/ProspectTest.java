package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class ProspectTest {
    private static final int NAMED = 12;
    private static final double PROMISED_MILLIS = 5;

    private int members;

    private Prospect member() {
        members++;
        return new Prospect(Contact.of(members, Endpoint.v4(members, 1), 0), 1);
    }

    private static void measure(Prospect prospect, float millis) {
        prospect.asked(0);
        prospect.answered(List.of(millis), List.of(true));
        prospect.bearOut(millis, PROMISED_MILLIS);
    }

    /// How many of those that a member names are measured, one after the other, before it is no longer believed.
    private int measuredOfThoseNamedBy(Prospect from, float millis) {
        int measured = 0;
        for (int i = 0; i < NAMED; i++) {
            Prospect named = member();
            named.reported(from, 1);
            if (!named.isHearsay()) {
                measure(named, millis);
                measured++;
            }
        }
        return measured;
    }

    @Test
    void whoNamesMembersThatLieElsewhereIsSoonNotBelieved() {
        assertEquals(2, measuredOfThoseNamedBy(member(), 300));
        assertEquals(NAMED, measuredOfThoseNamedBy(member(), 6));
    }

    @Test
    void whoHasNotProvenAnythingYetGetsFewMembersMeasuredAtOnce() {
        Prospect from = member();
        int asked = 0;
        for (int i = 0; i < NAMED; i++) {
            Prospect named = member();
            named.reported(from, 1);
            if (!named.isHearsay()) {
                named.asked(0);
                asked++;
            }
        }
        assertEquals(3, asked);
    }

    @Test
    void oneThatIsBelievedIsEnough() {
        Prospect liar = member();
        measuredOfThoseNamedBy(liar, 300);
        Prospect named = member();
        named.reported(liar, 1);
        assertTrue(named.isHearsay());
        named.reported(member(), 1);
        assertFalse(named.isHearsay());
    }

    private void nameOne(Prospect from, Coordinate said, Coordinate indeed) {
        members++;
        Prospect named =
                new Prospect(Contact.of(members, Endpoint.v4(members, 1), 0).at(said), 1);
        named.reported(from, 1);
        measure(named, 300);
        named.placed(indeed);
    }

    @Test
    void whoSaysOthersToLieWhereTheyDoNotIsExposedTheSecondTime() {
        var said = new Coordinate(0, 0, 0, 0, 1, 0.1f);
        var indeed = new Coordinate(290, 0, 0, 0, 1, 0.1f);
        Prospect liar = member();
        nameOne(liar, said, indeed);
        assertFalse(liar.isExposed(), "it may be old news");
        nameOne(liar, said, indeed);
        assertTrue(liar.isExposed());

        Prospect unlucky = member();
        nameOne(unlucky, said, said);
        nameOne(unlucky, said, said);
        assertFalse(unlucky.isExposed(), "they lie where it said, and are farther away than such members mostly are");
    }
}
