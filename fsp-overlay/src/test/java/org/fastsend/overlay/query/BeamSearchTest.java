package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

/// Members on a zigzag with the asker near its end; who was asked names those beside it.
class BeamSearchTest {
    private static final int MEMBERS = 40;
    private static final int BUDGET = 60;
    private static final float STEP_MILLIS = 10;
    private static final double MILLISECOND = 1e6;

    private static final Coordinate ASKER = at(5, 0);

    private final BeamSearch search = new BeamSearch(Query.closest(Endpoint.SELF, 1), BUDGET);
    private long nowNanos;
    private int asked;
    private int exceptions;

    private static Coordinate at(float xMillis, float yMillis) {
        return new Coordinate(xMillis, yMillis, 0, 0, 0, 0.1f);
    }

    private static Contact member(int number, Coordinate at) {
        return Contact.of(number, Endpoint.v4(number << 8, 1), number).at(at);
    }

    private static Contact member(int number) {
        return member(number, at(number * STEP_MILLIS, number % 3 * 2 * STEP_MILLIS));
    }

    private static float millis(int one, int other) {
        return member(one).coordinate().millisTo(member(other).coordinate());
    }

    private static float millis(int number) {
        return member(number).coordinate().millisTo(ASKER);
    }

    private static List<Candidate> around(int number) {
        List<Candidate> named = new ArrayList<>();
        for (int i = Math.max(1, number - 4); i <= Math.min(MEMBERS, number + 4); i++) {
            if (i != number) {
                named.add(seenFrom(number, i));
            }
        }
        return named;
    }

    private static Candidate seenFrom(int reporter, int number) {
        return new Candidate(member(number), millis(number, reporter));
    }

    private void open() {
        search.open(member(MEMBERS), List.of(millis(MEMBERS)), List.of(true), around(MEMBERS), nowNanos);
    }

    private void answer(Contact who, List<Candidate> named) {
        int number = (int) who.id();
        search.handleTimes(number, List.of(millis(number)), List.of(true));
        search.handleNamed(number, named);
        asked++;
    }

    private void askEverybody(Consumer<Contact> told) {
        for (Optional<Contact> next = search.poll(nowNanos); next.isPresent(); next = search.poll(nowNanos)) {
            told.accept(next.get());
        }
    }

    /// @param other what becomes of those who are excepted
    private void answerAllBut(IntPredicate excepted, IntConsumer other) {
        open();
        askEverybody(member -> {
            int number = (int) member.id();
            if (excepted.test(number)) {
                other.accept(number);
                exceptions++;
            } else {
                answer(member, around(number));
            }
        });
    }

    private long best() {
        assertTrue(search.isDone(nowNanos));
        return search.result(Caps.NONE).getFirst().contact().id();
    }

    @Test
    void itWalksToTheNearestAndAsksFewerThanAll() {
        open();
        askEverybody(member -> answer(member, around((int) member.id())));
        assertEquals(1, best());
        assertTrue(asked < MEMBERS / 2, "asked " + asked);
    }

    @Test
    void twoMeasurementsPlaceTheTargetWhileOthersAreOnTheirWay() {
        open();
        List<Contact> landmarks = new ArrayList<>();
        askEverybody(landmarks::add);
        assertTrue(landmarks.size() > 2, landmarks.toString());
        assertFalse(search.isPlaced());
        answer(landmarks.getFirst(), List.of());
        assertTrue(search.isPlaced());
    }

    @Test
    void whoeverIsSilentHoldsNothingUp() {
        answerAllBut(number -> number % 3 == 0, search::handleSilent);
        assertEquals(1, best());
    }

    @Test
    void whoLiesFarAwayNeedNotNameAnybodyAnyMoreOnceTheNearestAreFound() {
        answerAllBut(
                number -> number > MEMBERS - 4,
                number -> search.handleTimes(number, List.of(millis(number)), List.of(true)));
        assertTrue(exceptions > 0, "nobody far away was asked");
        assertEquals(1, best());
    }

    @Test
    void whoeverWasAskedAndPromisesNothingAnyMoreIsNotWaitedFor() {
        answerAllBut(number -> number > MEMBERS - 3, number -> {}); // still on their way
        assertTrue(exceptions > 0, "nobody far away was asked");
        assertEquals(1, best());
    }

