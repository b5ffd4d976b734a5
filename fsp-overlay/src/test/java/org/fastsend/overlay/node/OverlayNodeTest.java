package org.fastsend.overlay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.sim.Seeds;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class OverlayNodeTest {
    private static final long MILLISECOND = 1_000_000;
    private static final Coordinate PLACE = new Coordinate(1, 2, 3, 4, 1, 0.2f);

    private final Contact self = contact(1);
    private final OverlayNode node = new OverlayNode(OverlaySettings.defaults(), self, new Random(1));

    private static Contact contact(int id) {
        return Contact.of(id, Endpoint.v4(id << 8 | 1, 4000), id).at(PLACE);
    }

    private static Sender from(Contact contact) {
        return new Sender(contact.id(), contact.endpoint());
    }

    private List<Outgoing> drain() {
        List<Outgoing> sent = new ArrayList<>();
        node.pollOutput().ifPresent(first -> {
            sent.add(first);
            sent.addAll(drain());
        });
        return sent;
    }

    /// Lets the node measure a member: its ping is answered after that time.
    private void acquaint(Contact other, long nowNanos, long rttNanos) {
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false), nowNanos);
        for (Outgoing out : drain()) {
            if (out.message() instanceof Message.Ping(long nonce, Contact _, List<Rumour> _)) {
                node.handleMessage(from(other), new Message.Pong(nonce, other, List.of()), nowNanos + rttNanos);
            }
        }
        drain();
    }

    @Test
    void aStrangerGetsNoMoreThanItSent() {
        var stranger = new Sender(0, Endpoint.v4(77, 7));
        for (Message message : List.of(
                new Message.Ping(1, contact(2), List.of()),
                new Message.Join(contact(2)),
                new Message.Ask(1, Query.closest(Endpoint.SELF, 8)),
                new Message.Gossip(contact(2), List.of(contact(3)), true),
                new Message.Attach(contact(2)),
                new Message.Relay(3, new Message.Probe(1)))) {
            node.handleMessage(stranger, message, 0);
            assertTrue(drain().isEmpty(), message + " was answered");
        }
        node.handleMessage(stranger, new Message.Probe(5), 0);
        assertEquals(List.of(new Outgoing(stranger.endpoint(), 0, new Message.ProbeAnswer(5))), drain());
    }

    @Test
    void aMemberIsKnownOnceItWasMeasuredAndOnlyByWhatItSaysItself() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(contact(3), List.of(), true), 0);
        assertTrue(drain().isEmpty(), "gossip in another's name");
        acquaint(other, 0, 20 * MILLISECOND);
        assertEquals(1, node.known().size());
        assertEquals(20, node.known().getFirst().rttMillis());
    }

    @Test
    void anAnswerThatNobodyAskedForMeasuresNothing() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false), 0);
        drain();
        node.handleMessage(from(other), new Message.Pong(12345, other, List.of()), MILLISECOND);
        assertTrue(node.known().isEmpty());
    }

    @Test
    void aMemberCannotAnswerForAnother() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false), 0);
        for (Outgoing out : drain()) {
            if (out.message() instanceof Message.Ping(long nonce, Contact _, List<Rumour> _)) {
                node.handleMessage(from(contact(3)), new Message.Pong(nonce, contact(3), List.of()), MILLISECOND);
            }
        }
        assertTrue(node.known().isEmpty());
    }

    @Test
    void aRumourOfItsDeathIsContradicted() {
        node.handleMessage(
                from(contact(2)), new Message.Ping(1, contact(2), List.of(new Rumour(1, 0, Rumour.State.DEAD))), 0);
        assertEquals(1, node.self().incarnation());
    }

    @Test
    void oneAskerCannotMakeItProbeWithoutEnd() {
        int probes = 0;
        for (int i = 0; i < 1000; i++) {
            node.handleMessage(
                    from(contact(2)), new Message.Measure(i, List.of(Endpoint.v4(9, 9)), List.of(), List.of(), 0), 0);
            probes += drain().size();
        }
        assertTrue(probes <= 40, probes + " probes of one target");
    }

    @Test
    void anAskerIsToldWhoItWasThatAnswered() {
        askAndBeAnswered();
    }

    private void askAndBeAnswered() {
        acquaint(contact(2), 0, 20 * MILLISECOND);
        var asker = from(contact(50));
        node.handleMessage(asker, new Message.Ask(9, Query.closest(Endpoint.SELF, 1)), 0);
        Outgoing first = drain().getFirst();
        assertEquals(asker.endpoint(), first.to(), "it measures the asker itself first");
        var probe = assertInstanceOf(Message.Probe.class, first.message());
        node.handleMessage(asker, new Message.ProbeAnswer(probe.nonce()), 5 * MILLISECOND);
        var measure = assertInstanceOf(Message.Measure.class, drain().getFirst().message());
        node.handleMessage(
                from(contact(2)),
                new Message.Measured(measure.number(), PLACE, List.of(3f), List.of()),
                30 * MILLISECOND);
        var answer = assertInstanceOf(Message.Answer.class, drain().getLast().message());
        assertEquals(9, answer.number());
        assertEquals(new Ranked(contact(2), List.of(3f)), answer.ranked().getFirst());
        assertEquals(new QueryCost(2, 1), answer.cost());
    }

    @Test
    void theSameQuestionSoonAfterCostsNoProbe() {
        askAndBeAnswered();
        node.handleMessage(from(contact(50)), new Message.Ask(10, Query.closest(Endpoint.SELF, 1)), 40 * MILLISECOND);
        var answer = assertInstanceOf(Message.Answer.class, drain().getFirst().message());
        assertEquals(QueryCost.NONE, answer.cost());
    }

    @Test
    void whateverComesInItNeverThrowsAndStaysSmall() {
        Seeds.each(20, seed -> {
            Random random = new Random(seed);
            var fuzzed = new OverlayNode(OverlaySettings.defaults(), self, random);
            fuzzed.start(List.of(Endpoint.v4(5, 5)), List.of(contact(4)), 0);
            byte[] good = MessageCodec.encode(
                    new Message.Gossip(contact(2), List.of(contact(3), contact(4), contact(5)), true));
            long now = 0;
            for (int i = 0; i < 500; i++) {
                now += random.nextInt(100) * MILLISECOND;
                try {
                    fuzzed.handleMessage(
                            new Sender(random.nextInt(4), Endpoint.v4(random.nextInt(9), 1)),
                            MessageCodec.decode(Mutations.of(good, random)),
                            now);
                } catch (MalformedBytesException e) {
                    assertTrue(e.getMessage() != null);
                }
                fuzzed.handleTimeout(now);
                while (fuzzed.pollOutput().isPresent()) {
                    assertTrue(fuzzed.nextDeadlineNanos() > 0);
                }
            }
            assertTrue(fuzzed.known().isEmpty(), "nobody ever answered");
        });
    }
}
