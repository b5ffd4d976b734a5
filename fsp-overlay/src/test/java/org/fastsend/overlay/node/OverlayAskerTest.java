package org.fastsend.overlay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Goal;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;
import org.junit.jupiter.api.Test;

/// Two members: one that the asker knows, 40 ms away, and one that it names, which is said to be next to the asker.
class OverlayAskerTest {
    private static final long MILLISECOND = 1_000_000;
    private static final Coordinate PLACE = new Coordinate(1, 2, 3, 4, 1, 0.1f);
    private static final Contact KNOWN =
            Contact.of(1, Endpoint.v4(0x0100, 1), 1).at(PLACE);
    private static final Contact NAMED =
            Contact.of(2, Endpoint.v4(0x0200, 2), 2).at(PLACE);
    private static final Endpoint RENDEZVOUS = Endpoint.v4(0x0300, 3);

    private final OverlayAsker asker = new OverlayAsker(new Random(1), OverlayAsker.Habits.OF_A_PROCESS);
    private final List<Outgoing> held = new ArrayList<>();
    private long nowNanos;

    private List<Outgoing> drain() {
        List<Outgoing> sent = new ArrayList<>(held);
        held.clear();
        for (var out = asker.pollOutput(); out.isPresent(); out = asker.pollOutput()) {
            sent.add(out.get());
        }
        return sent;
    }

    private Outgoing next() {
        List<Outgoing> sent = drain();
        assertEquals(1, sent.size(), sent.toString());
        return sent.getFirst();
    }

    /// What measures a member; what asks it for names meanwhile is lost.
    private Outgoing probeOf(Contact member) {
        List<Outgoing> sent = drain();
        assertTrue(sent.stream().allMatch(out -> out.to().equals(member.endpoint())), sent.toString());
        return to(member, sent);
    }

    private void answerProbe(Outgoing probe, long afterMillis) {
        var message = assertInstanceOf(Message.Probe.class, probe.message());
        nowNanos += afterMillis * MILLISECOND;
        asker.handleMessage(new Sender(0, probe.to()), new Message.ProbeAnswer(message.nonce()), nowNanos);
    }

    private void answerEachProbe(long afterMillis) {
        List<Outgoing> probes = drain();
        nowNanos += afterMillis * MILLISECOND;
        probes.forEach(probe -> answerProbe(probe, 0));
    }

    private void answer(Contact who, Message message, List<Float> times, List<Candidate> named) {
        var measure = assertInstanceOf(Message.Measure.class, message);
        asker.handleMessage(
                new Sender(who.id(), who.endpoint()),
                new Message.Measured(measure.number(), Endpoint.v4(0x0900, 9), PLACE, times, named),
                nowNanos);
    }

    /// The member that it knows is 40 ms away and names itself and another.
    private void open(Query query, List<Float> times, Contact other) {
        asker.ask(List.of(KNOWN.endpoint()), query, Caps.NONE, nowNanos);
        open(drain(), times, List.of(new Candidate(KNOWN, 0), new Candidate(other, 45)));
    }

    /// It is probed, and asked for names meanwhile if the asker is the only target; once more when it is known how far
    /// that is, which it has nothing to add to.
    private void open(List<Outgoing> sent, List<Float> times, List<Candidate> named) {
        answerProbe(sent.getFirst(), 40);
        answer(KNOWN, sent.size() > 1 ? sent.getLast().message() : next().message(), times, named);
        for (Outgoing out : drain()) {
            if (out.to().equals(KNOWN.endpoint()) && out.message() instanceof Message.Measure again) {
                assertEquals(List.of(40f), again.told());
                answer(KNOWN, again, again.told(), List.of());
            } else {
                held.add(out);
            }
        }
    }

    @Test
    void whoIsAskedFirstNamesOthersWhileItIsMeasured() {
        asker.ask(List.of(KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), Caps.NONE, nowNanos);
        List<Outgoing> sent = drain();
        assertInstanceOf(Message.Probe.class, sent.getFirst().message());
        var question = assertInstanceOf(Message.Measure.class, sent.getLast().message());
        answer(KNOWN, question, question.told(), List.of(new Candidate(KNOWN, 0), new Candidate(NAMED, 45)));
        assertInstanceOf(Message.Probe.class, next().message(), "nothing is known yet of how far anybody is");
        answerProbe(sent.getFirst(), 95);
        assertEquals(NAMED.endpoint(), probeOf(NAMED).to(), "95 ms are about what it was told");
    }

