package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.diversity.MaxMin;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.node.Task.MeasureTask;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.MeridianRings;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.RingScale;

/// Whom a Meridian node knows, as published: it copies the rings of whoever lets it join; every period it tells one
/// member of each ring of one member of each ring, and measures all it is told of; and now and then it has the members
/// of one ring measure each other and keeps those that lie apart. Whoever does not answer is dropped.
final class MeridianMembership implements Membership {
    private static final int SHORT_PERIODS = 60;
    private static final long SHORT_GOSSIP_NANOS = 5 * Local.SECOND;
    private static final long GOSSIP_NANOS = 60 * Local.SECOND;
    private static final long SHORT_RING_NANOS = 20 * Local.SECOND;
    private static final long RING_NANOS = 300 * Local.SECOND;
    private static final long MATRIX_NANOS = 5 * Local.SECOND;
    private static final int WELCOMES = 8;

    private final Local local;
    private final MeridianRings rings;
    private final FspMembership.Pinger pinger;
    private List<Endpoint> bootstrap = List.of();
    private int periods;
    private long gossipNanos = Long.MAX_VALUE;
    private long ringNanos = Long.MAX_VALUE;

    MeridianMembership(Local local, MeridianRings rings, FspMembership.Pinger pinger) {
        this.local = local;
        this.rings = rings;
        this.pinger = pinger;
    }

    @Override
    public void start(List<Endpoint> hosts, List<Contact> remembered, long nowNanos) {
        bootstrap = List.copyOf(hosts);
        remembered.forEach(c -> pinger.ping(c, nowNanos));
        join();
        gossipNanos = nowNanos + local.about(SHORT_GOSSIP_NANOS);
        ringNanos = nowNanos + local.about(SHORT_RING_NANOS);
    }

    private void join() {
        bootstrap.forEach(host -> local.outbox().send(host, 0, new Message.Join(local.self())));
    }

    @Override
    public void handleJoin(Sender from, Message.Join join, long nowNanos) {
        if (join.self().id() != from.id()) {
            return;
        }
        List<Contact> all = new ArrayList<>();
        for (int ring = 0; ring < RingScale.RINGS; ring++) {
            rings.primaries(ring).forEach(m -> all.add(m.contact()));
        }
        int parts = Math.clamp((all.size() + MessageCodec.MAX_CONTACTS - 1) / MessageCodec.MAX_CONTACTS, 1, WELCOMES);
        for (int part = 0; part < parts; part++) {
            int start = part * MessageCodec.MAX_CONTACTS;
            List<Contact> some = all.subList(start, Math.min(all.size(), start + MessageCodec.MAX_CONTACTS));
            local.outbox().send(from.endpoint(), from.id(), new Message.Welcome(local.self(), from.endpoint(), some));
        }
        pinger.ping(join.self(), nowNanos);
    }

    @Override
    public void handleWelcome(Sender from, Message.Welcome welcome, long nowNanos) {
        if (periods < SHORT_PERIODS) {
            measure(welcome.self(), nowNanos);
            welcome.contacts().forEach(c -> measure(c, nowNanos));
        }
    }

    @Override
    public void handleGossip(Sender from, Message.Gossip gossip, long nowNanos) {
        if (gossip.self().id() == from.id()) {
            measure(gossip.self(), nowNanos);
            gossip.contacts().forEach(c -> measure(c, nowNanos));
        }
    }

    private void measure(Contact contact, long nowNanos) {
        if (!local.isSelf(contact)) {
            pinger.ping(contact, nowNanos);
        }
    }

    @Override
    public void met(Contact member, float rttMillis, long nowNanos) {
        rings.measured(member, rttMillis);
    }

    @Override
    public void silent(Contact member, long nowNanos) {
        rings.remove(member.id());
    }

    @Override
    public void heard(Contact member, List<Rumour> rumours, long nowNanos) {
        rings.get(member.id()).ifPresent(known -> known.update(member));
    }

