package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.fastsend.core.channel.RelayAddress;

/// The relays that may take the place of one in use, the best first, and how many places nobody could take. Not
/// thread-safe.
final class Standbys {
    /// One that was lost is not used again for so long, whoever names it.
    private static final long GONE_NANOS = 60_000_000_000L;

    private final int mostWanted;
    private final List<Candidate> ready;
    private final Map<RelayAddress, Long> goneNanos = new HashMap<>();
    private int wanted;

    /// @param mostWanted places at most
    Standbys(int mostWanted, List<Candidate> ready) {
        this.mostWanted = mostWanted;
        this.ready = new ArrayList<>(ready);
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    Candidate best() {
        return ready.getFirst();
    }

    Candidate take() {
        return ready.removeFirst();
    }

    void removeIf(Predicate<Candidate> useless) {
        ready.removeIf(useless);
    }

    void gone(long nowNanos, RelayAddress relay) {
        goneNanos.put(relay, nowNanos);
    }

    /// These are named now: who is not in use, nor was lost a moment ago, stands by before those named earlier.
    void handleNews(long nowNanos, List<Candidate> named, Set<RelayAddress> used) {
        goneNanos.values().removeIf(sinceNanos -> nowNanos - sinceNanos >= GONE_NANOS);
        List<Candidate> fresh = named.stream()
                .filter(candidate -> !used.contains(candidate.address()) && !goneNanos.containsKey(candidate.address()))
                .toList();
        Set<RelayAddress> addresses = fresh.stream().map(Candidate::address).collect(Collectors.toSet());
        ready.removeIf(candidate -> addresses.contains(candidate.address()));
        ready.addAll(0, fresh);
    }

    /// A place was to be taken, and nobody stands by.
    void want() {
        wanted = Math.min(wanted + 1, mostWanted);
    }

    boolean isInWant() {
        return wanted > 0;
    }

    /// How many may be taken now for places that were wanted before; these count as taken.
    int claimWanted() {
        int places = Math.min(wanted, ready.size());
        wanted -= places;
        return places;
    }
}
