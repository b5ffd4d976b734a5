package org.fastsend.overlay.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.message.Rumour.State;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static final long SECOND = 1_000_000_000;

    private final Liveness liveness = new Liveness(new Random(1), Watch.LIFEGUARD);
    private final RingMember member = new RingMember(contact(7), 10);

    private static Contact contact(int id) {
        return Contact.of(id, Endpoint.v4(id << 8, 4000), id);
    }

    @Test
    void everyMemberIsPingedOnceInARound() {
        var roster = new Roster(0, Caps.NONE);
        for (int i = 1; i <= 20; i++) {
            roster.measured(contact(i), i);
        }
        for (int round = 0; round < 3; round++) {
            Set<Long> pinged = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                pinged.add(liveness.next(roster).orElseThrow().id());
            }
            assertEquals(20, pinged.size());
        }
    }

    @Test
    void aSuspectThatNobodyElseSuspectsHasAMinute() {
        liveness.suspect(member, 0);
        assertTrue(member.isSuspect());
        assertTrue(liveness.dead(59 * SECOND).isEmpty());
        assertEquals(7, liveness.dead(60 * SECOND).orElseThrow());
        assertTrue(liveness.isBuried(contact(7)));
        assertFalse(liveness.isBuried(contact(7).incarnate(1)));
    }

    @Test
    void othersThatSuspectItTooShortenItsTime() {
        liveness.suspect(member, 0);
        for (long by = 1; by <= 3; by++) {
            liveness.hear(new Rumour(7, 0, State.SUSPECT), by, member, 0);
        }
        assertEquals(10 * SECOND, liveness.nextDeadlineNanos());
    }

    @Test
    void oneOtherThatRepeatsItselfCountsOnce() {
        liveness.suspect(member, 0);
        for (int i = 0; i < 9; i++) {
            liveness.hear(new Rumour(7, 0, State.SUSPECT), 1, member, 0);
        }
        assertTrue(liveness.nextDeadlineNanos() > 30 * SECOND);
    }

    @Test
    void anAnswerClearsASuspect() {
        liveness.suspect(member, 0);
        liveness.alive(member, 0);
        assertFalse(member.isSuspect());
        assertTrue(liveness.dead(1000 * SECOND).isEmpty());
        assertTrue(liveness.rumoursFor(1).contains(new Rumour(7, 0, State.ALIVE)));
    }

    @Test
    void aRumourOfDeathOnlyMakesTheNodeLookForItself() {
        assertTrue(liveness.hear(new Rumour(7, 0, State.DEAD), 1, member, 0));
        assertFalse(member.isSuspect());
        assertTrue(liveness.dead(1000 * SECOND).isEmpty());
        assertFalse(liveness.hear(new Rumour(7, 0, State.DEAD), 1, member, 0), "the same rumour is no news");
    }

    @Test
    void whoeverHearsOfItsOwnDeathContradictsInAHigherIncarnation() {
        Contact self = contact(1).incarnate(4);
        assertEquals(5, liveness.contradict(new Rumour(1, 4, State.SUSPECT), self));
        assertEquals(4, liveness.contradict(new Rumour(1, 3, State.DEAD), self), "an old rumour");
        assertTrue(liveness.rumoursFor(1).contains(new Rumour(1, 5, State.ALIVE)));
        assertEquals(2, liveness.health().factor(), "and takes itself to be slow");
    }

    @Test
    void aNodeWhosePingsAllGoUnansweredGivesOthersMoreTime() {
        for (int i = 0; i < 100; i++) {
            liveness.missed();
        }
        assertEquals(9, liveness.health().factor());
        liveness.alive(member, 0);
        assertEquals(8, liveness.health().factor());
    }

    @Test
    void rumoursAreToldASmallNumberOfTimes() {
        liveness.suspect(member, 0);
        int told = 0;
        for (int i = 0; i < 1000; i++) {
            List<Rumour> rumours = liveness.rumoursFor(1);
            told += rumours.size();
        }
        assertTrue(told > 0 && told < 50, "told " + told);
    }

    @Test
    void whoIsSuspectedIsToldSoFirst() {
        for (int id = 20; id < 30; id++) {
            liveness.suspect(new RingMember(contact(id), 10), 0);
        }
        liveness.suspect(member, 0);
        assertEquals(new Rumour(7, 0, State.SUSPECT), liveness.rumoursFor(7).getFirst());
        assertEquals(4, liveness.rumoursFor(7).size());
    }

    @Test
    void whoIsSaidToHaveContradictedIsLookedForAgain() {
        liveness.suspect(member, 0);
        assertFalse(liveness.hear(new Rumour(7, 0, State.ALIVE), 1, member, 0), "that was before");
        assertTrue(liveness.hear(new Rumour(7, 1, State.ALIVE), 1, member, 0));
        assertTrue(member.isSuspect(), "nobody but itself can show that it lives");
    }

    @Test
    void swimAsPublishedBelievesWhatOthersSay() {
        var swim = new Liveness(new Random(1), Watch.SWIM);
        swim.hear(new Rumour(7, 0, State.SUSPECT), 1, member, SECOND);
        assertEquals(11 * SECOND, swim.nextDeadlineNanos());
        swim.hear(new Rumour(7, 1, State.ALIVE), 1, member, 2 * SECOND);
        assertFalse(member.isSuspect());
        swim.hear(new Rumour(7, 1, State.DEAD), 1, member, 3 * SECOND);
        assertEquals(7, swim.dead(3 * SECOND).orElseThrow());
        swim.missed();
        assertEquals(1, swim.health().factor());
    }
}
