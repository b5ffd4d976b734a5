package org.fastsend.overlay.gossip;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.ring.RingMember;

/// Which members a node tells another of: most of them such as should lie near the other, since these are what it wants
/// to know (Jelasity, Montresor, Babaoglu, "T-Man", 2009), and a few at random, so that the overlay stays one.
public final class Introductions {
    private static final int AT_RANDOM = 3;

    private Introductions() {}

    public static List<Contact> to(Contact other, Collection<RingMember> known, int most, RandomGenerator random) {
        List<Contact> all = new ArrayList<>();
        for (RingMember member : known) {
            if (member.id() != other.id() && !member.isSuspect()) {
                all.add(member.contact());
            }
        }
        List<Contact> told = new ArrayList<>();
        Coordinate there = other.coordinate();
        if (there.isKnown()) {
            all.sort(Comparator.comparingDouble(c -> nearness(c, other)));
            int near = Math.min(all.size(), most - AT_RANDOM);
            told.addAll(all.subList(0, near));
            all.subList(0, near).clear();
        }
        while (told.size() < most && !all.isEmpty()) {
            told.add(all.remove(random.nextInt(all.size())));
        }
        return told;
    }

    private static double nearness(Contact contact, Contact other) {
        if (contact.endpoint().subnet() == other.endpoint().subnet()) {
            return -1;
        }
        return contact.coordinate().isKnown()
                ? contact.coordinate().millisTo(other.coordinate())
                : Double.POSITIVE_INFINITY;
    }
}
