package org.fastsend.overlay.net;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.peer.Endpoint;

/// The links there are, by the number that datagrams name them with and by where they lead. Not thread-safe.
final class LinkTable {
    /// For so long after a member was heard from an endpoint nobody else is taken to be there.
    static final long TAKEN_NANOS = 30_000_000_000L;

    private final Room room;
    private final Consumer<Endpoint> unused;
    private final RandomGenerator random;
    private final Map<Integer, Link> byIndex = new LinkedHashMap<>();
    private final Map<Link.Standing, Set<Link>> byStanding = new EnumMap<>(Link.Standing.class);
    private final Map<Endpoint, Link> byEndpoint = new HashMap<>();

    /// Links at a time; of those of one standing the one that was silent the longest gives way. So a
    /// flood of hellos costs no session that is used, nor the hellos of this end.
    ///
    /// @param proven to peers that have proven who they are
    /// @param unproven to peers that are sought, and as many more to those that call
    record Room(int proven, int unproven) {}

    /// @param random of cryptographic quality is not needed: indexes name sessions, they do not protect them
    /// @param unused hears with whom no link is left that takes the TCP connection that one took
    LinkTable(Room room, RandomGenerator random, Consumer<Endpoint> unused) {
        this.room = room;
        this.unused = unused;
        this.random = random;
        for (Link.Standing standing : Link.Standing.values()) {
            byStanding.put(standing, new LinkedHashSet<>());
        }
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
        // for which another may have to be forgotten
        Link link = add(new Link(freeIndex(), Link.Standing.SOUGHT, path.get(), nowNanos));
        byEndpoint.put(endpoint, link);
        return link;
    }

    /// One to somebody who calls, that nothing is sent by yet.
    ///
    /// @param index a free one
    Link called(int index, Path path, long nowNanos) {
        return add(new Link(index, Link.Standing.CALLING, path, nowNanos));
    }

    private Link add(Link link) {
        byIndex.put(link.index(), link);
        stand(link);
        return link;
    }

    /// The peer has shown that the session is its own, and that it takes part in it now.
    void proven(Link link) {
        if (link.standing() != Link.Standing.PROVEN) {
            standing(link).remove(link);
            link.proven();
            stand(link);
        }
    }

    private Set<Link> standing(Link link) {
        return Objects.requireNonNull(byStanding.get(link.standing()));
    }

    private void stand(Link link) {
        Set<Link> alike = standing(link);
        alike.add(link);
        if (alike.size() > (link.standing() == Link.Standing.PROVEN ? room.proven() : room.unproven())) {
            alike.stream()
                    .filter(other -> other != link)
                    .min(Comparator.comparingLong(Link::heardNanos))
                    .ifPresent(this::forget);
        }
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
        standing(link).remove(link);
        byEndpoint.values().removeIf(known -> known == link);
        Path path = link.path();
        if (path.tcp()
                && byIndex.values().stream().noneMatch(other -> other.path().equals(path))) {
            unused.accept(path.endpoint());
        }
    }

    int freeIndex() {
        int index = random.nextInt();
        while (byIndex.containsKey(index)) {
            index = random.nextInt();
        }
        return index;
    }
}
