package org.fastsend.overlay.node;

import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Task.FavourTask;
import org.fastsend.overlay.node.Task.PingTask;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// Measures members, and lets itself be measured.
///
/// A member behind a NAT cannot be pinged: the ping goes through its rendezvous and asks it to ping back, which opens
/// its NAT; then it can.
final class Pinging {
    private static final int ATTEMPTS = 2;
    /// Hosts behind the slowest lines answer within that.
    private static final long UNKNOWN_PATIENCE_NANOS = 3 * Local.SECOND;
    private static final long LEAST_PATIENCE_NANOS = 200 * Local.MILLISECOND;
    /// Going through a rendezvous takes longer.
    private static final long LEAST_RELAYED_PATIENCE_NANOS = 800 * Local.MILLISECOND;
    private static final float PATIENCE = 3;
    /// One member is done so many favours at once, and then so many a second: others are called for each.
    private static final double FAVOUR_BURST = 32;

    private static final double FAVOURS_PER_SECOND = 2;

    /// Wherever somebody says that a member lies.
    private static final long MOST_PATIENCE_NANOS = 5 * Local.SECOND;

    private final Local local;
    private final Membership membership;
    private final Throttle favours = new Throttle(FAVOUR_BURST, FAVOURS_PER_SECOND);

    Pinging(Local local, Membership membership) {
        this.local = local;
        this.membership = membership;
    }

    void ping(Contact to, long nowNanos) {
        ping(to, 0, nowNanos);
    }

    private void ping(Contact to, int attempt, long nowNanos) {
        long nonce = local.pending().begin(new PingTask(to, nowNanos, attempt), nowNanos + patience(to));
        local.outbox()
                .send(to, new Message.Ping(nonce, local.self(), membership.rumoursFor(to.id())), attempt, nowNanos);
    }

    private long patience(Contact to) {
        if (!to.coordinate().isKnown() || !local.self().coordinate().isKnown()) {
            return UNKNOWN_PATIENCE_NANOS;
        }
        float expected = to.coordinate().millisTo(local.self().coordinate());
        long least = to.isPublic() ? LEAST_PATIENCE_NANOS : LEAST_RELAYED_PATIENCE_NANOS;
        return Math.min(MOST_PATIENCE_NANOS, least + (long) (PATIENCE * expected * Local.MILLISECOND));
    }

    void handlePing(Sender from, Message.Ping ping, long nowNanos) {
        if (ping.self().id() != from.id()) {
            return;
        }
        local.outbox()
                .send(
                        from.endpoint(),
                        from.id(),
                        new Message.Pong(ping.nonce(), local.self(), membership.rumoursFor(from.id())));
        membership.heard(ping.self(), ping.rumours(), nowNanos);
    }

    /// A ping that came through a rendezvous: whoever sent it is to be pinged back directly, and so gets its answer.
    void handleRelayedPing(Message.Ping ping, Endpoint sender, long nowNanos) {
        Contact back = ping.self().seenAt(sender);
        local.open().heard(back.id(), nowNanos);
        long nonce = local.pending().begin(new PingTask(back, nowNanos, ATTEMPTS), nowNanos + UNKNOWN_PATIENCE_NANOS);
        local.outbox().send(sender, back.id(), new Message.Ping(nonce, local.self(), membership.rumoursFor(back.id())));
    }

    void handlePong(Sender from, Message.Pong pong, long nowNanos) {
        if (pong.self().id() != from.id()) {
            return;
        }
        local.pending().answer(pong.nonce()).ifPresent(task -> {
            if (task instanceof FavourTask favour && favour.subject() == from.id()) {
                answer(favour, true);
            }
            if (task instanceof PingTask ping && ping.to().id() == from.id()) {
                float rtt = Local.millisSince(ping.sentNanos(), nowNanos);
                local.sighted(pong.self(), rtt);
                membership.met(pong.self(), rtt, nowNanos);
                membership.heard(pong.self(), pong.rumours(), nowNanos);
            }
        });
    }

    /// Somebody gets no answer from another and asks this node to try.
    void handleFavour(Sender asker, Message.PingFor ask, long nowNanos) {
        if (!favours.admit(asker.id(), nowNanos)) {
            return;
        }
        Contact subject = ask.subject();
        long nonce =
                local.pending().begin(new FavourTask(asker, ask.number(), subject.id()), nowNanos + patience(subject));
        local.outbox()
                .send(subject, new Message.Ping(nonce, local.self(), membership.rumoursFor(subject.id())), 0, nowNanos);
    }

    void handleFavourSilence(FavourTask favour) {
        answer(favour, false);
    }

    private void answer(FavourTask favour, boolean alive) {
        local.outbox()
                .send(
                        favour.asker().endpoint(),
                        favour.asker().id(),
                        new Message.PingForAnswer(favour.number(), alive));
    }

    void handleSilence(PingTask ping, long nowNanos) {
        if (ping.attempt() + 1 < ATTEMPTS) {
            ping(ping.to(), ping.attempt() + 1, nowNanos);
        } else if (ping.attempt() < ATTEMPTS) {
            membership.silent(ping.to(), nowNanos);
        }
    }
}