    @Override
    public void handleTimeout(long nowNanos) {
        if (nowNanos >= gossipNanos) {
            periods++;
            gossip(nowNanos);
            gossipNanos = nowNanos + local.about(periods < SHORT_PERIODS ? SHORT_GOSSIP_NANOS : GOSSIP_NANOS);
        }
        if (nowNanos >= ringNanos) {
            tidy(nowNanos);
            ringNanos = nowNanos + local.about(periods < SHORT_PERIODS ? SHORT_RING_NANOS : RING_NANOS);
        }
    }

    private void gossip(long nowNanos) {
        if (rings.all().isEmpty()) {
            join();
            return;
        }
        List<Contact> oneEach = new ArrayList<>();
        List<Contact> partners = new ArrayList<>();
        for (int ring = 0; ring < RingScale.RINGS; ring++) {
            List<RingMember> members = rings.primaries(ring);
            if (!members.isEmpty()) {
                oneEach.add(pick(members));
                partners.add(pick(members));
            }
        }
        for (Contact partner : partners) {
            local.outbox().send(partner, new Message.Gossip(local.self(), oneEach, false, false), 0, nowNanos);
        }
    }

    private Contact pick(List<RingMember> members) {
        return members.get(local.random().nextInt(members.size())).contact();
    }

    /// Has the members of one ring measure each other.
    private void tidy(long nowNanos) {
        List<Integer> contested = new ArrayList<>();
        for (int ring = 0; ring < RingScale.RINGS; ring++) {
            if (!rings.contested(ring).isEmpty()) {
                contested.add(ring);
            }
        }
        if (!contested.isEmpty()) {
            int ring = contested.get(local.random().nextInt(contested.size()));
            List<Contact> members = rings.contested(ring).stream()
                    .map(RingMember::contact)
                    .filter(Contact::isPublic)
                    .toList();
            new Contest(ring, members).start(nowNanos);
        }
    }

    /// One ring whose members measure each other.
    private final class Contest implements Task.Asked {
        private final int ring;
        private final List<Contact> members;
        private final Map<Long, List<Float>> rows = new HashMap<>();
        private int outstanding;

        private Contest(int ring, List<Contact> members) {
            this.ring = ring;
            this.members = members;
        }

        private void start(long nowNanos) {
            List<Endpoint> targets = members.stream().map(Contact::endpoint).toList();
            for (Contact member : members) {
                long number = local.pending().begin(new MeasureTask(this, member, 0), nowNanos + MATRIX_NANOS);
                outstanding++;
                local.outbox()
                        .send(
                                member,
                                new Message.Measure(number, targets, List.of(), List.of(), List.of(), 0),
                                0,
                                nowNanos);
            }
        }

        @Override
        public void measured(MeasureTask task, Message.Measured measured, long nowNanos) {
            if (measured.rttMillis().size() == members.size()) {
                rows.put(task.to().id(), measured.rttMillis());
            }
            settleOne();
        }

        @Override
        public void silent(MeasureTask task, long nowNanos) {
            rings.remove(task.to().id());
            settleOne();
        }

        private void settleOne() {
            outstanding--;
            if (outstanding > 0) {
                return;
            }
            List<Contact> left =
                    members.stream().filter(m -> rows.containsKey(m.id())).toList();
            List<Integer> kept = MaxMin.keep(
                    left.size(), MeridianRings.PRIMARIES, (one, other) -> between(left.get(one), left.get(other)));
            rings.settle(ring, kept.stream().map(i -> left.get(i).id()).toList());
        }

        private float between(Contact one, Contact other) {
            List<Float> row = rows.getOrDefault(one.id(), List.of());
            int column = members.indexOf(other);
            return column < row.size() ? row.get(column) : Float.NaN;
        }
    }

    @Override
    public long nextDeadlineNanos() {
        return Math.min(gossipNanos, ringNanos);
    }

    @Override
    public List<Rumour> rumoursFor(long id) {
        return List.of();
    }

    @Override
    public Optional<Contact> pollLost() {
        return Optional.empty(); // it forgets whoever is silent once
    }

    @Override
    public Collection<RingMember> members() {
        return rings.all();
    }
}
