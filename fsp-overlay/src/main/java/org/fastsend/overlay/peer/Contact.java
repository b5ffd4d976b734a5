package org.fastsend.overlay.peer;

import java.nio.ByteBuffer;
import java.util.List;

/// A member as it describes itself; others pass it on unchanged.
///
/// @param id the first 64 bits of the hash of its key; never 0
/// @param operator a hash of whoever answers for it; 0 if nobody says
/// @param incarnation grows each time it contradicts a rumour of its death or moves; the higher one counts
/// @param rendezvous where it can be reached through others, at most two; none if it is public
public record Contact(
        long id,
        Endpoint endpoint,
        int operator,
        int incarnation,
        Reach reach,
        List<Endpoint> rendezvous,
        Coordinate coordinate,
        Offer offer) {
    public static final int MAX_RENDEZVOUS = 2;

    public Contact {
        rendezvous = List.copyOf(rendezvous);
        if (id == 0 || incarnation < 0 || rendezvous.size() > MAX_RENDEZVOUS) {
            throw new IllegalArgumentException("no contact");
        }
    }

    /// A public member that has not measured anything yet.
    public static Contact of(long id, Endpoint endpoint, int operator) {
        return new Contact(id, endpoint, operator, 0, Reach.PUBLIC, List.of(), Coordinate.UNKNOWN, Offer.UNKNOWN);
    }

    /// The id of the holder of a key.
    public static long idOf(byte[] keyHash) {
        long id = ByteBuffer.wrap(keyHash).getLong();
        return id == 0 ? 1 : id;
    }

    public boolean isPublic() {
        return reach == Reach.PUBLIC;
    }

    public Contact at(Coordinate now) {
        return new Contact(id, endpoint, operator, incarnation, reach, rendezvous, now, offer);
    }

    public Contact offering(Offer now) {
        return new Contact(id, endpoint, operator, incarnation, reach, rendezvous, coordinate, now);
    }

    public Contact incarnate(int now) {
        return new Contact(id, endpoint, operator, now, reach, rendezvous, coordinate, offer);
    }

    /// The incarnation behind that one; the last has none.
    public static int nextIncarnation(int incarnation) {
        return incarnation == Integer.MAX_VALUE ? incarnation : incarnation + 1;
    }

    public Contact reachedBy(Reach how, List<Endpoint> through) {
        return new Contact(id, endpoint, operator, incarnation, how, through, coordinate, offer);
    }

    public Contact seenAt(Endpoint where) {
        return new Contact(id, where, operator, incarnation, reach, rendezvous, coordinate, offer);
    }
}
