package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// The finalists of an inquiry are measured again, by those that they are to lie well for: the asker probes
/// them, and other targets are asked to. A member can say what it likes of its distance to a target, but cannot
/// make the target's own probe return earlier. What the asker has measured itself may have been delayed by
/// anything, and counts less if it is less the second time. Not thread-safe.
final class Confirmation {
    private static final int MOST_AGAIN = 4;

    private final Query query;
    private final int self;
    private final Map<Long, Finalist> finalists = new LinkedHashMap<>();
    private int outstanding;

    /// Somebody who was found.
    private static final class Finalist {
        private final Contact contact;
        private final float[] rttMillis;
        private final boolean[] confirmed;
        private boolean gone;

        private Finalist(Ranked ranked) {
            contact = ranked.contact();
            rttMillis = ranked.times();
            confirmed = new boolean[rttMillis.length];
        }
    }

    /// @param self which target the asker is, -1 for none
    Confirmation(Query query, int self, List<Ranked> found) {
        this.query = query;
        this.self = self;
        found.forEach(ranked -> finalists.put(ranked.contact().id(), new Finalist(ranked)));
    }

    /// What is to be found out.
    List<Step> steps(Inquiry by) {
        List<Step> steps = new ArrayList<>();
        if (finalists.isEmpty()) {
            return steps;
        }
        List<Contact> all = finalists.values().stream().map(f -> f.contact).toList();
        for (int goal = 0; goal < query.goals().size(); goal++) {
            if (goal == self) {
                all.forEach(member -> steps.add(Step.verify(by, member, millis(member, self))));
            } else {
                steps.add(Step.confirm(by, query.goals().get(goal).target(), goal, all));
            }
        }
        outstanding = steps.size();
        return steps;
    }

    private float millis(Contact member, int goal) {
        Finalist finalist = finalists.get(member.id());
        return finalist == null ? Float.NaN : finalist.rttMillis[goal];
    }

    /// The asker has measured a finalist. What was far less than before may be less still: returns whether to go on.
    Optional<Step> probed(Step step, float rttMillis) {
        outstanding--;
        Finalist finalist = finalists.get(step.id());
        if (finalist == null) {
            return Optional.empty();
        }
        float before = finalist.rttMillis[self];
        boolean own = finalist.contact.isPublic();
        finalist.rttMillis[self] = own ? Math.min(before, rttMillis) : Math.max(before, rttMillis);
        finalist.confirmed[self] = true;
        if (!own || rttMillis >= Measuring.FAR_LESS * before || step.attempt() >= MOST_AGAIN) {
            return Optional.empty();
        }
        outstanding++;
        return Optional.of(step.again());
    }

    /// A target has measured finalists, NaN those that it could not.
    void measured(int goal, List<Contact> members, List<Float> rttMillis) {
        outstanding--;
        for (int i = 0; i < Math.min(members.size(), rttMillis.size()); i++) {
            Finalist finalist = finalists.get(members.get(i).id());
            float rtt = rttMillis.get(i);
            if (finalist != null && !Float.isNaN(rtt)) {
                finalist.rttMillis[goal] = rtt;
                finalist.confirmed[goal] = true;
            }
        }
    }

    /// No answer has come. A finalist that the asker has measured before has lost a datagram; one that it
    /// has not is none.
    void silent(Step step) {
        outstanding--;
        Finalist finalist = finalists.get(step.id());
        if (finalist != null) {
            finalist.gone = !finalist.contact.isPublic();
        }
    }

    boolean isDone() {
        return outstanding == 0;
    }

    /// What came of it.
    List<Confirmed> confirmed() {
        return finalists.values().stream()
                .map(f -> new Confirmed(f.contact, Measuring.listed(f.rttMillis), f.gone, listed(f.confirmed)))
                .toList();
    }

    /// @param isGone whether it did not answer
    /// @param certain which of the targets have measured it
    record Confirmed(Contact contact, List<Float> rttMillis, boolean isGone, List<Boolean> certain) {
        /// Whether everybody whom it is to be near has measured it.
        boolean isCertain() {
            return !certain.contains(false);
        }
    }

    private static List<Boolean> listed(boolean[] flags) {
        List<Boolean> listed = new ArrayList<>(flags.length);
        for (boolean flag : flags) {
            listed.add(flag);
        }
        return listed;
    }

    /// Where a target is asked to measure them.
    static List<Endpoint> places(List<Contact> members) {
        return members.stream().map(Contact::endpoint).toList();
    }
}
