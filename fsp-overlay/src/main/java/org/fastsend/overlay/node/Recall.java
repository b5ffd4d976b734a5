package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;

/// An inquiry about what was found a short time ago: everybody who was named is probed again, instead of a search. It
/// fails if one of them does not answer, or lies elsewhere than it did. Not thread-safe.
final class Recall {
    /// Whoever takes so many times as long as it did, and so much longer, lies elsewhere.
    private static final float MOVED = 2;

    private static final float MOVED_MILLIS = 5;

    private final Query query;
    private final List<Ranked> before;
    private final List<Ranked> now = new ArrayList<>();
    private boolean failed;

    /// @param before what was found; empty for nothing to recall
    Recall(Query query, List<Ranked> before) {
        this.query = query;
        this.before = List.copyOf(before);
    }

    List<Step> steps(Inquiry by) {
        return before.stream()
                .map(ranked ->
                        Step.recall(by, ranked.contact(), ranked.rttMillis().getFirst()))
                .toList();
    }

    /// A member has answered. Returns whether the recall fails by that.
    boolean probed(Contact member, float expectedMillis, float rttMillis) {
        Ranked measured = new Ranked(member, List.of(rttMillis));
        now.add(measured);
        boolean isElsewhere = rttMillis > MOVED * expectedMillis + MOVED_MILLIS;
        boolean isUnmet = query.kind() == Query.Kind.CONSTRAINTS && query.scoreMillis(measured.times()) > 0;
        return (isElsewhere || isUnmet) && fail();
    }

    /// A member has not answered. Returns whether the recall fails by that.
    boolean silent() {
        return fail();
    }

    /// It fails once.
    private boolean fail() {
        boolean first = !failed;
        failed = true;
        return first;
    }

    /// What holds, once all have answered.
    Optional<List<Ranked>> found() {
        if (failed || before.isEmpty() || now.size() < before.size()) {
            return Optional.empty();
        }
        return Optional.of(now.stream()
                .sorted(Comparator.comparingDouble(ranked -> ranked.rttMillis().getFirst()))
                .toList());
    }
}
