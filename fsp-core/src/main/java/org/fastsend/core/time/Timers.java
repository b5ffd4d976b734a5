package org.fastsend.core.time;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/// The one table of a machine's deadlines. A timer is named by its kind and its owner (a target, a source; 0 where the
/// machine itself owns it) and is set at most once at a time: setting it again moves it. Timers fall due in the order
/// of their deadlines, then kinds, then owners, so that a run repeats exactly. Not thread-safe.
///
/// @param <K> the kinds of timers the machine has
public final class Timers<K extends Enum<K>> {
    /// A timer that fell due; it is no longer set.
    public record Due<K>(K kind, int owner) {}

    private record Entry<K extends Enum<K>>(long deadlineNanos, K kind, int owner) implements Comparable<Entry<K>> {
        @Override
        public int compareTo(Entry<K> other) {
            int byDeadline = Long.signum(deadlineNanos - other.deadlineNanos);
            int byKind = byDeadline != 0 ? byDeadline : kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Integer.compare(owner, other.owner);
        }
    }

    private final Map<K, Map<Integer, Entry<K>>> set;
    private final TreeSet<Entry<K>> inOrder = new TreeSet<>();

    public Timers(Class<K> kinds) {
        set = new EnumMap<>(kinds);
    }

    public void set(K kind, int owner, long deadlineNanos) {
        Entry<K> entry = new Entry<>(deadlineNanos, kind, owner);
        Entry<K> before = set.computeIfAbsent(kind, k -> new HashMap<>()).put(owner, entry);
        if (before != null) {
            inOrder.remove(before);
        }
        inOrder.add(entry);
    }

    public void clear(K kind, int owner) {
        Map<Integer, Entry<K>> owners = set.get(kind);
        Entry<K> entry = owners == null ? null : owners.remove(owner);
        if (entry != null) {
            inOrder.remove(entry);
        }
    }

    public void clearAll() {
        set.clear();
        inOrder.clear();
    }

    public boolean isSet(K kind, int owner) {
        Map<Integer, Entry<K>> owners = set.get(kind);
        return owners != null && owners.containsKey(owner);
    }

    /// When the machine wants to be called next, if it waits for a time at all.
    public OptionalLong nextDeadlineNanos() {
        return inOrder.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(inOrder.first().deadlineNanos());
    }

    /// Takes the first timer that is due by now out of the table.
    public Optional<Due<K>> takeDue(long nowNanos) {
        if (inOrder.isEmpty() || inOrder.first().deadlineNanos() - nowNanos > 0) {
            return Optional.empty();
        }
        Entry<K> first = inOrder.first();
        clear(first.kind(), first.owner());
        return Optional.of(new Due<>(first.kind(), first.owner()));
    }
}
