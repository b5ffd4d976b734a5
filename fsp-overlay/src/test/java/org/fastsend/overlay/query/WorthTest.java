package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

/// An asker behind a line of half a second, and members around the line's other end.
class WorthTest {
    private static final float LINE_MILLIS = 500;
    private static final int ASKED = 1;
    private static final double FAR_MILLIS = 2000;
    private static final int MANY = 100;

    private final Query query = Query.closest(Endpoint.SELF, 1);
    private final Set<Prospect> prospects = new LinkedHashSet<>();
    private final List<Prospect> measured = new ArrayList<>();
    private final Forecast forecast = new Forecast(query);
    private final Hope hope = new Hope();
    private final Worth worth = new Worth(query, prospects, measured, forecast, hope);

    private Prospect prospect(float x, float y, float z, float w) {
        return prospect(x, y, z, w, 0);
    }

    private Prospect prospect(float x, float y, float z, float w, float height) {
        int number = prospects.size() + 1;
        Contact contact =
                Contact.of(number, Endpoint.v4(number << 8, 1), number).at(new Coordinate(x, y, z, w, height, 0.1f));
        Prospect prospect = new Prospect(contact, 1);
        prospects.add(prospect);
        return prospect;
    }

    private Prospect expected(double millis) {
        Prospect prospect = prospect(0, 0, 0, 0);
        prospect.estimated(millis, millis);
        return prospect;
    }

    private Prospect ask(double expectedMillis) {
        Prospect prospect = expected(expectedMillis);
        prospect.asked(0);
        return prospect;
    }

    private void measure(Prospect prospect) {
        prospect.asked(0);
        float millis = prospect.contact().coordinate().millisTo(new Coordinate(0, 0, 0, 0, LINE_MILLIS, 0.1f));
        prospect.answered(List.of(millis), List.of(true));
        measured.add(prospect);
    }

    private void surround() {
        measure(prospect(0, 0, 0, 0));
        for (float far : new float[] {10, 300}) {
            for (float away : new float[] {far, -far}) {
                measure(prospect(away, 0, 0, 0));
                measure(prospect(0, away, 0, 0));
                measure(prospect(0, 0, away, 0));
                measure(prospect(0, 0, 0, away));
            }
        }
        forecast.make(measured);
    }

    @Test
    void nobodyIsWorthAProbeBecauseTheAskersOwnLineIsLong() {
        surround();
        Prospect beyond = prospect(60, 60, 0, 0);
        forecast.estimate(beyond);
        assertTrue(beyond.likely() * 0.72 < 510, "it would be, if the line were in doubt: " + beyond.likely());
        assertEquals(Optional.empty(), worth.next(ASKED));
    }

    @Test
    void whoMayLieNearerThanThoseFoundIsWorthOne() {
        surround();
        Prospect near = prospect(3, 2, 0, 0);
        forecast.estimate(near);
        assertEquals(Optional.of(new Worth.Next(near, false)), worth.next(ASKED));
    }

    /// It seems to lie two lines away, and does not if the target's line is its own.
    @Test
    void whoMayShareTheLineIsWorthOneUntilManyWereAskedInVain() {
        surround();
        Prospect sharing = prospect(0, 0, 0, 0, LINE_MILLIS);
        forecast.estimate(sharing);
        Optional<Worth.Next> inHope = Optional.of(new Worth.Next(sharing, true));
        assertEquals(inHope, worth.next(ASKED));

        long others = MANY;
        while (worth.next(ASKED).isPresent()) {
            assertTrue(others < 2 * MANY, "hope has no bound");
            hope.asked(others++);
        }
        assertTrue(others > MANY + 2, "it is not given up at once");

        hope.found(MANY / 2);
        assertEquals(Optional.empty(), worth.next(ASKED), "whoever else is found says nothing of it");
        hope.found(MANY);
        assertEquals(inHope, worth.next(ASKED), "one of those asked does");
    }

    @Test
    void thoseFarAwayWhoWereAskedLeaveRoomForWhoShouldLieNextDoor() {
        surround();
        Prospect nextDoor = expected(10);
        List<Prospect> outstanding = new ArrayList<>();
        while (worth.hasRoom(nextDoor, ASKED, outstanding.size(), 0)) {
            assertTrue(outstanding.size() < MANY, "the room has no bound");
            outstanding.add(ask(500));
        }
        assertFalse(outstanding.isEmpty());
        outstanding.forEach(prospect -> prospect.estimated(FAR_MILLIS, FAR_MILLIS));
        assertTrue(worth.hasRoom(nextDoor, ASKED, outstanding.size(), 0), "what they answer will be too late for it");
        while (outstanding.size() < MANY) {
            outstanding.add(ask(FAR_MILLIS));
        }
        assertFalse(worth.hasRoom(expected(FAR_MILLIS), ASKED, outstanding.size(), 0), "not so for others as far");
    }

    @Test
    void whoIsSilentHasLostADatagramOnlyIfItShouldLieNearOrHasAnsweredAnotherAsSoon() {
        surround();
        assertTrue(worth.mayHaveBeenLost(expected(10)));
        Prospect farOff = expected(FAR_MILLIS);
        farOff.asked(0);
        assertFalse(worth.mayHaveBeenLost(farOff), "two are rarely lost");
        farOff.heard((long) (2e6 * LINE_MILLIS));
        assertFalse(worth.mayHaveBeenLost(farOff), "it is indeed");
        Prospect nearer = expected(FAR_MILLIS);
        nearer.asked(0);
        nearer.heard((long) (0.5e6 * LINE_MILLIS));
        assertTrue(worth.mayHaveBeenLost(nearer), "it is not, whatever was said");
    }
}
