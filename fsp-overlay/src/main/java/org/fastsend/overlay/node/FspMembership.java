package org.fastsend.overlay.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.fastsend.overlay.gossip.GossipPeriod;
import org.fastsend.overlay.gossip.Introductions;
import org.fastsend.overlay.member.Liveness;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.node.Task.HelpTask;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Sighting;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;

/// Whom a node of the FSP overlay knows. It exchanges introductions with one member at a time, measures only those who
/// by their coordinates should find a place in its roster, and keeps watch over those who have one.
final class FspMembership implements Membership {
    private static final long FIRST_GOSSIP_NANOS = Local.SECOND;
    private static final long LONGEST_GOSSIP_NANOS = 20 * Local.SECOND;
    private static final double GOSSIP_GROWTH = 1.1;
    /// Whoever comes near is told so that soon; by then others that were met with it have answered, too.
    private static final long GREETING_NANOS = Local.SECOND / 4;
    private static final long WATCH_NANOS = 6 * Local.SECOND;
    private static final long HELP_NANOS = 5 * Local.SECOND;
    private static final int HELPERS = 3;
    private static final int MEET_WHEN_NEW = 12;
    private static final int MEET = 4;
    private static final int WELCOMES = 3;
    /// One round of gossip in so many goes to the very nearest, one to the near.
    private static final int PARTNERS = 4;
    /// Kept for whoever asks, as nobody has to.
    private static final int MOST_LOST = 64;

    /// How a membership pings.
    interface Pinger {
        void ping(Contact to, long nowNanos);
    }

    private final Local local;
    private final Pinger pinger;
    private final Roster roster;
    private final Liveness liveness;
    private final GossipPeriod period = new GossipPeriod(FIRST_GOSSIP_NANOS, LONGEST_GOSSIP_NANOS, GOSSIP_GROWTH);
    private final Introduced introduced;
    private final Queue<Contact> lost = new ArrayDeque<>();
    private List<Endpoint> bootstrap = List.of();
    private long gossipNanos = Long.MAX_VALUE;
    private long watchNanos = Long.MAX_VALUE;

    FspMembership(Local local, Roster roster, Pinger pinger) {
        this.local = local;
        this.roster = roster;
        this.pinger = pinger;
        liveness = new Liveness(local.random(), local.settings().watch());
        introduced = new Introduced(local, roster, liveness);
    }

    @Override
    public void start(List<Endpoint> hosts, List<Contact> remembered, long nowNanos) {
        bootstrap = List.copyOf(hosts);
        remembered.forEach(c -> introduced.hear(c, local.self().id(), nowNanos));
        meet(MEET_WHEN_NEW, nowNanos);
        join();
        gossipNanos = nowNanos + local.about(period.next());
        watchNanos = nowNanos + local.about(WATCH_NANOS);
    }

    private void join() {
        for (Endpoint host : bootstrap) {
            local.outbox().send(host, 0, new Message.Join(local.self()));
        }
    }

    @Override
    public void handleJoin(Sender from, Message.Join join, long nowNanos) {
        if (join.self().id() != from.id()) {
            return;
        }
        List<RingMember> all = new ArrayList<>(roster.all());
        for (int i = 0; i < WELCOMES; i++) {
            List<Contact> some = new ArrayList<>();
            while (some.size() < MessageCodec.MAX_CONTACTS && !all.isEmpty()) {
                some.add(all.remove(local.random().nextInt(all.size())).contact());
            }
            if (i == 0 || !some.isEmpty()) {
                local.outbox()
                        .send(from.endpoint(), from.id(), new Message.Welcome(local.self(), from.endpoint(), some));
            }
        }
        introduced.hear(join.self(), from.id(), nowNanos);
        meet(1, nowNanos);
    }

    @Override
    public void handleWelcome(Sender from, Message.Welcome welcome, long nowNanos) {
        if (welcome.self().id() == from.id() && period.isShort()) {
            introduced.hear(welcome.self(), from.id(), nowNanos);
            welcome.contacts().forEach(c -> introduced.hear(c, from.id(), nowNanos));
            meet(MessageCodec.MAX_CONTACTS, nowNanos);
        }
    }

    @Override
    public void handleGossip(Sender from, Message.Gossip gossip, long nowNanos) {
        if (gossip.self().id() != from.id()) {
            return;
        }
        heard(gossip.self(), List.of(), nowNanos);
        if (gossip.wantsAnswer()) {
            local.outbox().send(from.endpoint(), from.id(), gossipTo(gossip.self(), false));
        }
        if (gossip.isNear() && roster.claimed(from.id())) {
            introduced.takeAnyway(gossip.self(), nowNanos).ifPresent(contact -> pinger.ping(contact, nowNanos));
        }
        introduced.hear(gossip.self(), from.id(), nowNanos);
        gossip.contacts().forEach(c -> introduced.hear(c, from.id(), nowNanos));
        meet(period.isShort() ? MEET_WHEN_NEW : MEET, nowNanos);
    }

    private Message.Gossip gossipTo(Contact other, boolean wantsAnswer) {
        Optional<RingMember> kin = roster.kin().stream()
                .filter(member -> member.id() == other.id())
                .findFirst();
        kin.ifPresent(RingMember::greeted);
        return new Message.Gossip(
                local.self(),
                Introductions.to(other, roster.all(), MessageCodec.MAX_CONTACTS, local.random()),
                wantsAnswer,
                kin.isPresent());
    }

