package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;

/// Whom a member that was asked to measure names: those of its roster that should lie best, after all that are in a
/// target's own network.
public final class Candidates {
    private Candidates() {}

    /// One in so many is named because it may share a site with a target, not because it should be near.
    private static final int HOPEFUL = 3;

    private record Scored(RingMember member, double likely, double hopeful) {}

    /// The best first.
    ///
    /// @param rttMillis what it measured itself, one for each target
    public static List<Candidate> of(Roster roster, Measure measure, float[] rttMillis, long asker) {
        List<Scored> scored = new ArrayList<>();
        for (RingMember member : roster.all()) {
            if (member.id() != asker && !member.isSuspect()) {
                score(member, measure, rttMillis).ifPresent(scored::add);
            }
        }
        List<Candidate> named = new ArrayList<>();
        take(scored, Comparator.comparingDouble(Scored::likely), measure.candidates(), HOPEFUL - 1, named);
        take(scored, Comparator.comparingDouble(Scored::hopeful), measure.candidates(), HOPEFUL, named);
        return named;
    }

    /// Names more until there are so many thirds of all.
    private static void take(
            List<Scored> scored, Comparator<Scored> order, int most, int thirds, List<Candidate> named) {
        scored.sort(order);
        while (named.size() < most * thirds / HOPEFUL && !scored.isEmpty()) {
            RingMember next = scored.removeFirst().member();
            named.add(new Candidate(next.contact(), next.rttMillis()));
        }
    }

    private static Optional<Scored> score(RingMember member, Measure measure, float[] rttMillis) {
        double likely = 0;
        double hopeful = 0;
        boolean guessed = !measure.guess().isEmpty();
        boolean local = false;
        for (int i = 0; i < measure.targets().size(); i++) {
            if (sharesNetwork(member.contact(), measure.targets().get(i))) {
                local = true;
            } else if (guessed) {
                var estimate =
                        new Estimate(measure.guess().get(i), member.contact().coordinate());
                if (!Float.isNaN(rttMillis[i])) {
                    estimate.seenFrom(rttMillis[i], member.rttMillis());
                }
                likely += Estimate.excess(
                        estimate.likelyMillis(), measure.limits().get(i));
                hopeful += Estimate.excess(
                        estimate.hopefulMillis(), measure.limits().get(i));
            }
        }
        return guessed || local ? Optional.of(new Scored(member, likely, hopeful)) : Optional.empty();
    }

    static boolean sharesNetwork(Contact contact, Endpoint target) {
        return contact.endpoint().subnet() == target.subnet();
    }
}
