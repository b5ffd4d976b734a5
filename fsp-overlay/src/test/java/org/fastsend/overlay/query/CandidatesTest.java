package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.Roster;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    private static final float TARGET_MILLIS = 16;
    private static final Coordinate TARGET = new Coordinate(50, 0, 0, 0, 1, 0.2f);
    private static final int NAMED = 12;
    private static final int REMOTE = 99;

    private final Contact self = contact(1, Coordinate.UNKNOWN);
    private final Roster roster = new Roster(self.endpoint().subnet(), Caps.NONE);

    private static Contact contact(int number, Coordinate at) {
        return Contact.of(number, Endpoint.v4(number << 8 | 1, 4000), number).at(at);
    }

    private List<Long> named() {
        var measure =
                new Measure(1, List.of(Endpoint.v4(0x20000001, 4000)), List.of(), List.of(TARGET), List.of(0f), NAMED);
        return Candidates.of(self, roster, measure, List.of(TARGET_MILLIS), 0).stream()
                .map(Candidate::contact)
                .map(Contact::id)
                .toList();
    }

    /// Thirty lie about as far as the target, somewhere else; and one is remote.
    private void meetMany(float remoteMillis) {
        for (int i = 2; i < 32; i++) {
            roster.measured(contact(i, new Coordinate(0, i, 0, 0, 1, 0.2f)), TARGET_MILLIS + i / 20f);
        }
        roster.measured(contact(REMOTE, new Coordinate(0, -20, 0, 0, 5, 0.2f)), remoteMillis);
    }

    @Test
    void whoSaysThatThisNodeIsOneOfItsNearestIsNamedBeforeOthersThatMayBeTheTargetsNeighbour() {
        meetMany(TARGET_MILLIS + 2);
        assertFalse(named().contains((long) REMOTE), "nothing speaks for it");
        roster.claimed(REMOTE);
        assertTrue(named().contains((long) REMOTE));
        assertEquals(NAMED, named().size());
    }

    @Test
    void whoSaysSoFromFarAwayIsNot() {
        meetMany(8 * TARGET_MILLIS);
        roster.claimed(REMOTE);
        assertTrue(roster.holds(REMOTE));
        assertFalse(named().contains((long) REMOTE));
    }
}
