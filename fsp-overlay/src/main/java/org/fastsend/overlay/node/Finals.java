package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.query.BeamSearch;

/// Who an inquiry's search has found: measured again, round by round, until the best of them have been,
/// since after each round others may be the best. Not thread-safe.
final class Finals {
    private static final int MOST_ROUNDS = 8;

    private final Query query;
    private final int self;
    private final Caps caps;
    private final BeamSearch search;
    /// Who was measured again.
    private final Set<Long> settled = new HashSet<>();
    /// And by everybody whom it is to be near.
    private final Set<Long> certain = new HashSet<>();

    private Confirmation round;
    private int rounds;

    /// @param self which target the asker is, -1 for none
    Finals(Query query, int self, Caps caps, BeamSearch search) {
        this.query = query;
        this.self = self;
        this.caps = caps;
        this.search = search;
        round = new Confirmation(query, self, List.of());
    }

    /// The next round; nothing to do if the best have been measured again.
    List<Step> next(Inquiry by) {
        boolean known = best().stream()
                .allMatch(ranked -> settled.contains(ranked.contact().id()));
        if (known || rounds == MOST_ROUNDS) {
            return List.of();
        }
        rounds++;
        List<Ranked> unsure = found();
        unsure.removeIf(ranked -> settled.contains(ranked.contact().id()));
        boolean own = self >= 0 && query.goals().size() == 1;
        round = new Confirmation(
                query, self, own ? unsure.subList(0, Math.min(unsure.size(), query.wanted())) : unsure);
        return round.steps(by);
    }

    /// The asker has measured a finalist, and may have to do so again.
    Optional<Step> probed(Step step, float rttMillis) {
        return round.probed(step, rttMillis);
    }

    /// A target has measured finalists.
    void measured(Step step, List<Float> rttMillis) {
        round.measured(step.goal(), step.members(), rttMillis);
    }

    void silent(Step step) {
        round.silent(step);
    }

    /// Tells the search what came of a round, and whether that is over.
    boolean conclude() {
        if (!round.isDone()) {
            return false;
        }
        for (Confirmation.Confirmed one : round.confirmed()) {
            long id = one.contact().id();
            settled.add(id);
            if (one.isCertain()) {
                certain.add(id);
            }
            if (one.isGone()) {
                search.handleGone(id);
            } else {
                search.handleConfirmed(id, one.rttMillis(), one.certain());
            }
        }
        return true;
    }

    /// As many as were wanted, the best first.
    List<Ranked> best() {
        List<Ranked> found = found();
        return found.subList(0, Math.min(found.size(), query.wanted()));
    }

    /// The best first. Of those that are as good, whoever has been measured by everybody comes first.
    private List<Ranked> found() {
        List<Ranked> found = new ArrayList<>(search.result(caps));
        found.sort(Comparator.<Ranked>comparingDouble(r -> query.scoreMillis(r.times()))
                .thenComparing(r -> !certain.contains(r.contact().id()))
                .thenComparingLong(r -> r.contact().id()));
        return found;
    }
}
