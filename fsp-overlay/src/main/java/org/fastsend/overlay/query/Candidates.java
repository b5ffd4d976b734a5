package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    private record Scored(RingMember member, double score) {}

    /// The best first.
    ///
    /// @param rttMillis what it measured itself, one for each target
    public static List<Candidate> of(Roster roster, Measure measure, float[] rttMillis, long asker) {
        List<Scored> scored = new ArrayList<>();
        for (RingMember member : roster.all()) {
            double score = score(member, measure, rttMillis);
            if (member.id() != asker && !member.isSuspect() && score < Double.POSITIVE_INFINITY) {
                scored.add(new Scored(member, score));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score));
        return scored.stream()
                .limit(measure.candidates())
                .map(s -> new Candidate(s.member().contact(), s.member().rttMillis()))
                .toList();
    }

    private static double score(RingMember member, Measure measure, float[] rttMillis) {
        double sum = 0;
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
                sum += Math.max(0, estimate.millis() - measure.limits().get(i));
            }
        }
        return guessed || local ? sum : Double.POSITIVE_INFINITY;
    }

    static boolean sharesNetwork(Contact contact, Endpoint target) {
        return contact.endpoint().subnet() == target.subnet();
    }
}
