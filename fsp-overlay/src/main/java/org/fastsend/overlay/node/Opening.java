package org.fastsend.overlay.node;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;

/// The members that an inquiry begins with, of which it only knows where they may be. Any one that is there is enough.
/// Not thread-safe.
final class Opening {
    private final List<Endpoint> members;
    private Optional<Contact> first = Optional.empty();
    private float firstMillis;
    private int outstanding;

    Opening(List<Endpoint> members) {
        this.members = List.copyOf(members);
        outstanding = members.size();
    }

    List<Endpoint> members() {
        return members;
    }

    /// One of them is there.
    ///
    /// @param rttMillis how far it is from the asker, NaN if that is not known
    void answered(Contact member, float rttMillis) {
        if (first.isEmpty()) {
            first = Optional.of(member);
            firstMillis = Float.isNaN(rttMillis) ? Step.UNKNOWN_MILLIS : rttMillis;
        }
    }

    /// One of them has answered, whatever, or will not.
    void ended() {
        outstanding--;
    }

    /// Whether none of them is there.
    boolean hasFailed() {
        return outstanding == 0 && first.isEmpty();
    }

    /// How far a member can be from the asker; empty while none of them has answered.
    Optional<Float> mostMillis(Contact member) {
        return first.map(known -> firstMillis + known.coordinate().millisTo(member.coordinate()));
    }
}
