package org.fastsend.overlay.select;

import java.util.List;

/// How long a set of relays needs to take a stripe's bytes: each at its rate until its room is full, relays behind a
/// shared link together at no more than the link's. Without a number of bytes, how long they need for one.
final class PlacingTime {
    private static final int HALVINGS = 40;
    private static final double FOREVER_SECONDS = 1e9;

    private final List<SharedLink> links;
    private final double bytes;

    PlacingTime(List<SharedLink> links, Wish wish) {
        this.links = links;
        this.bytes = wish.bytes() == 0 ? 1 : wish.bytes() * (1 + wish.margin());
    }

    /// Infinite if the set has not the room.
    double seconds(List<Candidate> set) {
        if (taken(set, FOREVER_SECONDS) < bytes) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = bytes / Math.max(1e-9, taken(set, 1)) * 2;
        while (taken(set, high) < bytes) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (taken(set, middle) < bytes) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /// Bytes a second while all have room.
    double bytesPerSecond(List<Candidate> set) {
        return taken(set, 1e-3) * 1e3;
    }

    private double taken(List<Candidate> set, double seconds) {
        double sum = 0;
        for (Candidate candidate : set) {
            if (links.stream().noneMatch(link -> link.relays().contains(candidate.address()))) {
                sum += alone(candidate, seconds);
            }
        }
        for (SharedLink link : links) {
            sum += behind(link, set, seconds);
        }
        return sum;
    }

    /// What relays behind a link take; where the receiver is behind it too, it fills the link by itself.
    private static double behind(SharedLink link, List<Candidate> set, double seconds) {
        if (link.receiver()) {
            return 0;
        }
        double together = 0;
        for (Candidate candidate : set) {
            together += link.relays().contains(candidate.address()) ? alone(candidate, seconds) : 0;
        }
        return Math.min(together, link.bytesPerSecond() * seconds);
    }

    private static double alone(Candidate candidate, double seconds) {
        return Math.min(candidate.expectedBytesPerSecond() * seconds, (double)
                candidate.claim().freeBytes());
    }
}