    @Test
    void whoHasNotAnsweredWithinTheTimeOfThoseWhoWereFoundIsNotWaitedFor() {
        int far = 6; // 55 ms away, where the fourth is 43 ms away: it could be nearer than it should be
        answerAllBut(number -> number == far, number -> {});
        assertFalse(search.isDone(nowNanos), "it may be the best");
        nowNanos = search.nextDeadlineNanos(nowNanos);
        assertEquals(millis(2), nowNanos / MILLISECOND, 0.01);
        assertEquals(1, best());
    }

    @Test
    void whoShouldLieNearIsWaitedForUntilItWasAskedAgainInVain() {
        int near = 3; // 25 ms away
        answerAllBut(number -> number == near, number -> {});
        nowNanos += 60 * (long) MILLISECOND;
        assertFalse(search.isDone(nowNanos), "its answer may be lost");
        search.handleLate(near, nowNanos);
        assertFalse(search.isDone(nowNanos), "it was asked again");
        nowNanos = search.nextDeadlineNanos(nowNanos);
        assertEquals(60 + millis(6), nowNanos / MILLISECOND, 0.01);
        assertEquals(1, best());
    }

    @Test
    void whoHasNamedOthersThatAreNotThereIsNamedOnlyWhereNobodyElseIs() {
        open();
        askEverybody(member -> {
            int number = (int) member.id();
            if (number == 1) {
                answer(member, List.of(falselyNamed(101), falselyNamed(102), falselyNamed(103)));
            } else if (number > 100) {
                search.handleTimes(number, List.of(4000f), List.of(true));
                search.handlePlace(number, at(1500, 0), 0);
                search.handleNamed(number, List.of());
            } else {
                answer(member, around(number));
            }
        });
        assertEquals(3, best(), "1 is nearer, and has lied");
    }

    private static Candidate falselyNamed(int number) {
        return new Candidate(member(number, ASKER), millis(1));
    }

    @Test
    void whoIsHeldBackUntilOthersProveWhereTheyWereSaidToBeIsWaitedFor() {
        open();
        askEverybody(member -> answer(member, List.of()));
        int doubtful = MEMBERS - 4;
        Contact stray = member(2 * MEMBERS, at(300, 0));
        search.handleSomeNamed(doubtful, List.of(new Candidate(stray, 60)));
        assertEquals(Optional.of(stray), search.poll(nowNanos));
        search.handleTimes(stray.id(), List.of(4000f), List.of(true));
        search.handleNamed(stray.id(), List.of());
        search.handleSomeNamed(doubtful, List.of(seenFrom(doubtful, 25)));
        assertEquals(25, search.poll(nowNanos).orElseThrow().id());

        search.handleSomeNamed(
                MEMBERS,
                IntStream.rangeClosed(2, 5)
                        .mapToObj(number -> seenFrom(MEMBERS, number))
                        .toList());
        askEverybody(member -> answer(member, List.of()));
        assertTrue(search.isDone(nowNanos), "the one on its way lies too far off");
        search.handleSomeNamed(doubtful, List.of(seenFrom(doubtful, 1)));
        assertEquals(Optional.empty(), search.poll(nowNanos));
        assertFalse(search.isDone(nowNanos), "the one on its way may prove who named the nearest");

        answer(member(25), List.of());
        askEverybody(member -> answer(member, List.of()));
        assertEquals(1, best());
    }

    @Test
    void membersThatAreNotWhereOthersSaidDoNotUseUpTheBudget() {
        int budget = 14;
        BeamSearch misled = new BeamSearch(Query.closest(Endpoint.SELF, 1), budget);
        misled.open(member(MEMBERS), List.of(millis(MEMBERS)), List.of(true), around(MEMBERS), nowNanos);
        int strays = 0;
        for (Optional<Contact> next = misled.poll(nowNanos); next.isPresent(); next = misled.poll(nowNanos)) {
            int number = (int) next.get().id();
            boolean stray = number > MEMBERS;
            strays += stray ? 1 : 0;
            asked += stray ? 0 : 1;
            misled.handleTimes(number, List.of(stray ? 4000 : millis(number)), List.of(true));
            if (stray) {
                misled.handlePlace(number, at(1500, 0), 0); // it does not lie itself
            }
            List<Candidate> named = stray ? List.of() : around(number);
            if (!stray) {
                named.add(new Candidate(member(1000 + number, ASKER), millis(number)));
            }
            misled.handleNamed(number, named);
        }
        assertTrue(misled.isDone(nowNanos));
        assertTrue(strays > 0, "no strays");
        assertEquals(budget - 1, asked, "the opener counts, " + strays + " strays do not");
    }
}
