package org.fastsend.overlay.member;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Rumour;
import org.fastsend.overlay.message.Rumour.State;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;

/// Who among the members that a node knows is alive: SWIM (Das, Gupta, Motivala, 2002) with Lifeguard's three
/// corrections. Members are pinged in turn; one that is silent is pinged through others; then it is suspected, which
/// is told to others and to itself; and if it does not contradict in time, it is dead. Rumours from others only make
/// a node look for itself: nobody can talk a member to death. The same without the corrections is there to be measured
/// against. Sans-IO, not thread-safe.
public final class Liveness {
    private static final int MOST_BURIED = 256;

    private final RandomGenerator random;
    private final Watch watch;
    private final LocalHealth health;
    private final Rumours rumours = new Rumours();
    private final Map<Long, Suspicion> suspicions = new LinkedHashMap<>();
    private final Map<Long, Integer> buried = new LinkedHashMap<>();
    private final List<RingMember> round = new ArrayList<>();

    public Liveness(RandomGenerator random, Watch watch) {
        this.random = random;
        this.watch = watch;
        health = new LocalHealth(watch.worstHealth());
    }

    public LocalHealth health() {
        return health;
    }

    /// The member to ping next: each once in a round, in an order of chance.
    public Optional<RingMember> next(Roster roster) {
        for (int refills = 0; refills < 2; refills++) {
            while (!round.isEmpty()) {
                RingMember next = round.removeLast();
                if (roster.holds(next)) {
                    return Optional.of(next);
                }
            }
            for (RingMember member : roster.all()) {
                round.add(member);
                Collections.swap(round, round.size() - 1, random.nextInt(round.size()));
            }
        }
        return Optional.empty();
    }

    /// It answered, directly or through others.
    public void alive(RingMember member, int incarnation) {
        health.succeeded();
        Suspicion suspicion = suspicions.get(member.id());
        if (suspicion != null) {
            acquit(member, Math.max(incarnation, suspicion.incarnation()));
        }
        buried.remove(member.id());
    }

    private void acquit(RingMember member, int incarnation) {
        suspicions.remove(member.id());
        member.suspect(false);
        rumours.spread(new Rumour(member.id(), incarnation, State.ALIVE));
    }

    /// A ping of this node went unanswered: that may be its own fault.
    public void missed() {
        health.failed();
    }

    /// Neither it nor anybody who was asked heard from it.
    public void suspect(RingMember member, long nowNanos) {
        if (!suspicions.containsKey(member.id())) {
            int incarnation = member.contact().incarnation();
            suspicions.put(member.id(), new Suspicion(incarnation, nowNanos, watch.suspicionNanos()));
            member.suspect(true);
            rumours.spread(new Rumour(member.id(), incarnation, State.SUSPECT));
        }
    }

    /// Somebody says that a member that this node knows is suspect, dead, or alive after all; whether it is to be
    /// pinged at once.
    public boolean hear(Rumour rumour, long by, RingMember member, long nowNanos) {
        if (rumour.incarnation() < member.contact().incarnation()) {
            return false;
        }
        return watch == Watch.LIFEGUARD ? consider(rumour, by, member) : believe(rumour, member, nowNanos);
    }

    private boolean consider(Rumour rumour, long by, RingMember member) {
        Suspicion suspicion = suspicions.get(member.id());
        if (rumour.state() == State.ALIVE) {
            return suspicion != null && rumour.incarnation() > suspicion.incarnation() && isNews(rumour);
        }
        if (suspicion != null) {
            suspicion.confirm(by);
            return false;
        }
        return isNews(rumour);
    }

    private boolean isNews(Rumour rumour) {
        boolean news = rumours.isNew(rumour);
        if (news) {
            rumours.spread(rumour);
        }
        return news;
    }

    private boolean believe(Rumour rumour, RingMember member, long nowNanos) {
        if (rumour.state() != State.ALIVE) {
            suspect(member, nowNanos);
        }
        Suspicion suspicion = suspicions.get(member.id());
        if (suspicion != null && rumour.state() == State.DEAD) {
            suspicion.end();
        }
        if (suspicion != null && rumour.state() == State.ALIVE && rumour.incarnation() > suspicion.incarnation()) {
            acquit(member, rumour.incarnation());
        }
        return false;
    }

    /// Somebody says that this very node is suspect or dead; returns the incarnation in which it contradicts.
    public int contradict(Rumour rumour, Contact self) {
        if (rumour.state() == State.ALIVE || rumour.incarnation() < self.incarnation()) {
            return self.incarnation();
        }
        health.failed();
        int next = Contact.nextIncarnation(rumour.incarnation());
        rumours.spread(new Rumour(self.id(), next, State.ALIVE));
        return next;
    }

    /// The next member whose time to contradict is over; it is dead.
    public Optional<Long> dead(long nowNanos) {
        for (var suspicion : suspicions.entrySet()) {
            if (suspicion.getValue().deadlineNanos() <= nowNanos) {
                long id = suspicion.getKey();
                int incarnation = suspicion.getValue().incarnation();
                suspicions.remove(id);
                rumours.spread(new Rumour(id, incarnation, State.DEAD));
                bury(id, incarnation);
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    private void bury(long id, int incarnation) {
        buried.remove(id);
        buried.put(id, incarnation);
        if (buried.size() > MOST_BURIED) {
            buried.remove(buried.keySet().iterator().next());
        }
    }

    /// Whether it was found dead in this incarnation: what others still tell of it is old.
    public boolean isBuried(Contact contact) {
        Integer incarnation = buried.get(contact.id());
        return incarnation != null && contact.incarnation() <= incarnation;
    }

    /// It is no longer among the members that the node knows.
    public void forget(long id) {
        suspicions.remove(id);
    }

    public long nextDeadlineNanos() {
        long next = Long.MAX_VALUE;
        for (Suspicion suspicion : suspicions.values()) {
            next = Math.min(next, suspicion.deadlineNanos());
        }
        return next;
    }

    /// What to tell a member along with a ping: that it is itself suspected first of all, so that it can contradict
    /// (Lifeguard's buddy system).
    public List<Rumour> rumoursFor(long id) {
        Suspicion suspicion = suspicions.get(id);
        if (suspicion == null || watch == Watch.SWIM) {
            return rumours.next(Rumours.AT_ONCE);
        }
        List<Rumour> some = new ArrayList<>(List.of(new Rumour(id, suspicion.incarnation(), State.SUSPECT)));
        for (Rumour rumour : rumours.next(Rumours.AT_ONCE - 1)) {
            if (rumour.id() != id) {
                some.add(rumour);
            }
        }
        return some;
    }
}
