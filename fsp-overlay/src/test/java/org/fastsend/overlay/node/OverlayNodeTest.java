package org.fastsend.overlay.node;

import static org.fastsend.overlay.node.TestMembers.contact;
import static org.fastsend.overlay.node.TestMembers.from;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.sim.Seeds;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

class OverlayNodeTest {
    private static final long MILLISECOND = 1_000_000;

    private final Contact self = contact(1);
    private final OverlayNode node = new OverlayNode(OverlaySettings.defaults(), self, new Random(1));

    private List<Outgoing> drain() {
        return TestMembers.drain(node);
    }

    /// Lets the node measure a member: its ping is answered after that time.
    private void acquaint(Contact other, long nowNanos, long rttNanos) {
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false, false), nowNanos);
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
                new Message.Gossip(contact(2), List.of(contact(3)), true, false),
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
        node.handleMessage(from(other), new Message.Gossip(contact(3), List.of(), true, false), 0);
        assertTrue(drain().isEmpty(), "gossip in another's name");
        acquaint(other, 0, 20 * MILLISECOND);
        assertEquals(1, node.known().size());
        assertEquals(20, node.known().getFirst().rttMillis());
    }

    /// Its clock was set between the two.
    @Test
    void anAnswerThatSeemsToComeBeforeItsQuestionTookNoTime() {
        acquaint(contact(2), 0, -150 * MILLISECOND);
        assertEquals(List.of(new Known(contact(2), 0)), node.known());

        var question = new Message.Measure(7, List.of(Endpoint.v4(0x0b000001, 7)), List.of(), List.of(), List.of(), 0);
        node.handleMessage(from(contact(2)), question, 0);
        for (Outgoing out : drain()) {
            if (out.message() instanceof Message.Probe(long nonce)) {
                node.handleMessage(new Sender(0, out.to()), new Message.ProbeAnswer(nonce), -150 * MILLISECOND);
            }
        }
        var measured =
                assertInstanceOf(Message.Measured.class, drain().getFirst().message());
        assertEquals(List.of(0f), measured.rttMillis());
        assertTrue(MessageCodec.encode(measured).length > 0);
    }

    @Test
    void aNewcomerBehindALineOfTwoSecondsComesToKnowOthers() {
        var newcomer = Contact.of(9, Endpoint.v4(9 << 8 | 1, 4000), 9);
        var remote = new OverlayNode(OverlaySettings.defaults(), newcomer, new Random(1));
        Contact other = contact(2);
        remote.handleMessage(from(other), new Message.Gossip(other, List.of(), false, false), 0);
        var ping = assertInstanceOf(
                Message.Ping.class, remote.pollOutput().orElseThrow().message());
        long answeredNanos = 2_200 * MILLISECOND;
        while (remote.nextDeadlineNanos() < answeredNanos) {
            remote.handleTimeout(remote.nextDeadlineNanos());
        }
        remote.handleMessage(from(other), new Message.Pong(ping.nonce(), other, List.of()), answeredNanos);
        assertEquals(List.of(new Known(other, 2_200)), remote.known());
    }

    @Test
    void whoeverIsSaidToLieVeryFarIsNotWaitedForLonger() {
        acquaint(contact(2), 0, MILLISECOND);
        var nowhere = contact(3).at(new Coordinate(1600, -1600, 1600, -1600, 1600, 0.2f));
        node.handleMessage(from(contact(2)), new Message.PingFor(5, nowhere), 0);
        assertInstanceOf(Message.Ping.class, drain().getFirst().message());
        node.handleTimeout(5_000 * MILLISECOND);
        assertTrue(
                drain().stream().map(Outgoing::message).anyMatch(new Message.PingForAnswer(5, false)::equals),
                "its asker still waits");
    }

    @Test
    void anAnswerThatNobodyAskedForMeasuresNothing() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false, false), 0);
        drain();
        node.handleMessage(from(other), new Message.Pong(12345, other, List.of()), MILLISECOND);
        assertTrue(node.known().isEmpty());
    }

    @Test
    void aTargetThatAnswersFromElsewhereDoesNotKeepTheOthersTimesBack() {
        List<Endpoint> targets = List.of(Endpoint.v4(0x0b000001, 7), Endpoint.v4(0x0c000001, 7));
        var question = new Message.Measure(5, targets, List.of(), List.of(), List.of(), 0);
        node.handleMessage(from(contact(2)), question, 0);
        for (Outgoing out : drain()) {
            if (out.message() instanceof Message.Probe(long nonce)) {
                boolean first = out.to().equals(targets.getFirst());
                Endpoint at = first ? out.to() : Endpoint.v4(0x0c000002, 7);
                node.handleMessage(new Sender(0, at), new Message.ProbeAnswer(nonce), 20 * MILLISECOND);
            }
        }
        var answer = assertInstanceOf(Message.Measured.class, drain().getFirst().message());
        assertEquals(List.of(20f, Float.NaN), answer.rttMillis());
    }

    @Test
    void oneMemberCannotMakeItGreetThoseWithoutEndWhomItNames() {
        for (int i = 0; i < 300; i++) {
            List<Contact> madeUp =
                    List.of(contact(1000 + 4 * i), contact(1001 + 4 * i), contact(1002 + 4 * i), contact(1003 + 4 * i));
            node.handleMessage(from(contact(2)), new Message.Gossip(contact(2), madeUp, false, false), 0);
        }
        assertTrue(drain().size() < 100);
        node.handleMessage(from(contact(3)), new Message.Gossip(contact(3), List.of(), false, false), 0);
        assertEquals(contact(3).endpoint(), drain().getFirst().to());
    }

    @Test
    void oneMemberCannotMakeItGreetOthersWithoutEnd() {
        for (int i = 0; i < 1000; i++) {
            node.handleMessage(from(contact(2)), new Message.PingFor(i, contact(1000 + i)), 0);
        }
        assertTrue(drain().size() <= 32, "a ping to somebody new takes a hello of 1,200 bytes");
    }

    @Test
    void aMemberCannotAnswerForAnother() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false, false), 0);
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
                    from(contact(2)),
                    new Message.Measure(i, List.of(Endpoint.v4(9, 9)), List.of(), List.of(), List.of(), 0),
                    0);
            probes += drain().size();
        }
        assertTrue(probes <= 40, probes + " probes of one target");
    }

    private Message.Measured opened(Sender asker, Message.Measure question) {
        node.handleMessage(asker, question, 0);
        return assertInstanceOf(Message.Measured.class, drain().getFirst().message());
    }

    @Test
    void whoAsksWithoutAGuessIsToldWhoAnswersAndWhereTheQuestionCameFrom() {
        acquaint(contact(2), 0, 20 * MILLISECOND);
        var asker = from(contact(50));
        var answer =
                opened(asker, new Message.Measure(9, List.of(Endpoint.SELF), List.of(5f), List.of(), List.of(), 12));
        assertEquals(9, answer.number());
        assertEquals(asker.endpoint(), answer.seenAt());
        assertEquals(List.of(5f), answer.rttMillis(), "what the asker has measured needs no probe");
        assertEquals(
                List.of(1L, 2L),
                answer.candidates().stream().map(c -> c.contact().id()).toList());
    }

    @Test
    void anAskerThatHasNotMeasuredIsMeasured() {
        var asker = from(contact(50));
        node.handleMessage(
                asker, new Message.Measure(9, List.of(Endpoint.SELF), List.of(), List.of(), List.of(), 12), 0);
        Outgoing first = drain().getFirst();
        assertEquals(asker.endpoint(), first.to());
        var probe = assertInstanceOf(Message.Probe.class, first.message());
        node.handleMessage(asker, new Message.ProbeAnswer(probe.nonce()), 5 * MILLISECOND);
        var answer = assertInstanceOf(Message.Measured.class, drain().getFirst().message());
        assertEquals(List.of(5f), answer.rttMillis());
    }

    @Test
    void whoeverSaysThatThisNodeIsOneOfItsNearestIsMeasuredAtOnce() {
        Contact other = contact(2);
        node.handleMessage(from(other), new Message.Gossip(other, List.of(), false, true), 0);
        assertInstanceOf(Message.Ping.class, drain().getFirst().message());
    }

    @Test
    void whoeverComesNearIsToldSoOnceAndSoon() {
        Contact other = contact(2);
        acquaint(other, 0, 20 * MILLISECOND);
        long soon = node.nextDeadlineNanos();
        assertTrue(soon < 500 * MILLISECOND, "after " + soon / MILLISECOND + " ms");
        node.handleTimeout(soon);
        Outgoing greeting = drain().getFirst();
        assertEquals(other.endpoint(), greeting.to());
        assertTrue(assertInstanceOf(Message.Gossip.class, greeting.message()).isNear());
        acquaint(other, soon, 20 * MILLISECOND);
        assertTrue(node.nextDeadlineNanos() > soon + 500 * MILLISECOND, "it is told again");
    }

    @Test
    void whateverComesInItNeverThrowsAndStaysSmall() {
        Seeds.each(20, seed -> {
            Random random = new Random(seed);
            var fuzzed = new OverlayNode(OverlaySettings.defaults(), self, random);
            fuzzed.start(List.of(Endpoint.v4(5, 5)), List.of(contact(4)), 0);
            byte[] good = MessageCodec.encode(
                    new Message.Gossip(contact(2), List.of(contact(3), contact(4), contact(5)), true, false));
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
