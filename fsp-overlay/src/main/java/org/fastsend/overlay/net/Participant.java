package org.fastsend.overlay.net;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.Known;
import org.fastsend.overlay.node.Outgoing;
import org.fastsend.overlay.node.OverlayAsker;
import org.fastsend.overlay.node.OverlayNode;
import org.fastsend.overlay.node.Sender;

/// Who takes part in the overlay: a member, or somebody who asks its members.
interface Participant {
    void handleMessage(Sender from, Message message, long nowNanos);

    void handleTimeout(long nowNanos);

    /// A probe leaves now, and not when it was thought of.
    void handleSent(long nonce, long nowNanos);

    Optional<Outgoing> pollOutput();

    Optional<Answered> pollAnswer();

    long nextDeadlineNanos();

    /// Members that it knows by itself, the nearest first.
    List<Known> known();

    /// A relay.
    record Member(OverlayNode node) implements Participant {
        @Override
        public void handleMessage(Sender from, Message message, long nowNanos) {
            node.handleMessage(from, message, nowNanos);
        }

        @Override
        public void handleTimeout(long nowNanos) {
            node.handleTimeout(nowNanos);
        }

        @Override
        public void handleSent(long nonce, long nowNanos) {
            // What a member measures travels in pings, or is measured again by whoever asked for it.
        }

        @Override
        public Optional<Outgoing> pollOutput() {
            return node.pollOutput();
        }

        @Override
        public Optional<Answered> pollAnswer() {
            return Optional.empty(); // a relay does not ask
        }

        @Override
        public long nextDeadlineNanos() {
            return node.nextDeadlineNanos();
        }

        @Override
        public List<Known> known() {
            return node.known();
        }
    }

    /// A server or client.
    record Asker(OverlayAsker asker) implements Participant {
        @Override
        public void handleMessage(Sender from, Message message, long nowNanos) {
            asker.handleMessage(from, message, nowNanos);
        }

        @Override
        public void handleTimeout(long nowNanos) {
            asker.handleTimeout(nowNanos);
        }

        @Override
        public void handleSent(long nonce, long nowNanos) {
            asker.handleSent(nonce, nowNanos);
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
        public List<Known> known() {
            return List.of();
        }
    }
}
