package org.fastsend.overlay.node;

import static org.fastsend.overlay.node.TestMembers.contact;
import static org.fastsend.overlay.node.TestMembers.drain;
import static org.fastsend.overlay.node.TestMembers.from;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;
import org.junit.jupiter.api.Test;

/// A member behind a NAT and the public ones that it is reached through, in virtual time.
class AttachmentsTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000 * MILLISECOND;

    private long now;

    /// A member behind a NAT that knows three public ones, as far away as their numbers say in milliseconds.
    private OverlayNode behindNat() {
        var node = new OverlayNode(
                OverlaySettings.defaults(), contact(99).reachedBy(Reach.PUNCHABLE, List.of()), new Random(1));
        node.start(List.of(), List.of(), now);
        for (int id : List.of(30, 10, 20)) {
            Contact other = contact(id);
            node.handleMessage(from(other), new Message.Gossip(other, List.of(), false, false), now);
            for (Outgoing out : drain(node)) {
                if (out.message() instanceof Message.Ping(long nonce, Contact _, List<Rumour> _)) {
                    node.handleMessage(from(other), new Message.Pong(nonce, other, List.of()), now + id * MILLISECOND);
                }
            }
        }
        drain(node);
        return node;
    }

    /// Lets time pass. Whoever lives answers its pings and lets it attach; returns how often it did so to each.
    private Map<Endpoint, Integer> pass(OverlayNode node, long nanos, List<Integer> alive) {
        Map<Endpoint, Integer> attached = new HashMap<>();
        for (long end = now + nanos; now < end; now += 100 * MILLISECOND) {
            node.handleTimeout(now);
            for (Outgoing out : drain(node)) {
                Optional<Contact> at = alive.stream()
                        .map(TestMembers::contact)
                        .filter(contact -> contact.endpoint().equals(out.to()))
                        .findFirst();
                if (at.isPresent() && out.message() instanceof Message.Ping(long nonce, Contact _, List<Rumour> _)) {
                    node.handleMessage(from(at.get()), new Message.Pong(nonce, at.get(), List.of()), now);
                }
                if (out.message() instanceof Message.Attach) {
                    attached.merge(out.to(), 1, Integer::sum);
                    at.ifPresent(contact ->
                            node.handleMessage(from(contact), new Message.Attached(Endpoint.v4(0x0a0a0a0a, 1)), now));
                }
            }
        }
        return attached;
    }

    @Test
    void itKeepsItsNatOpenTowardsTheTwoNearestAndSaysThatItIsReachedThroughThem() {
        OverlayNode node = behindNat();

        Map<Endpoint, Integer> attached = pass(node, 90 * SECOND, List.of(10, 20, 30));

        List<Endpoint> nearest = List.of(contact(10).endpoint(), contact(20).endpoint());
        assertEquals(nearest, node.self().rendezvous());
        assertEquals(2, attached.size());
        attached.values().forEach(times -> assertTrue(times >= 4 && times <= 8, times + " times in 90 s"));
    }

    @Test
    void aRendezvousThatIsSilentGivesWayToAnother() {
        OverlayNode node = behindNat();
        pass(node, 10 * SECOND, List.of(10, 20, 30));

        pass(node, 200 * SECOND, List.of(20, 30));

        assertEquals(
                List.of(contact(20).endpoint(), contact(30).endpoint()),
                node.self().rendezvous());
    }

    @Test
    void onlyItsRendezvousHandAnythingOnToIt() {
        OverlayNode node = behindNat();
        pass(node, 10 * SECOND, List.of(10, 20, 30));
        Contact asker = contact(50);
        var ping = new Message.Relayed(asker.id(), asker.endpoint(), new Message.Ping(7, asker, List.of()));

        node.handleMessage(from(contact(30)), ping, now);
        assertEquals(List.of(), drain(node));

        node.handleMessage(from(contact(10)), ping, now);
        Outgoing back = drain(node).getFirst();
        assertEquals(asker.endpoint(), back.to(), "a ping back opens the NAT for whoever asked");
        assertInstanceOf(Message.Ping.class, back.message());
    }

    @Test
    void aPublicMemberHandsOnWhatIsForThoseThatAttachedAndNothingElse() {
        var node = new OverlayNode(OverlaySettings.defaults(), contact(10), new Random(1));
        Contact hidden = contact(99).reachedBy(Reach.RELAYED, List.of());
        Contact asker = contact(50);
        Message ping = new Message.Ping(7, asker, List.of());
        node.handleMessage(from(asker), new Message.Relay(99, ping), now);
        assertEquals(List.of(), drain(node), "nobody has attached");

        node.handleMessage(from(hidden), new Message.Attach(hidden), now);
        assertEquals(
                List.of(new Outgoing(hidden.endpoint(), 99, new Message.Attached(hidden.endpoint()))), drain(node));
        node.handleMessage(from(asker), new Message.Relay(99, ping), now);
        assertEquals(
                List.of(new Outgoing(hidden.endpoint(), 99, new Message.Relayed(asker.id(), asker.endpoint(), ping))),
                drain(node));

        now += 60 * SECOND;
        node.handleMessage(from(asker), new Message.Relay(99, ping), now);
        assertEquals(List.of(), drain(node), "it has not been heard for a minute");
    }

    @Test
    void aPublicMemberIsRendezvousForSoManyAndNoMore() {
        var node = new OverlayNode(OverlaySettings.defaults(), contact(10), new Random(1));
        int welcome = 0;
        for (int id = 100; id < 300; id++) {
            Contact hidden = contact(id).reachedBy(Reach.PUNCHABLE, List.of());
            node.handleMessage(from(hidden), new Message.Attach(hidden), now);
            welcome += drain(node).size();
        }
        assertEquals(64, welcome);
    }
}