    @Test
    void whoIsToPlaceTheAskerNamesOthersMeanwhileToldHowFarItMayBe() {
        open(Query.closest(Endpoint.SELF, 1), List.of(40f), NAMED);
        var question = assertInstanceOf(Message.Measure.class, drain().getLast().message());
        float mostMillis = 40 + PLACE.millisTo(PLACE);
        assertEquals(0.7 * mostMillis, question.told().getFirst(), 0.1);
        assertTrue(question.guess().isEmpty(), "the asker is not placed yet");
    }

    @Test
    void whoNamedOthersForAnotherPlaceIsAskedAgainAndDoesNotCountItself() {
        asker.ask(List.of(KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), Caps.NONE, nowNanos);
        List<Outgoing> sent = drain();
        answerProbe(sent.getFirst(), 40);
        answer(
                KNOWN,
                sent.getLast().message(),
                List.of(100f),
                List.of(new Candidate(KNOWN, 0), new Candidate(THIRD, 90)));
        List<Outgoing> then = drain();
        var again = assertInstanceOf(Message.Measure.class, to(KNOWN, then).message());
        assertEquals(List.of(40f), again.told());
        answer(KNOWN, again, again.told(), List.of(new Candidate(KNOWN, 0), new Candidate(NAMED, 45)));
        answerProbe(to(THIRD, then), 200);
        List<Outgoing> last = drain();
        answer(THIRD, to(THIRD, last).message(), List.of(200f), List.of());
        answerProbe(to(NAMED, last), 3);
        passTime();
        Answered answered = asker.pollAnswer().orElseThrow();
        assertEquals(2, answered.ranked().getFirst().contact().id());
        assertEquals(1, answered.cost().hops());
    }

