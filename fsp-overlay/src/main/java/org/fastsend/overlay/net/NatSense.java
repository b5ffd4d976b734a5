package org.fastsend.overlay.net;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Reach;

/// Finds out how a host is reached from where others see its datagrams come from (after RFC 5780, section 4.3: a NAT
/// that shows every peer the same port can be punched). Not thread-safe.
final class NatSense {
    private static final int MIN_OBSERVERS = 2;
    private static final int MAX_OBSERVERS = 8;
    private static final int MAX_ASKED = 64;

    private final int port;
    private final Predicate<Endpoint> isOwnAddress;
    private final Set<Endpoint> asked = new LinkedHashSet<>();
    private final Map<Endpoint, Endpoint> seenBy = new LinkedHashMap<>();

    /// Where the host is, for others.
    record Place(Reach reach, Endpoint endpoint) {}

    /// @param port that the socket is bound to
    /// @param isOwnAddress whether an interface of this host has this address
    NatSense(int port, Predicate<Endpoint> isOwnAddress) {
        this.port = port;
        this.isOwnAddress = isOwnAddress;
    }

    /// Another is asked where it sees this host. Only who was asked has a say: otherwise any member could tell
    /// this host that it is elsewhere, and nobody would use it any more.
    void asked(Endpoint other) {
        asked.remove(other);
        asked.add(other);
        if (asked.size() > MAX_ASKED) {
            asked.remove(asked.iterator().next());
        }
    }

    /// Another says where it saw something of this host come from.
    ///
    /// @param tcp whether that came over TCP, which leaves from any port
    void seen(Endpoint by, Endpoint at, boolean tcp) {
        if (!asked.contains(by)) {
            return;
        }
        seenBy.remove(by);
        seenBy.put(by, tcp && isOwnAddress.test(at) ? new Endpoint(at.high(), at.low(), port) : at);
        if (seenBy.size() > MAX_OBSERVERS) {
            seenBy.remove(seenBy.keySet().iterator().next());
        }
    }

    int observers() {
        return seenBy.size();
    }

    /// Whether that one could tell something new: where there are enough, only who has not said anything yet.
    boolean isWorthAsking(Endpoint other) {
        return seenBy.size() < MIN_OBSERVERS || !seenBy.containsKey(other);
    }

    /// Whether more should be asked: one alone may be wrong, and where they differ it is the many who are believed.
    boolean wantsMore() {
        return seenBy.size() < MIN_OBSERVERS || (seenBy.size() < MAX_OBSERVERS && !isUnanimous());
    }

    private boolean isUnanimous() {
        return seenBy.values().stream().distinct().count() == 1;
    }

    /// Empty while nobody has seen it. More than half of those who have make it public, so that one who is wrong, or
    /// lies, does not put it out of use.
    Optional<Place> place() {
        List<Endpoint> seen = List.copyOf(seenBy.values());
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        List<Endpoint> own = seen.stream()
                .filter(at -> at.port() == port && isOwnAddress.test(at))
                .toList();
        if (2 * own.size() > seen.size()) {
            return Optional.of(new Place(Reach.PUBLIC, own.getLast()));
        }
        return Optional.of(new Place(isUnanimous() ? Reach.PUNCHABLE : Reach.RELAYED, mostSeen(seen)));
    }

    /// Of several, the one seen last.
    private static Endpoint mostSeen(List<Endpoint> seen) {
        Endpoint most = seen.getLast();
        for (Endpoint at : seen.reversed()) {
            most = Collections.frequency(seen, at) > Collections.frequency(seen, most) ? at : most;
        }
        return most;
    }
}
