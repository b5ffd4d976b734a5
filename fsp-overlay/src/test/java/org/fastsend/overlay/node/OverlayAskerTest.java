package org.fastsend.overlay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class OverlayAskerTest {
    private static final long MILLISECOND = 1_000_000;
    private static final Endpoint NEAR = Endpoint.v4(1, 1);
    private static final Endpoint FAR = Endpoint.v4(2, 2);

    private final OverlayAsker asker = new OverlayAsker(new Random(1));
    private long nowNanos;

    private List<Outgoing> drain() {
        List<Outgoing> sent = new ArrayList<>();
        for (var out = asker.pollOutput(); out.isPresent(); out = asker.pollOutput()) {
            sent.add(out.get());
        }
        return sent;
    }

    private void answerProbe(Outgoing probe) {
        var message = assertInstanceOf(Message.Probe.class, probe.message());
        asker.handleMessage(new Sender(0, probe.to()), new Message.ProbeAnswer(message.nonce()), nowNanos);
    }

    /// Both entries are probed; after 10 ms the near one answers and is asked, after 90 ms the other answers too.
    private Outgoing begin() {
        asker.ask(List.of(FAR, NEAR), Query.closest(Endpoint.SELF, 1), 0);
        List<Outgoing> probes = drain();
        assertEquals(List.of(FAR, NEAR), probes.stream().map(Outgoing::to).toList());
        nowNanos = 10 * MILLISECOND;
        answerProbe(probes.getLast());
        Outgoing question = drain().getFirst();
        nowNanos = 90 * MILLISECOND;
        answerProbe(probes.getFirst());
        assertTrue(drain().isEmpty(), "one member is asked at a time");
        return question;
    }

    private void answer(Outgoing question, int host, float claimMillis, long afterMillis) {
        var ask = assertInstanceOf(Message.Ask.class, question.message());
        Contact named = Contact.of(host, Endpoint.v4(host, host), 0);
        var ranked = List.of(new Ranked(named, List.of(claimMillis)));
        asker.handleMessage(
                new Sender(9, question.to()),
                new Message.Answer(ask.number(), 0, 1, ranked, new QueryCost(5, 1)),
                nowNanos);
        Outgoing probe = drain().getFirst();
        nowNanos += afterMillis * MILLISECOND;
        answerProbe(probe);
    }

    @Test
    void theMemberThatAnswersAProbeFirstIsAskedAndItsFinalistsAreMeasured() {
        Outgoing question = begin();
        assertEquals(NEAR, question.to());
        answer(question, 50, 20, 22);
        Answered answered = asker.pollAnswer().orElseThrow();
        assertEquals(22, answered.ranked().getFirst().times()[0]);
        assertEquals(new QueryCost(6, 1), answered.cost());
    }

    @Test
    void anAnswerThatProvesWrongIsAReasonToAskAnother() {
        answer(begin(), 50, 0.1f, 180);
        assertTrue(asker.pollAnswer().isEmpty());
        Outgoing again = drain().getFirst();
        assertEquals(FAR, again.to());
        answer(again, 60, 30, 30);
        List<Ranked> ranked = asker.pollAnswer().orElseThrow().ranked();
        assertEquals(60, ranked.getFirst().contact().id(), "of all that were measured the nearest");
    }

    @Test
    void whenAllMisleadTheNearestOfWhatWasMeasuredIsTheAnswer() {
        answer(begin(), 50, 0.1f, 180);
        answer(drain().getFirst(), 60, 0.1f, 90);
        List<Ranked> ranked = asker.pollAnswer().orElseThrow().ranked();
        assertEquals(60, ranked.getFirst().contact().id());
    }

    @Test
    void whenNobodyAnswersProbesOneIsAskedAllTheSame() {
        asker.ask(List.of(FAR, NEAR), Query.closest(Endpoint.SELF, 1), 0);
        drain();
        asker.handleTimeout(asker.nextDeadlineNanos() + 1);
        assertInstanceOf(Message.Ask.class, drain().getFirst().message());
    }

    @Test
    void withoutMembersThereIsAnAnswerOfNobody() {
        asker.ask(List.of(), Query.closest(Endpoint.SELF, 1), 0);
        assertTrue(asker.pollAnswer().orElseThrow().ranked().isEmpty());
    }
}
