package org.fastsend.overlay.node;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// What a node wants sent, in order. Whoever is behind a NAT that is not open for this node is sent to through one of
/// its rendezvous. Not thread-safe.
final class Outbox {
    private final Queue<Outgoing> queue = new ArrayDeque<>();
    private final OpenPaths open;

    Outbox(OpenPaths open) {
        this.open = open;
    }

    void send(Endpoint to, long toId, Message message) {
        queue.add(new Outgoing(to, toId, message));
    }

    /// @param attempt from 0: each goes through the next rendezvous
    void send(Contact to, Message message, int attempt, long nowNanos) {
        if (to.rendezvous().isEmpty() || open.isOpen(to.id(), nowNanos)) {
            send(to.endpoint(), to.id(), message);
        } else {
            Endpoint through = to.rendezvous().get(attempt % to.rendezvous().size());
            send(through, 0, new Message.Relay(to.id(), message));
        }
    }

    Optional<Outgoing> poll() {
        return Optional.ofNullable(queue.poll());
    }
}
