package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;

/// Members in one place that differ by their numbers.
final class TestMembers {
    private static final Coordinate PLACE = new Coordinate(1, 2, 3, 4, 1, 0.2f);

    private TestMembers() {}

    static Contact contact(int id) {
        return Contact.of(id, Endpoint.v4(id << 8 | 1, 4000), id).at(PLACE);
    }

    static Sender from(Contact contact) {
        return new Sender(contact.id(), contact.endpoint());
    }

    /// What a node has sent since it was last asked.
    static List<Outgoing> drain(OverlayNode node) {
        List<Outgoing> sent = new ArrayList<>();
        for (Optional<Outgoing> next = node.pollOutput(); next.isPresent(); next = node.pollOutput()) {
            sent.add(next.get());
        }
        return sent;
    }
}
