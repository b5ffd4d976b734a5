package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.RingMember;

/// How members behind a NAT stay reachable: each keeps its NAT open towards two public members, its rendezvous, which
/// hand on what others have for it. Both sides are here: a public node is rendezvous for others, one behind a NAT has
/// them.
final class Attachments {
    private static final long KEEP_OPEN_NANOS = 20 * Local.SECOND;
    private static final long SOON_NANOS = 2 * Local.SECOND;
    private static final long LOST_NANOS = 50 * Local.SECOND;
    private static final int MOST_ATTACHED = 64;

    private final Local local;
    private final Membership membership;
    private final Map<Long, Attached> attached = new LinkedHashMap<>();
    private final Map<Long, Through> rendezvous = new LinkedHashMap<>();
    private long dueNanos = Long.MAX_VALUE;

    /// A member that this node is rendezvous for.
    private record Attached(Endpoint at, long heardNanos) {}

    /// A member that is rendezvous for this node.
    private record Through(Contact contact, long confirmedNanos) {}

    Attachments(Local local, Membership membership) {
        this.local = local;
        this.membership = membership;
    }

    void start(long nowNanos) {
        if (!local.self().isPublic()) {
            dueNanos = nowNanos + SOON_NANOS;
        }
    }

    void handleAttach(Sender from, Message.Attach attach, long nowNanos) {
        if (attach.self().id() != from.id() || !local.self().isPublic()) {
            return;
        }
        attached.values().removeIf(a -> nowNanos - a.heardNanos() > LOST_NANOS);
        if (attached.containsKey(from.id()) || attached.size() < MOST_ATTACHED) {
            attached.put(from.id(), new Attached(from.endpoint(), nowNanos));
            local.outbox().send(from.endpoint(), from.id(), new Message.Attached(from.endpoint()));
        }
    }

    void handleAttached(Sender from, Message.Attached welcome, long nowNanos) {
        Through through = rendezvous.get(from.id());
        if (through != null) {
            rendezvous.put(from.id(), new Through(through.contact(), nowNanos));
            announce(nowNanos);
        }
    }

    boolean isRendezvous(long id) {
        return rendezvous.containsKey(id);
    }

    /// Hands a message on, unless it is for nobody here.
    void handleRelay(Sender from, Message.Relay relay, long nowNanos) {
        Attached to = attached.get(relay.to());
        if (to != null && nowNanos - to.heardNanos() <= LOST_NANOS) {
            local.outbox().send(to.at(), relay.to(), new Message.Relayed(from.id(), from.endpoint(), relay.message()));
        }
    }

    void handleTimeout(long nowNanos) {
        if (nowNanos < dueNanos) {
            return;
        }
        rendezvous.values().removeIf(t -> nowNanos - t.confirmedNanos() > LOST_NANOS);
        choose(nowNanos);
        rendezvous
                .values()
                .forEach(t -> local.outbox()
                        .send(t.contact().endpoint(), t.contact().id(), new Message.Attach(local.self())));
        announce(nowNanos);
        dueNanos = nowNanos
                + (local.self().rendezvous().size() < Contact.MAX_RENDEZVOUS
                        ? SOON_NANOS
                        : local.about(KEEP_OPEN_NANOS));
    }

    /// The nearest public members, since whatever is handed on goes that way.
    private void choose(long nowNanos) {
        List<RingMember> among = new ArrayList<>(membership.members());
        among.removeIf(m -> !m.contact().isPublic() || m.isSuspect() || rendezvous.containsKey(m.id()));
        among.sort(Comparator.comparingDouble(RingMember::rttMillis));
        while (rendezvous.size() < Contact.MAX_RENDEZVOUS && !among.isEmpty()) {
            Contact next = among.removeFirst().contact();
            rendezvous.put(next.id(), new Through(next, nowNanos));
        }
    }

    private void announce(long nowNanos) {
        List<Endpoint> confirmed = rendezvous.values().stream()
                .filter(t -> nowNanos - t.confirmedNanos() <= LOST_NANOS)
                .map(t -> t.contact().endpoint())
                .toList();
        if (!local.self().rendezvous().equals(confirmed)) {
            local.self(local.self().reachedBy(local.self().reach(), confirmed));
        }
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
