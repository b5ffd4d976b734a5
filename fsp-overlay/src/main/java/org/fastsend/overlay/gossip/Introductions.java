package org.fastsend.overlay.gossip;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.ring.RingMember;

/// Which members a node tells another of: most of them such as should lie near the other, since these are what it wants
/// to know (Jelasity, Montresor, Babaoglu, "T-Man", 2009), and a few at random, so that the overlay stays one.
public final class Introductions {
    private static final int AT_RANDOM = 3;

    private Introductions() {}

    public static List<Contact> to(Contact other, Collection<RingMember> known, int most, RandomGenerator random) {
        boolean placed = other.coordinate().isKnown();
        List<Near> all = new ArrayList<>(known.size());
        for (RingMember member : known) {
            if (member.id() != other.id() && !member.isSuspect()) {
                all.add(new Near(member.contact(), placed ? distance(member.contact(), other) : 0));
            }
        }
        List<Contact> told = new ArrayList<>(most);
        if (placed) {
            all.sort(Comparator.comparingDouble(Near::millis));
            List<Near> near = all.subList(0, Math.min(all.size(), most - AT_RANDOM));
            near.forEach(n -> told.add(n.contact()));
            near.clear();
        }
        while (told.size() < most && !all.isEmpty()) {
            told.add(all.remove(random.nextInt(all.size())).contact());
        }
        return told;
    }

    private record Near(Contact contact, double millis) {}

    private static double distance(Contact contact, Contact other) {
        if (contact.endpoint().subnet() == other.endpoint().subnet()) {
            return -1;
        }
        return contact.coordinate().isKnown()
                ? contact.coordinate().hopefulMillisTo(other.coordinate())
                : Double.POSITIVE_INFINITY;
    }
}
