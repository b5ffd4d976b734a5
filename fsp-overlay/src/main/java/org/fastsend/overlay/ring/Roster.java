package org.fastsend.overlay.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.diversity.MaxMin;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;

/// Whom a node of the FSP overlay knows: its nearest members, however close they lie together; the members of its own
/// network; and, farther away, rings of members that lie apart from each other. Bounded, however large the overlay.
/// Not thread-safe.
public final class Roster {
    public static final int NEAREST = 32;
    public static final int LAN = 8;
    public static final int RING = 10;

    private final long subnet;
    private final Caps caps;
    private final Map<Long, RingMember> all = new LinkedHashMap<>();
    private final List<RingMember> nearest = new ArrayList<>();
    private final List<RingMember> lan = new ArrayList<>();
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
        rings.forEach(ring -> ring.remove(member));
    }

    private void settle(RingMember member) {
        all.put(member.id(), member);
        if (member.contact().endpoint().subnet() == subnet && lan.size() < LAN) {
            lan.add(member);
        } else if (isNear(member.rttMillis()) && caps.admit(nearest, member)) {
            insert(member);
            if (nearest.size() > NEAREST) {
                intoRing(nearest.removeLast());
            }
        } else {
            intoRing(member);
        }
    }

    private void insert(RingMember member) {
        int at = nearest.size();
        while (at > 0 && nearest.get(at - 1).rttMillis() > member.rttMillis()) {
            at--;
        }
        nearest.add(at, member);
    }

    private void intoRing(RingMember member) {
        List<RingMember> ring = rings.get(RingScale.ringOf(member.rttMillis()));
        if (!caps.admit(ring, member)) {
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
