package org.fastsend.it.simulate.overlay;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.node.OverlayAsker;
import org.fastsend.overlay.node.OverlayNode;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// A machine of the overlay, member or asker, as the simulation drives it.
sealed interface Host permits Host.Member, Host.Asker, MeridianAsker {
    void handleMessage(Sender from, Message message, long nowNanos);

    void handleTimeout(long nowNanos);

    Optional<Outgoing> pollOutput();

    Optional<Answered> pollAnswer();

    /// The next member that it takes for dead.
    default Optional<Contact> pollLost() {
        return Optional.empty();
    }

    long nextDeadlineNanos();

    /// Asks, and returns the number of the query.
    ///
    /// @param members that are up
    long ask(List<Endpoint> members, Query query, long nowNanos);

    record Member(OverlayNode node) implements Host {
        @Override
        public void handleMessage(Sender from, Message message, long nowNanos) {
            node.handleMessage(from, message, nowNanos);
        }

        @Override
        public void handleTimeout(long nowNanos) {
            node.handleTimeout(nowNanos);
        }

        @Override
        public Optional<Outgoing> pollOutput() {
            return node.pollOutput();
        }

        @Override
        public Optional<Answered> pollAnswer() {
            return Optional.empty(); // members do not ask
        }

        @Override
        public Optional<Contact> pollLost() {
            return node.pollLost();
        }

        @Override
        public long nextDeadlineNanos() {
            return node.nextDeadlineNanos();
        }

        @Override
        public long ask(List<Endpoint> members, Query query, long nowNanos) {
            throw new IllegalStateException("members do not ask");
        }
    }

    record Asker(OverlayAsker asker, Caps caps) implements Host {
        @Override
        public void handleMessage(Sender from, Message message, long nowNanos) {
            asker.handleMessage(from, message, nowNanos);
        }

        @Override
        public void handleTimeout(long nowNanos) {
            asker.handleTimeout(nowNanos);
        }

        @Override
        public Optional<Outgoing> pollOutput() {
            return asker.pollOutput();
        }

        @Override
        public Optional<Answered> pollAnswer() {
            return asker.pollAnswer();
        }

        @Override
        public long nextDeadlineNanos() {
            return asker.nextDeadlineNanos();
        }

        @Override
        public long ask(List<Endpoint> members, Query query, long nowNanos) {
            return asker.ask(members, query, caps, nowNanos);
        }
    }
}