    private void meet(int most, long nowNanos) {
        introduced.take(most, nowNanos).forEach(contact -> pinger.ping(contact, nowNanos));
    }

    @Override
    public void met(Contact member, float rttMillis, long nowNanos) {
        roster.measured(member, rttMillis);
        roster.get(member.id()).ifPresent(m -> liveness.alive(m, member.incarnation()));
        if (!strangers().isEmpty()) {
            gossipNanos = Math.min(gossipNanos, nowNanos + local.about(GREETING_NANOS));
        }
    }

    /// The very nearest that do not know yet that they are: whoever looks for this node comes to them.
    private List<RingMember> strangers() {
        return roster.kin().stream().filter(kin -> !kin.isGreeted()).toList();
    }

    @Override
    public void heard(Contact member, List<Rumour> rumours, long nowNanos) {
        roster.get(member.id()).ifPresent(known -> known.update(member));
        for (Rumour rumour : rumours) {
            if (rumour.id() == local.self().id()) {
                local.self(local.self().incarnate(liveness.contradict(rumour, local.self())));
            } else {
                roster.get(rumour.id())
                        .filter(m -> liveness.hear(rumour, member.id(), m, nowNanos))
                        .ifPresent(m -> pinger.ping(m.contact(), nowNanos));
            }
        }
    }

    @Override
    public void silent(Contact member, long nowNanos) {
        Optional<RingMember> known = roster.get(member.id());
        if (known.isEmpty()) {
            return;
        }
        liveness.missed();
        List<RingMember> others = new ArrayList<>(roster.nearest());
        others.removeIf(m -> m.id() == member.id() || m.isSuspect());
        var round = new HelpRound(known.get().id());
        for (int i = 0; i < HELPERS && !others.isEmpty(); i++) {
            RingMember helper = others.remove(local.random().nextInt(others.size()));
            long number = local.pending().begin(new HelpTask(round), nowNanos + HELP_NANOS);
            round.outstanding++;
            local.outbox().send(helper.contact(), new Message.PingFor(number, member), 0, nowNanos);
        }
        if (round.outstanding == 0) {
            liveness.suspect(known.get(), nowNanos);
        }
    }

    /// A member that did not answer, and the others that were asked to ping it.
    final class HelpRound {
        private final long subject;
        private int outstanding;
        private boolean alive;

        private HelpRound(long subject) {
            this.subject = subject;
        }

        /// A helper heard from it or did not, or was silent itself.
        void settle(boolean heard, long nowNanos) {
            outstanding--;
            alive |= heard;
            Optional<RingMember> member = roster.get(subject);
            if (member.isPresent() && heard) {
                liveness.alive(member.get(), member.get().contact().incarnation());
            } else if (member.isPresent() && outstanding == 0 && !alive) {
                liveness.suspect(member.get(), nowNanos);
            }
        }
    }

    @Override
    public void handleTimeout(long nowNanos) {
        for (var dead = liveness.dead(nowNanos); dead.isPresent(); dead = liveness.dead(nowNanos)) {
            roster.remove(dead.get()).ifPresent(gone -> {
                if (lost.size() < MOST_LOST) {
                    lost.add(gone.contact());
                }
            });
        }
        if (nowNanos >= watchNanos) {
            watchNanos = nowNanos + local.about(WATCH_NANOS * liveness.health().factor());
            liveness.next(roster).ifPresent(m -> pinger.ping(m.contact(), nowNanos));
        }
        if (nowNanos >= gossipNanos) {
            gossipNanos = nowNanos + local.about(period.next());
            gossip(nowNanos);
        }
    }

    private void gossip(long nowNanos) {
        if (roster.size() == 0) {
            join();
            return;
        }
        List<Sighting> sightings = new ArrayList<>();
        for (RingMember member : roster.all()) {
            if (member.contact().coordinate().isKnown() && !local.sharesNetwork(member.contact())) {
                sightings.add(new Sighting(member.contact().coordinate(), member.rttMillis()));
            }
        }
        local.position().refine(sightings);
        List<RingMember> strangers = strangers();
        if (!strangers.isEmpty()) {
            for (RingMember stranger : strangers) {
                local.outbox().send(stranger.contact(), gossipTo(stranger.contact(), true), 0, nowNanos);
            }
            return;
        }
        List<RingMember> among = switch (local.random().nextInt(PARTNERS)) {
            case 0 -> roster.kin();
            case 1 -> roster.nearest();
            default -> List.copyOf(roster.all());
        };
        if (!among.isEmpty()) {
            Contact partner = among.get(local.random().nextInt(among.size())).contact();
            local.outbox().send(partner, gossipTo(partner, true), 0, nowNanos);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        return Math.min(Math.min(gossipNanos, watchNanos), liveness.nextDeadlineNanos());
    }

    @Override
    public List<Rumour> rumoursFor(long id) {
        return liveness.rumoursFor(id);
    }

    @Override
    public Optional<Contact> pollLost() {
        return Optional.ofNullable(lost.poll());
    }

    @Override
    public Collection<RingMember> members() {
        return roster.all();
    }
}
