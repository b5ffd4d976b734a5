package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.RingMember;
import org.fastsend.overlay.ring.Roster;

/// Whom a member that was asked to measure names: those of its roster that should lie best, after all that are in a
/// target's own network.
public final class Candidates {
    /// Who says that the member which names it is one of its nearest is known to few others, and not found without: it
    /// may share a site with a target at so much of the distance that is hoped for.
    private static final double KNOWN_TO_FEW = 0.2;

    private Candidates() {}

    /// One in so many is named because it may share a site with a target, not because it should be near.
    private static final int HOPEFUL = 3;

    private record Scored(RingMember member, double likely, double hopeful) {}

    /// The best first. Who asks without a guess does not know yet where the targets lie: it is told who it is that it
    /// asks, and members that lie apart, not much farther than the targets.
    ///
    /// @param self who names them
    /// @param rttMillis how far each target is from it, NaN if nobody knows
    /// @param asker not to be named
    public static List<Candidate> of(Contact self, Roster roster, Measure measure, List<Float> rttMillis, long asker) {
        List<RingMember> among = roster.all().stream()
                .filter(member -> member.id() != asker && !member.isSuspect())
                .toList();
        return measure.guess().isEmpty()
                ? around(self, among, measure, rttMillis)
                : towards(among, roster, measure, rttMillis);
    }

    private static List<Candidate> around(
            Contact self, List<RingMember> among, Measure measure, List<Float> rttMillis) {
        Map<Long, Candidate> named = new LinkedHashMap<>();
        named.put(self.id(), new Candidate(self, 0));
        List<Landmarks.Seen<RingMember>> seen = new ArrayList<>();
        for (RingMember member : among) {
            seen.add(new Landmarks.Seen<>(member, member.contact(), member.rttMillis()));
            if (measure.targets().stream().anyMatch(target -> sharesNetwork(member.contact(), target))) {
                named.put(member.id(), new Candidate(member.contact(), member.rttMillis()));
            }
        }
        for (RingMember member : Landmarks.pick(seen, rttMillis, measure.candidates())) {
            named.put(member.id(), new Candidate(member.contact(), member.rttMillis()));
        }
        return named.values().stream().limit(measure.candidates()).toList();
    }

    private static List<Candidate> towards(
            List<RingMember> among, Roster roster, Measure measure, List<Float> rttMillis) {
        List<Scored> scored = new ArrayList<>(among.size());
        for (RingMember member : among) {
            scored.add(score(member, roster.isClaimedBy(member.id()) ? KNOWN_TO_FEW : 1, measure, rttMillis));
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

    private static Scored score(RingMember member, double favour, Measure measure, List<Float> rttMillis) {
        double likely = 0;
        double hopeful = 0;
        for (int i = 0; i < measure.targets().size(); i++) {
            if (!sharesNetwork(member.contact(), measure.targets().get(i))) {
                var estimate =
                        new Estimate(measure.guess().get(i), member.contact().coordinate());
                if (!Float.isNaN(rttMillis.get(i))) {
                    estimate.seenFrom(rttMillis.get(i), member.rttMillis());
                }
                likely += Estimate.excess(
                        estimate.likelyMillis(), measure.limits().get(i));
                hopeful += Estimate.excess(
                        estimate.hopefulMillis(), measure.limits().get(i));
            }
        }
        return new Scored(member, likely, favour * hopeful);
    }

    static boolean sharesNetwork(Contact contact, Endpoint target) {
        return contact.endpoint().subnet() == target.subnet();
    }
}
