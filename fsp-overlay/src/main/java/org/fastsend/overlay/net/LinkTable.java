package org.fastsend.overlay.net;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.peer.Endpoint;

/// The links there are, by the number that datagrams name them with and by where they lead. Not thread-safe.
final class LinkTable {
    /// For so long after a member was heard from an endpoint nobody else is taken to be there.
    static final long TAKEN_NANOS = 30_000_000_000L;

    private final int maxLinks;
    private final RandomGenerator random;
    private final Map<Integer, Link> byIndex = new LinkedHashMap<>();
    private final Map<Endpoint, Link> byEndpoint = new HashMap<>();

    /// @param maxLinks at a time; the one that was silent the longest gives way
    /// @param random of cryptographic quality is not needed: indexes name sessions, they do not protect them
    LinkTable(int maxLinks, RandomGenerator random) {
        this.maxLinks = maxLinks;
        this.random = random;
    }

    int size() {
        return byIndex.size();
    }

    /// All of them, in a list of their own.
    List<Link> all() {
        return List.copyOf(byIndex.values());
    }

    /// Where they lead.
    List<Endpoint> endpoints() {
        return List.copyOf(byEndpoint.keySet());
    }

    Optional<Link> numbered(int index) {
        return Optional.ofNullable(byIndex.get(index));
    }

    /// The one that what is sent to the endpoint takes.
    Optional<Link> at(Endpoint endpoint) {
        return Optional.ofNullable(byEndpoint.get(endpoint));
    }

    /// The same, made where there is none.
    ///
    /// @param path by which a new one goes
    Link to(Endpoint endpoint, Supplier<Path> path, long nowNanos) {
        Link known = byEndpoint.get(endpoint);
        if (known != null) {
            return known;
        }
        Link link = make(freeIndex(), path.get(), nowNanos); // for which another may have to be forgotten
        byEndpoint.put(endpoint, link);
        return link;
    }

    /// One that nothing is sent by yet.
    ///
    /// @param index a free one
    Link make(int index, Path path, long nowNanos) {
        Link link = new Link(index, path, nowNanos);
        byIndex.put(index, link);
        if (byIndex.size() > maxLinks) {
            byIndex.values().stream()
                    .filter(other -> other != link)
                    .min(Comparator.comparingLong(Link::heardNanos))
                    .ifPresent(this::forget);
        }
        return link;
    }

    /// The link's peer has proven that it is there: what goes to this endpoint takes that link from
    /// now on, and what goes to the one that it was called at. A member that was heard there a short
    /// time ago is not cut off by another.
    ///
    /// @return the link that led there until now
    Optional<Link> lead(Link link, Path path, long nowNanos) {
        Optional<Link> other = at(path.endpoint()).filter(old -> old != link);
        boolean taken = other.isPresent()
                && other.get().isOpen()
                && other.get().peerId() != link.peerId()
                && nowNanos - other.get().heardNanos() < TAKEN_NANOS;
        if (taken
                || (at(path.endpoint()).equals(Optional.of(link)) && link.path().equals(path))) {
            return Optional.empty();
        }
        if (!link.isCalledAt(link.path().endpoint())) {
            byEndpoint.remove(link.path().endpoint(), link);
        }
        link.movedTo(path);
        byEndpoint.put(path.endpoint(), link);
        return other;
    }

    /// A host may have answered from another address than it was called at; nothing leads to the link any more.
    void forget(Link link) {
        byIndex.remove(link.index());
        byEndpoint.values().removeIf(known -> known == link);
    }

    int freeIndex() {
        int index = random.nextInt();
        while (byIndex.containsKey(index)) {
            index = random.nextInt();
        }
        return index;
    }
}
