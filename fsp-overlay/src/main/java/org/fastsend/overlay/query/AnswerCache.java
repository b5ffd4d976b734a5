package org.fastsend.overlay.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;

/// What was found a short time ago: the same question costs no probe. Bounded. Not thread-safe.
public final class AnswerCache {
    private static final long FRESH_NANOS = 30_000_000_000L;
    private static final int MOST = 128;

    private record Entry(List<Ranked> ranked, long atNanos) {}

    private final Map<Query, Entry> entries = new LinkedHashMap<>();

    public void put(Query query, List<Ranked> ranked, long nowNanos) {
        entries.remove(query);
        entries.put(query, new Entry(ranked, nowNanos));
        if (entries.size() > MOST) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    public Optional<List<Ranked>> get(Query query, long nowNanos) {
        return Optional.ofNullable(entries.get(query))
                .filter(e -> nowNanos - e.atNanos() < FRESH_NANOS)
                .map(Entry::ranked);
    }
}
