package org.fastsend.overlay.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Endpoint;

/// What was found a short time ago, for when the same is asked again. Only where a probe of the asker's
/// own tells whether it still holds: it is itself the one target, and all who were found are open to
/// everybody. An answer of fewer than were wanted has named all there were, and there may be more by
/// now. Bounded. Not thread-safe.
final class RecentAnswers {
    static final long FRESH_NANOS = 30 * Local.SECOND;
    private static final int MOST = 64;

    private final Map<Query, Found> answers = new LinkedHashMap<>();

    private record Found(List<Ranked> ranked, long atNanos) {}

    /// Nobody if nothing is remembered.
    List<Ranked> recall(Query query, long nowNanos) {
        Found found = answers.get(query);
        return found == null || nowNanos - found.atNanos() > FRESH_NANOS ? List.of() : found.ranked();
    }

    void keep(Query query, List<Ranked> ranked, long nowNanos) {
        answers.remove(query);
        boolean own = query.targets().equals(List.of(Endpoint.SELF));
        if (own
                && ranked.size() == query.wanted()
                && ranked.stream().allMatch(one -> one.contact().isPublic())) {
            answers.put(query, new Found(List.copyOf(ranked), nowNanos));
            if (answers.size() > MOST) {
                answers.remove(answers.keySet().iterator().next());
            }
        }
    }
}
