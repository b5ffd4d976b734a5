package org.fastsend.overlay.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.peer.Contact;

/// Meridian's rings (Wong, Slivkins, Sirer, SIGCOMM 2005): each has some primary members, who are asked, and some
/// secondary ones, who wait to take their places: the one that came first is the first to go. Not thread-safe.
public final class MeridianRings {
    public static final int PRIMARIES = 16;
    public static final int SECONDARIES = 8;

    /// One ring.
    private static final class Ring {
        private final List<RingMember> primaries = new ArrayList<>();
        private final List<RingMember> secondaries = new ArrayList<>();

        private void add(RingMember member) {
            if (primaries.size() < PRIMARIES) {
                primaries.add(member);
            } else {
                secondaries.add(member);
            }
        }

        private void remove(RingMember member) {
            if (primaries.remove(member) && !secondaries.isEmpty()) {
                primaries.add(secondaries.removeFirst());
            }
            secondaries.remove(member);
        }
    }

    private final Map<Long, RingMember> all = new LinkedHashMap<>();
    private final List<Ring> rings = new ArrayList<>();

    public MeridianRings() {
        for (int i = 0; i < RingScale.RINGS; i++) {
            rings.add(new Ring());
        }
    }

    public Collection<RingMember> all() {
        return all.values();
    }

    public Optional<RingMember> get(long id) {
        return Optional.ofNullable(all.get(id));
    }

    /// A member was measured.
    public void measured(Contact contact, float rttMillis) {
        RingMember before = all.get(contact.id());
        if (before != null) {
            int ring = RingScale.ringOf(before.rttMillis());
            if (ring == RingScale.ringOf(rttMillis)) {
                before.update(contact);
                before.measured(rttMillis);
                return;
            }
            remove(contact.id());
        }
        var member = new RingMember(contact, rttMillis);
        Ring ring = rings.get(RingScale.ringOf(rttMillis));
        ring.add(member);
        all.put(contact.id(), member);
        if (ring.secondaries.size() > SECONDARIES) {
            all.remove(ring.secondaries.removeFirst().id());
        }
    }

    public void remove(long id) {
        RingMember gone = all.remove(id);
        if (gone != null) {
            rings.forEach(ring -> ring.remove(gone));
        }
    }

    public List<RingMember> primaries(int ring) {
        return rings.get(ring).primaries;
    }

    /// Primaries of all rings within these times, the bounds included.
    public List<RingMember> primariesWithin(double leastMillis, double mostMillis) {
        List<RingMember> within = new ArrayList<>();
        for (Ring ring : rings) {
            for (RingMember member : ring.primaries) {
                if (member.rttMillis() >= leastMillis && member.rttMillis() <= mostMillis) {
                    within.add(member);
                }
            }
        }
        return within;
    }

    /// Everybody in a ring, if it is full and somebody waits; otherwise nobody.
    public List<RingMember> contested(int ring) {
        List<RingMember> both = new ArrayList<>(rings.get(ring).primaries);
        both.addAll(rings.get(ring).secondaries);
        return both.size() > PRIMARIES ? both : List.of();
    }

    /// These are the primaries from now on; the others in the ring wait.
    public void settle(int ring, List<Long> primaries) {
        Ring changed = rings.get(ring);
        List<RingMember> both = new ArrayList<>(changed.primaries);
        both.addAll(changed.secondaries);
        changed.primaries.clear();
        changed.secondaries.clear();
        for (RingMember member : both) {
            (primaries.contains(member.id()) ? changed.primaries : changed.secondaries).add(member);
        }
        while (changed.primaries.size() < PRIMARIES && !changed.secondaries.isEmpty()) {
            changed.primaries.add(changed.secondaries.removeFirst());
        }
    }
}
