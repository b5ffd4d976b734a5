package org.fastsend.overlay.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.sim.Seeds;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.peer.Reach;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
    private static final Endpoint V4 = Endpoint.v4(0x0a010203, 4021);
    private static final Endpoint V6 = new Endpoint(0x20010db800000000L, 7, 65535);
    private static final Coordinate PLACE = new Coordinate(1.5f, -200.05f, 0, 1600, 4.25f, 0.2f);

    /// As large as a contact gets.
    private static final Contact LARGEST = new Contact(
            -1,
            V6,
            -1,
            Integer.MAX_VALUE,
            Reach.RELAYED,
            List.of(V6, V6),
            new Coordinate(-1600, 1600, 1600, 1600, 1600, 1),
            new Offer(1L << 40, 1L << 30));

    private static final Contact SMALL = Contact.of(7, V4, 3).at(PLACE);

    private static List<Message> samples() {
        Query query = Query.constraints(List.of(new Goal(V4, 40), new Goal(Endpoint.SELF, 80.5f)), 8);
        List<Rumour> rumours = List.of(new Rumour(5, 300, Rumour.State.SUSPECT), new Rumour(-6, 0, Rumour.State.DEAD));
        return List.of(
                new Message.Probe(1),
                new Message.ProbeAnswer(-1),
                new Message.Ping(2, SMALL, rumours),
                new Message.Pong(3, LARGEST, List.of()),
                new Message.PingFor(4, SMALL),
                new Message.PingForAnswer(4, true),
                new Message.Gossip(SMALL, List.of(LARGEST, SMALL), true, false),
                new Message.Join(SMALL),
                new Message.Welcome(SMALL, V6, List.of(SMALL)),
                new Message.Measure(
                        5,
                        List.of(Endpoint.SELF, V6),
                        List.of(12.5f, Float.NaN),
                        List.of(PLACE, PLACE),
                        List.of(0f, 20f),
                        12),
                new Message.Measured(5, V4, PLACE, List.of(1.25f, Float.NaN), List.of(new Candidate(SMALL, 0.3f))),
                new Message.Ask(6, query),
                new Message.Answer(6, 1, 2, List.of(new Ranked(SMALL, List.of(3f, 4f))), new QueryCost(45, 3)),
                new Message.Forward(6, V4, query, new QueryCost(17, 1)),
                new Message.Attach(SMALL),
                new Message.Attached(V4),
                new Message.Relay(8, new Message.Join(SMALL)),
                new Message.Relayed(8, V6, new Message.Probe(9)));
    }

    @Test
    void everyMessageComesOutAsItWentIn() throws MalformedBytesException {
        for (Message message : samples()) {
            byte[] bytes = MessageCodec.encode(message);
            assertArrayEquals(bytes, MessageCodec.encode(MessageCodec.decode(bytes)), message.toString());
        }
        assertEquals(
                samples().get(4),
                MessageCodec.decode(MessageCodec.encode(samples().get(4))));
        assertEquals(
                samples().get(11),
                MessageCodec.decode(MessageCodec.encode(samples().get(11))));
    }

    @Test
    void damagedMessagesAreRefusedOrAreOtherMessages() {
        Seeds.each(200, seed -> {
            Random random = new Random(seed);
            for (Message message : samples()) {
                byte[] bad = Mutations.of(MessageCodec.encode(message), random);
                try {
                    MessageCodec.encode(MessageCodec.decode(bad));
                } catch (MalformedBytesException e) {
                    assertTrue(e.getMessage() != null);
                }
            }
        });
    }

    @Test
    void theLargestMessagesFitADatagram() {
        List<Contact> most = Collections.nCopies(MessageCodec.MAX_CONTACTS, LARGEST);
        var rtts = Collections.nCopies(Query.MAX_GOALS, 9999f);
        MessageCodec.encode(new Message.Relay(1, new Message.Welcome(LARGEST, V6, most)));
        MessageCodec.encode(new Message.Relayed(
                1,
                V6,
                new Message.Measured(
                        1,
                        V6,
                        PLACE,
                        Collections.nCopies(MessageCodec.MAX_TARGETS, 9999f),
                        most.stream().map(c -> new Candidate(c, 9999)).toList())));
        MessageCodec.encode(new Message.Answer(
                1, 0, 1, Collections.nCopies(Message.Answer.PART, new Ranked(LARGEST, rtts)), QueryCost.NONE));
        MessageCodec.encode(new Message.Relay(
                1,
                new Message.Measure(
                        1,
                        Collections.nCopies(MessageCodec.MAX_TARGETS, V6),
                        Collections.nCopies(MessageCodec.MAX_TARGETS, 9999f),
                        List.of(),
                        List.of(),
                        MessageCodec.MAX_CONTACTS)));
    }

    @Test
    void aProbeIsAnsweredWithAsManyBytes() {
        assertEquals(
                MessageCodec.encode(new Message.Probe(7)).length,
                MessageCodec.encode(new Message.ProbeAnswer(7)).length);
    }

    @Test
    void aQuestionIsAtLeastAsLongAsTheProbesThatItAsksFor() {
        List<Endpoint> targets = Collections.nCopies(12, V4);
        List<Float> told = new ArrayList<>(Collections.nCopies(12, 5f));
        byte[] allTold = MessageCodec.encode(new Message.Measure(1, targets, told, List.of(), List.of(), 0));
        told.set(3, Float.NaN);
        byte[] oneToProbe = MessageCodec.encode(new Message.Measure(1, targets, told, List.of(), List.of(), 0));
        byte[] allToProbe = MessageCodec.encode(new Message.Measure(1, targets, List.of(), List.of(), List.of(), 0));

        assertTrue(allTold.length < 12 * 20 && oneToProbe.length < 12 * 20);
        assertEquals(1 + 12 * 20, allToProbe.length);
        byte[] shorter = Arrays.copyOf(allToProbe, allToProbe.length - 1);
        assertThrows(MalformedBytesException.class, () -> MessageCodec.decode(shorter));
        allToProbe[allToProbe.length - 1] = 1;
        assertThrows(MalformedBytesException.class, () -> MessageCodec.decode(allToProbe));
    }

    @Test
    void aRelayedMessageHoldsNoRelayedMessage() {
        byte[] nested = MessageCodec.encode(new Message.Relay(1, new Message.Relay(2, new Message.Probe(3))));
        assertThrows(MalformedBytesException.class, () -> MessageCodec.decode(nested));
    }
}
