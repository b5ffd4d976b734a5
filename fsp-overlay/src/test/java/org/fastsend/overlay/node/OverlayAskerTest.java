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
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;
import org.fastsend.overlay.ring.Caps;
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

    private final OverlayAsker asker = new OverlayAsker(Caps.NONE, new Random(1));
    private long nowNanos;

    private List<Outgoing> drain() {
        List<Outgoing> sent = new ArrayList<>();
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

    private void answerProbe(Outgoing probe, long afterMillis) {
        var message = assertInstanceOf(Message.Probe.class, probe.message());
        nowNanos += afterMillis * MILLISECOND;
        asker.handleMessage(new Sender(0, probe.to()), new Message.ProbeAnswer(message.nonce()), nowNanos);
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
        asker.ask(List.of(KNOWN.endpoint()), query, nowNanos);
        answerProbe(next(), 40);
        answer(KNOWN, next().message(), times, List.of(new Candidate(KNOWN, 0), new Candidate(other, 45)));
    }

    @Test
    void whoIsNamedIsMeasuredByTheAskerWhateverItClaims() {
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), NAMED);
        Outgoing probe = next();
        assertEquals(NAMED.endpoint(), probe.to());
        answerProbe(probe, 90);
        answer(NAMED, next().message(), List.of(0.1f), List.of());
        Answered answered = asker.pollAnswer().orElseThrow();
        assertEquals(
                List.of(1L, 2L),
                answered.ranked().stream().map(r -> r.contact().id()).toList());
        assertEquals(90, answered.ranked().getLast().times()[0]);
        assertEquals(2, answered.cost().probes());
    }

    @Test
    void othersThanTheAskerAreMeasuredByWhoIsNamed() {
        Query query = Query.constraints(List.of(new Goal(Endpoint.SELF, 50), new Goal(Endpoint.v4(0x0500, 5), 20)), 1);
        open(query, List.of(40f, 70f), NAMED);
        answerProbe(next(), 48);
        var question = assertInstanceOf(Message.Measure.class, next().message());
        assertEquals(48f, question.told().getFirst());
        assertTrue(Float.isNaN(question.told().getLast()));
        answer(NAMED, question, List.of(48f, 12f), List.of());
        assertEquals(
                2,
                asker.pollAnswer().orElseThrow().ranked().getFirst().contact().id());
    }

    @Test
    void aMemberBehindANatMeasuresTheAskerFirstAndIsThenMeasured() {
        Contact hidden = NAMED.reachedBy(Reach.PUNCHABLE, List.of(RENDEZVOUS));
        open(Query.closest(Endpoint.SELF, 2), List.of(40f), hidden);
        Outgoing through = next();
        assertEquals(RENDEZVOUS, through.to());
        var relay = assertInstanceOf(Message.Relay.class, through.message());
        answer(hidden, relay.message(), List.of(0.1f), List.of());
        Outgoing probe = next();
        assertEquals(hidden.endpoint(), probe.to());
        answerProbe(probe, 60);
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
        asker.ask(List.of(KNOWN.endpoint()), Query.closest(Endpoint.SELF, 1), 0);
        Outgoing last = next();
        while (last.message() instanceof Message.Probe) {
            nowNanos = asker.nextDeadlineNanos() + 1;
            asker.handleTimeout(nowNanos);
            last = next();
        }
        assertInstanceOf(Message.Measure.class, last.message());
    }

    @Test
    void withoutMembersThereIsAnAnswerOfNobody() {
        asker.ask(List.of(), Query.closest(Endpoint.SELF, 1), 0);
        assertTrue(asker.pollAnswer().orElseThrow().ranked().isEmpty());
    }
}