    @Test
    void whoAnswersOnlyOnceItWasAskedAgainIsAsFarAsTheFirstAnswerTook() {
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), NAMED);
        Outgoing first = probeOf(NAMED);
        long askedNanos = nowNanos;
        nowNanos = asker.nextDeadlineNanos();
        asker.handleTimeout(nowNanos);
        assertEquals(NAMED.endpoint(), to(NAMED, drain()).to(), "asked again");
        nowNanos = askedNanos + 150 * MILLISECOND;
        answerProbe(first, 0);
        passTime();
        Ranked second = asker.pollAnswer().orElseThrow().ranked().getLast();
        assertEquals(2, second.contact().id());
        assertEquals(List.of(150f), second.rttMillis());
    }

    /// Both went out together: had the probe come through, it would have been answered first.
    @Test
    void whoAnswersTheQuestionAndNotTheProbeBeforeItIsProbedAgainAtOnceAndOnlyOnce() {
        List<Outgoing> sent = untilThird();
        nowNanos += 3 * MILLISECOND;
        answer(THIRD, sent.getLast().message(), List.of(40f), List.of());
        Outgoing again = next();
        assertEquals(THIRD.endpoint(), again.to());
        answerProbe(again, 3);
        answer(THIRD, next().message(), List.of(3f), List.of());
        answerEachProbe(3);
        Ranked best = asker.pollAnswer().orElseThrow().ranked().getFirst();
        assertEquals(3, best.contact().id());
        assertEquals(List.of(3f), best.rttMillis());
    }

    private void passTime() {
        while (asker.nextDeadlineNanos() < Long.MAX_VALUE) {
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
        }
    }

    private static Outgoing to(Contact member, List<Outgoing> sent) {
        return sent.stream()
                .filter(out -> out.to().equals(member.endpoint()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(sent.toString()));
    }

    @Test
    void anAddressThatIsListedTwiceIsOneMember() {
        asker.ask(List.of(KNOWN.endpoint(), KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), Caps.NONE, nowNanos);
        assertEquals(2, drain().size(), "a probe and a question");
    }

    @Test
    void whoDoesNotIntroduceItselfIsNobody() {
        asker.ask(List.of(KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), Caps.NONE, nowNanos);
        answerProbe(drain().getFirst(), 40);
        while (asker.nextDeadlineNanos() < Long.MAX_VALUE) {
            assertTrue(asker.pollAnswer().isEmpty());
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
        }
        assertTrue(asker.pollAnswer().orElseThrow().ranked().isEmpty());
    }

    @Test
    void whoIsNamedIsMeasuredByTheAskerWhateverItClaims() {
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), NAMED);
        answerProbe(probeOf(NAMED), 90);
        answer(NAMED, next().message(), List.of(0.1f), List.of());
        answerEachProbe(95);
        Answered answered = asker.pollAnswer().orElseThrow();
        assertEquals(
                List.of(1L, 2L),
                answered.ranked().stream().map(r -> r.contact().id()).toList());
        assertEquals(90, answered.ranked().getLast().times()[0]);
        assertEquals(4, answered.cost().probes());
    }

    private static final Contact THIRD =
            Contact.of(3, Endpoint.v4(0x0400, 4), 3).at(new Coordinate(1, 2, 9, 4, 1, 0.1f));

    /// Where the asker lies is known when a third member is named: what it is sent.
    private List<Outgoing> untilThird() {
        open(Query.closest(Endpoint.SELF, 1), List.of(40f), NAMED);
        answerProbe(probeOf(NAMED), 45);
        answer(NAMED, next().message(), List.of(45f), List.of(new Candidate(THIRD, 6)));
        List<Outgoing> sent = drain();
        assertTrue(sent.stream().allMatch(out -> out.to().equals(THIRD.endpoint())), sent.toString());
        assertEquals(2, sent.size(), "it is measured, and asked for names meanwhile");
        return sent;
    }

    @Test
    void whoLiesAboutWhereItShouldIsNotAskedTwice() {
        List<Outgoing> sent = untilThird();
        var question = assertInstanceOf(Message.Measure.class, sent.getLast().message());
        float told = question.told().getFirst();
        answerProbe(sent.getFirst(), Math.round(told));
        assertTrue(asker.pollAnswer().isEmpty(), "it may still name somebody");
        answer(THIRD, question, question.told(), List.of());
        List<Outgoing> last = drain();
        assertTrue(last.stream().allMatch(out -> out.message() instanceof Message.Probe), last.toString());
    }

    @Test
    void whoLiesElsewhereIsAskedAgainAndToldSo() {
        List<Outgoing> sent = untilThird();
        float told = ((Message.Measure) sent.getLast().message()).told().getFirst();
        answerProbe(sent.getFirst(), Math.round(told / 4));
        var again = assertInstanceOf(Message.Measure.class, next().message());
        assertEquals(Math.round(told / 4), again.told().getFirst(), 0.01);
    }

    @Test
    void namesThatComeBeforeTheMeasurementAreKeptForIt() {
        List<Outgoing> sent = untilThird();
        var question = assertInstanceOf(Message.Measure.class, sent.getLast().message());
        Contact fourth = Contact.of(4, Endpoint.v4(0x0600, 6), 4).at(PLACE);
        answer(THIRD, question, question.told(), List.of(new Candidate(fourth, 1)));
        answerProbe(sent.getFirst(), Math.round(question.told().getFirst()));
        assertTrue(drain().stream().anyMatch(out -> out.to().equals(fourth.endpoint())));
    }

    @Test
    void whatWasDelayedTheFirstTimeIsMeasuredOnceMore() {
        open(Query.closest(Endpoint.SELF, 1), List.of(40f), NAMED);
        answerProbe(probeOf(NAMED), 90);
        answer(NAMED, next().message(), List.of(0.1f), List.of());
        List<Outgoing> again = drain();
        assertEquals(1, again.size(), again.toString());
        for (Outgoing probe : again) {
            asker.handleSent(((Message.Probe) probe.message()).nonce(), nowNanos + 7 * MILLISECOND);
        }
        nowNanos += 8 * MILLISECOND;
        again.forEach(probe -> answerProbe(probe, 0));
        answerEachProbe(2);
        assertEquals(
                1, asker.pollAnswer().orElseThrow().ranked().getFirst().times()[0], 0.001, "from when the probe left");
    }

    @Test
    void aSecondProbeThatIsLostLeavesTheFirstOnesTime() {
        open(Query.closest(Endpoint.SELF, 1), List.of(40f), NAMED);
        answerProbe(probeOf(NAMED), 90);
        answer(NAMED, next().message(), List.of(0.1f), List.of());
        drain();
        passTime();
        assertEquals(40, asker.pollAnswer().orElseThrow().ranked().getFirst().times()[0]);
    }

    @Test
    void othersThanTheAskerAreMeasuredByWhoIsNamed() {
        Message.Measure confirm = untilConfirmed(12);
        confirmed(confirm, 13, 75);
        Ranked best = asker.pollAnswer().orElseThrow().ranked().getFirst();
        assertEquals(2, best.contact().id());
        assertEquals(13, best.times()[1], "the target's own word counts");
    }

    @Test
    void whatATargetMeasuresCountsMoreThanAClaimToBeFarther() {
        Message.Measure confirm = untilConfirmed(19);
        confirmed(confirm, 13, 75);
        assertEquals(13, asker.pollAnswer().orElseThrow().ranked().getFirst().times()[1]);
    }

    @Test
    void whoseClaimATargetRefutesIsNotTheBest() {
        Message.Measure confirm = untilConfirmed(0.1f);
        confirmed(confirm, 90, 21);
        Ranked best = asker.pollAnswer().orElseThrow().ranked().getFirst();
        assertEquals(1, best.contact().id());
    }

    @Test
    void aTargetThatDoesNotMeasureLeavesTheClaims() {
        untilConfirmed(12);
        passTime();
        Ranked best = asker.pollAnswer().orElseThrow().ranked().getFirst();
        assertEquals(2, best.contact().id());
        assertEquals(12, best.times()[1]);
    }

    private static final Endpoint TARGET = Endpoint.v4(0x0500, 5);

    /// Within 50 ms of the asker and 20 ms of a target; the known one claims to be 20.5 ms from that. Returns what the
    /// target is asked.
    private Message.Measure untilConfirmed(float claimedMillis) {
        Query query = Query.constraints(List.of(new Goal(Endpoint.SELF, 50), new Goal(TARGET, 20)), 1);
        open(query, List.of(40f, 20.5f), NAMED);
        answerProbe(next(), 48);
        var question = assertInstanceOf(Message.Measure.class, next().message());
        assertEquals(48f, question.told().getFirst());
        assertTrue(Float.isNaN(question.told().getLast()));
        answer(NAMED, question, List.of(48f, claimedMillis), List.of());
        List<Outgoing> last = drain();
        nowNanos += 48 * MILLISECOND;
        last.stream().filter(out -> out.message() instanceof Message.Probe).forEach(probe -> answerProbe(probe, 0));
        return last.stream()
                .filter(out -> out.to().equals(TARGET))
                .map(out -> assertInstanceOf(Message.Measure.class, out.message()))
                .findFirst()
                .orElseThrow();
    }

    private void confirmed(Message.Measure confirm, float namedMillis, float knownMillis) {
        List<Float> times = confirm.targets().stream()
                .map(place -> place.equals(NAMED.endpoint()) ? namedMillis : knownMillis)
                .toList();
        asker.handleMessage(
                new Sender(77, TARGET),
                new Message.Measured(confirm.number(), Endpoint.v4(0x0900, 9), Coordinate.UNKNOWN, times, List.of()),
                nowNanos);
    }

    @Test
    void measuresForOthersWhatIsToBeNearItUntilThatIsNotFarLessThanBefore() {
        var question = new Message.Measure(5, List.of(NAMED.endpoint()), List.of(), List.of(), List.of(), 0);
        asker.handleMessage(new Sender(0, KNOWN.endpoint()), question, nowNanos);
        assertTrue(drain().isEmpty(), "a stranger has no say");
        asker.handleMessage(new Sender(1, KNOWN.endpoint()), question, nowNanos);
        for (long afterMillis : List.of(25L, 4L, 5L)) { // as of a process that has just started
            answerProbe(next(), afterMillis);
        }
        Outgoing answer = next();
        assertEquals(KNOWN.endpoint(), answer.to());
        var measured = assertInstanceOf(Message.Measured.class, answer.message());
        assertEquals(List.of(4f), measured.rttMillis());
    }

    @Test
    void whatIsFarAwayIsMeasuredForOthersOnlyOnce() {
        var question = new Message.Measure(5, List.of(NAMED.endpoint()), List.of(), List.of(), List.of(), 0);
        asker.handleMessage(new Sender(1, KNOWN.endpoint()), question, nowNanos);
        answerProbe(next(), 200);
        var measured = assertInstanceOf(Message.Measured.class, next().message());
        assertEquals(List.of(200f), measured.rttMillis());
    }

    @Test
    void aMemberBehindANatMeasuresTheAskerFirstAndIsThenMeasured() {
        Contact hidden = NAMED.reachedBy(Reach.PUNCHABLE, List.of(RENDEZVOUS));
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), hidden);
        Outgoing through = next();
        assertEquals(RENDEZVOUS, through.to());
        var relay = assertInstanceOf(Message.Relay.class, through.message());
        answer(hidden, relay.message(), List.of(0.1f), List.of());
        List<Outgoing> probes = drain();
        assertTrue(probes.stream().anyMatch(probe -> probe.to().equals(hidden.endpoint())));
        nowNanos += 60 * MILLISECOND;
        probes.forEach(probe -> answerProbe(probe, 0));
        var ranked = asker.pollAnswer().orElseThrow().ranked();
        assertEquals(1, ranked.getFirst().contact().id(), "what it claimed counts no longer");
        assertEquals(60, ranked.getLast().times()[0]);
    }

    @Test
    void aNamedMemberThatIsNotThereIsNoAnswer() {
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), NAMED);
        while (asker.nextDeadlineNanos() < Long.MAX_VALUE) {
            drain();
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
        }
        assertEquals(
                List.of(1L),
                asker.pollAnswer().orElseThrow().ranked().stream()
                        .map(r -> r.contact().id())
                        .toList());
    }

    @Test
    void whereProbesDoNotGetThroughAMemberIsAskedAllTheSame() {
        asker.ask(List.of(KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), Caps.NONE, 0);
        List<Outgoing> sent = drain();
        answer(KNOWN, sent.getLast().message(), List.of(Float.NaN), List.of(new Candidate(KNOWN, 0)));
        Outgoing last = next();
        while (last.message() instanceof Message.Probe) {
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
            last = next();
        }
        answer(KNOWN, last.message(), List.of(Float.NaN), List.of(new Candidate(KNOWN, 0)));
        Outgoing again = next();
        assertInstanceOf(Message.Probe.class, again.message(), "the session may carry it");
        answerProbe(again, 44);
        answer(KNOWN, next().message(), List.of(44f), List.of(new Candidate(KNOWN, 0)));
        answerEachProbe(43);
        assertEquals(43, asker.pollAnswer().orElseThrow().ranked().getFirst().times()[0]);
    }

    @Test
    void withoutMembersThereIsAnAnswerOfNobody() {
        asker.ask(List.of(), Query.closest(Endpoint.SELF, 1), Caps.NONE, 0);
        assertTrue(asker.pollAnswer().orElseThrow().ranked().isEmpty());
    }

    private static final Query BOTH = Query.closest(Endpoint.SELF, 2);

    /// The asker has asked for two, and found them 40 and 90 ms away.
    private void remember() {
        open(BOTH, List.of(40f), NAMED);
        answerProbe(probeOf(NAMED), 90);
        answer(NAMED, next().message(), List.of(0.1f), List.of());
        answerEachProbe(95);
        assertEquals(2, asker.pollAnswer().orElseThrow().ranked().size());
    }

    @Test
    void theSameAskedAgainIsOnlyLookedAtAgain() {
        remember();
        asker.ask(List.of(KNOWN.endpoint()), BOTH, Caps.NONE, nowNanos);
        answerEachProbe(50);
        Answered answered = asker.pollAnswer().orElseThrow();
        assertEquals(2, answered.ranked().size());
        assertEquals(50, answered.ranked().getFirst().times()[0]);
        assertEquals(2, answered.cost().probes());
        assertTrue(drain().isEmpty());
    }

    @Test
    void whoIsGoneMakesItSearchAgain() {
        remember();
        asker.ask(List.of(KNOWN.endpoint()), BOTH, Caps.NONE, nowNanos);
        answerProbe(
                drain().stream()
                        .filter(probe -> probe.to().equals(KNOWN.endpoint()))
                        .findFirst()
                        .orElseThrow(),
                40);
        List<Outgoing> sent = List.of();
        while (sent.stream().noneMatch(out -> out.to().equals(KNOWN.endpoint()))) {
            assertTrue(asker.pollAnswer().isEmpty());
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
            sent = drain();
        }
        open(sent, List.of(40f), List.of(new Candidate(KNOWN, 0)));
        answerEachProbe(40);
        assertEquals(1, asker.pollAnswer().orElseThrow().ranked().size());
    }

    @Test
    void whoLiesElsewhereNowMakesItSearchAgain() {
        remember();
        asker.ask(List.of(KNOWN.endpoint()), BOTH, Caps.NONE, nowNanos);
        answerEachProbe(120);
        assertTrue(asker.pollAnswer().isEmpty());
        assertEquals(
                List.of(KNOWN.endpoint(), KNOWN.endpoint()),
                drain().stream().map(Outgoing::to).toList());
    }

    @Test
    void anAnswerIsForgottenAfterAWhile() {
        remember();
        nowNanos += RecentAnswers.FRESH_NANOS + 1;
        asker.ask(List.of(KNOWN.endpoint()), BOTH, Caps.NONE, nowNanos);
        assertTrue(
                drain().stream().anyMatch(out -> out.message() instanceof Message.Measure),
                "it begins with the member that it knows");
    }
}
