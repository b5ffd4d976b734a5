package org.fastsend.core.collect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What was asked for and is not held yet: on its way, or here and being verified and written. Kept by family, for only
/// one block of a family is wanted. As large as the windows and what waits for the disk, not as the transfer.
final class Fetches {
    /// A block on its way.
    record Fetch(Source source, int block, long sinceNanos) {}

    /// A block that came from a source and is being verified.
    record Arrival(Source source, int block) {}

    /// What is under way for one family.
    static final class Pending {
        private final List<Fetch> fetches = new ArrayList<>();
        private final List<Arrival> arrivals = new ArrayList<>();

        List<Fetch> fetches() {
            return fetches;
        }

        List<Arrival> arrivals() {
            return arrivals;
        }
    }

    private final Families families;
    private final int blockBytes;
    private final long maxBytesInFlight;
    private final Map<Integer, Pending> byFamily = new LinkedHashMap<>();
    private int onTheWay;
    private int arrivals;

    Fetches(Families families, CollectSettings settings) {
        this.families = families;
        this.blockBytes = settings.blockBytes();
        this.maxBytesInFlight = settings.maxBytesInFlight();
    }

    /// Whether one more block may be asked for: always if none is on its way.
    boolean hasRoom() {
        return onTheWay == 0 || (onTheWay + 1L) * blockBytes <= maxBytesInFlight;
    }

    int onTheWay() {
        return onTheWay;
    }

    /// Whether blocks are here that are not held yet.
    boolean isVerifying() {
        return arrivals > 0;
    }

    boolean isNothingPending() {
        return byFamily.isEmpty();
    }

    boolean isPending(int block) {
        return byFamily.containsKey(families.root(block));
    }

    Optional<Pending> pending(int block) {
        return Optional.ofNullable(byFamily.get(families.root(block)));
    }

    Collection<Pending> all() {
        return byFamily.values();
    }

    void begin(long nowNanos, Source source, int block) {
        source.mayNotAsk(block);
        source.pace().begin(nowNanos, blockBytes);
        pendingOf(block).fetches.add(new Fetch(source, block, nowNanos));
        onTheWay++;
    }

    private Pending pendingOf(int block) {
        return byFamily.computeIfAbsent(families.root(block), root -> new Pending());
    }

    /// Ends a fetch; empty if there is none such.
    Optional<Fetch> end(long nowNanos, int relay, int block) {
        Pending pending = byFamily.get(families.root(block));
        if (pending == null) {
            return Optional.empty();
        }
        for (Fetch fetch : pending.fetches) {
            if (fetch.source.relay() == relay && fetch.block == block) {
                pending.fetches.remove(fetch);
                ended(nowNanos, fetch);
                dropIfEmpty(block, pending);
                return Optional.of(fetch);
            }
        }
        return Optional.empty();
    }

    private void ended(long nowNanos, Fetch fetch) {
        fetch.source.pace().finish(nowNanos, blockBytes);
        onTheWay--;
    }

    void arrived(Source source, int block) {
        pendingOf(block).arrivals.add(new Arrival(source, block));
        arrivals++;
    }

    /// A block turned out bad: ends its arrival; false if there was none such.
    boolean endArrival(int relay, int block) {
        Pending pending = byFamily.get(families.root(block));
        if (pending == null
                || !pending.arrivals.removeIf(arrival -> arrival.source.relay() == relay && arrival.block == block)) {
            return false;
        }
        arrivals--;
        dropIfEmpty(block, pending);
        return true;
    }

    private void dropIfEmpty(int block, Pending pending) {
        if (pending.fetches.isEmpty() && pending.arrivals.isEmpty()) {
            byFamily.remove(families.root(block));
        }
    }

    /// The family has what it wants: forgets what is under way for it, to be cancelled as far as it is on its way.
    Optional<Pending> settle(long nowNanos, int block) {
        Pending pending = byFamily.remove(families.root(block));
        if (pending != null) {
            arrivals -= pending.arrivals.size();
            pending.fetches.forEach(fetch -> cancelled(nowNanos, fetch));
        }
        return Optional.ofNullable(pending);
    }

    /// Ends the fetches that match, to be cancelled.
    List<Fetch> cancelAll(long nowNanos, Predicate<Fetch> which) {
        List<Fetch> ended = removeAll(which);
        ended.forEach(fetch -> cancelled(nowNanos, fetch));
        return ended;
    }

    /// Nothing of what the source was asked for is coming; it may be asked for again.
    void lose(long nowNanos, Source source) {
        for (Fetch fetch : removeAll(fetch -> fetch.source == source)) {
            ended(nowNanos, fetch);
            source.mayAsk(fetch.block);
        }
    }

    private List<Fetch> removeAll(Predicate<Fetch> which) {
        List<Fetch> ended = new ArrayList<>();
        for (var pending = byFamily.values().iterator(); pending.hasNext(); ) {
            Pending next = pending.next();
            next.fetches.removeIf(fetch -> which.test(fetch) && ended.add(fetch));
            if (next.fetches.isEmpty() && next.arrivals.isEmpty()) {
                pending.remove();
            }
        }
        return ended;
    }

    private void cancelled(long nowNanos, Fetch fetch) {
        ended(nowNanos, fetch);
        fetch.source.cancelled(fetch.block);
    }

    /// Two blocks turn out to be of one family.
    void join(int one, int other) {
        Pending first = byFamily.remove(families.root(one));
        Pending second = byFamily.remove(families.root(other));
        families.join(one, other);
        if (first != null || second != null) {
            Pending both = pendingOf(one);
            for (Pending part : new Pending[] {first, second}) {
                if (part != null && part != both) {
                    both.fetches.addAll(part.fetches);
                    both.arrivals.addAll(part.arrivals);
                }
            }
        }
    }
}
