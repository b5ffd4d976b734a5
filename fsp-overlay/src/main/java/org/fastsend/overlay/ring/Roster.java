package org.fastsend.overlay.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fastsend.overlay.diversity.MaxMin;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;

/// Whom a node of the FSP overlay knows: its nearest members, however close they lie together; the members of its own
/// network; those that say that this node is one of their nearest, since somebody has to know even the most remote;
/// and,
/// farther away, rings of members that lie apart from each other. Bounded, however large the overlay.
/// Not thread-safe.
public final class Roster {
    public static final int NEAREST = 32;
    public static final int LAN = 8;
    public static final int RING = 10;
    /// Of those that say that this node is one of their nearest, the nearest.
    public static final int CLAIMANTS = 16;
    /// So many of the nearest are to know this node in turn.
    public static final int KIN = 4;

    private static final int MOST_CLAIMS = 64;

    private final long subnet;
    private final Caps caps;
    private final Map<Long, RingMember> all = new LinkedHashMap<>();
    private final List<RingMember> nearest = new ArrayList<>();
    private final List<RingMember> lan = new ArrayList<>();
    private final List<RingMember> claimants = new ArrayList<>();
    private final Set<Long> claims = new LinkedHashSet<>();
    private final List<List<RingMember>> rings = new ArrayList<>();

    /// @param subnet the node's own
    public Roster(long subnet, Caps caps) {
        this.subnet = subnet;
        this.caps = caps;
        for (int i = 0; i < RingScale.RINGS; i++) {
            rings.add(new ArrayList<>());
        }
    }

    public Optional<RingMember> get(long id) {
        return Optional.ofNullable(all.get(id));
    }

    public boolean holds(long id) {
        return all.containsKey(id);
    }

    /// Whether it is still the one that is known by its id.
    public boolean holds(RingMember member) {
        return all.get(member.id()) == member;
    }

    public Collection<RingMember> all() {
        return all.values();
    }

    public int size() {
        return all.size();
    }

    /// The nearest first.
    public List<RingMember> nearest() {
        return nearest;
    }

    /// The very nearest, who should know this node.
    public List<RingMember> kin() {
        return nearest.subList(0, Math.min(KIN, nearest.size()));
    }

    /// A member says that this node is one of its nearest; whether it is not known yet.
    public boolean claimed(long id) {
        claims.remove(id);
        claims.add(id);
        if (claims.size() > MOST_CLAIMS) {
            claims.remove(claims.iterator().next());
        }
        return !holds(id);
    }

    /// Whether a member says that this node is one of its nearest.
    public boolean isClaimedBy(long id) {
        return claims.contains(id);
    }

    /// Whether measuring a member that is not known yet may be worth it, if it is about that far.
    public boolean wants(Contact contact, float expectedMillis) {
        return (contact.endpoint().subnet() == subnet && lan.size() < LAN)
                || isNear(expectedMillis)
                || rings.get(RingScale.ringOf(expectedMillis)).size() < RING;
    }

    private boolean isNear(float millis) {
        return nearest.size() < NEAREST || millis < nearest.getLast().rttMillis();
    }

    /// A member was measured: it finds its place, or another loses its own.
    public void measured(Contact contact, float rttMillis) {
        RingMember known = all.get(contact.id());
        if (known != null) {
            known.update(contact);
            float before = known.rttMillis();
            known.measured(rttMillis);
            if (known.rttMillis() != before) {
                take(known);
                settle(known);
            }
            return;
        }
        if (!contact.coordinate().isKnown() && !isNear(rttMillis) && all.size() > NEAREST) {
            return;
        }
        settle(new RingMember(contact, rttMillis));
    }

    /// It died or left.
    public Optional<RingMember> remove(long id) {
        RingMember gone = all.get(id);
        if (gone != null) {
            take(gone);
        }
        return Optional.ofNullable(gone);
    }

    private void take(RingMember member) {
        all.remove(member.id());
        nearest.remove(member);
        lan.remove(member);
        claimants.remove(member);
        rings.forEach(ring -> ring.remove(member));
    }

    private void settle(RingMember member) {
        all.put(member.id(), member);
        if (member.contact().endpoint().subnet() == subnet && lan.size() < LAN) {
            lan.add(member);
        } else if (isNear(member.rttMillis()) && admits(nearest, member)) {
            insert(nearest, member);
            if (nearest.size() > NEAREST) {
                outside(nearest.removeLast());
            }
        } else {
            outside(member);
        }
    }

    private void outside(RingMember member) {
        if (claims.contains(member.id()) && admits(claimants, member)) {
            insert(claimants, member);
            if (claimants.size() > CLAIMANTS) {
                intoRing(claimants.removeLast());
            }
        } else {
            intoRing(member);
        }
    }

    private boolean admits(List<RingMember> group, RingMember member) {
        return caps.isNone()
                || caps.admits(group.stream().map(RingMember::contact).toList(), member.contact());
    }

    private static void insert(List<RingMember> group, RingMember member) {
        int at = group.size();
        while (at > 0 && group.get(at - 1).rttMillis() > member.rttMillis()) {
            at--;
        }
        group.add(at, member);
    }

    private void intoRing(RingMember member) {
        List<RingMember> ring = rings.get(RingScale.ringOf(member.rttMillis()));
        if (!admits(ring, member)) {
            all.remove(member.id());
            return;
        }
        ring.add(member);
        if (ring.size() > RING) {
            List<Coordinate> places =
                    ring.stream().map(m -> m.contact().coordinate()).toList();
            List<Integer> kept =
                    MaxMin.keep(ring.size(), RING, (a, b) -> places.get(a).millisTo(places.get(b)));
            for (int i = ring.size() - 1; i >= 0; i--) {
                if (!kept.contains(i)) {
                    all.remove(ring.remove(i).id());
                }
            }
        }
    }
}
