package org.fastsend.overlay.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.query.BeamSearch;

/// The members that an inquiry begins with, of which it only knows where they may be. Any one that is there is enough.
/// An asker that is the only target measures them while they introduce themselves and others. Not thread-safe.
final class Opening {
    /// They do not know yet how far the asker is, and name others as if it were so far.
    static final float TYPICAL_MILLIS = 100;
    /// That is so far off, as a share of what was measured, that it is worth asking again.
    private static final float TOLERANCE = 0.6f;

    private final List<Endpoint> members;
    private final BeamSearch search;
    private final Map<Endpoint, Meeting> meetings = new HashMap<>();
    private Optional<Contact> first = Optional.empty();
    private float firstMillis;
    private boolean begun;
    private int outstanding;

    /// @param search what members name is for it
    Opening(List<Endpoint> members, BeamSearch search) {
        this.members = List.copyOf(members);
        this.search = search;
        outstanding = members.size();
    }

    /// What came from one of them so far.
    private static final class Meeting {
        private float rttMillis = Float.NaN;
        private Optional<Introduction> introduction = Optional.empty();
    }

    private record Introduction(long from, List<Candidate> named) {}

    /// A member that named others as if the asker were where it is not.
    record Misled(Contact member, float rttMillis) {}

    /// It begins: these are to be met.
    List<Endpoint> begin() {
        begun = true;
        return members;
    }

    /// The asker, which is the only target, has measured one of them. Returns it if it named others for another place.
    Optional<Misled> measured(Endpoint at, float rttMillis, long nowNanos) {
        Meeting meeting = meetings.computeIfAbsent(at, there -> new Meeting());
        meeting.rttMillis = rttMillis;
        return endIfBoth(at, meeting, nowNanos);
    }

    /// One of them has named itself and others, before it was told how far the asker is. Returns it if that was for
    /// another place.
    ///
    /// @param named nobody if it did not answer
    Optional<Misled> introduced(Endpoint at, long from, List<Candidate> named, long nowNanos) {
        Meeting meeting = meetings.computeIfAbsent(at, there -> new Meeting());
        meeting.introduction = Optional.of(new Introduction(from, named));
        return endIfBoth(at, meeting, nowNanos);
    }

    private Optional<Misled> endIfBoth(Endpoint at, Meeting meeting, long nowNanos) {
        float rtt = meeting.rttMillis;
        if (Float.isNaN(rtt) || meeting.introduction.isEmpty()) {
            return Optional.empty();
        }
        Introduction from = meeting.introduction.get();
        return answered(at, rtt, from.from(), List.of(rtt), List.of(true), from.named(), nowNanos)
                .filter(member -> Math.abs(rtt - TYPICAL_MILLIS) > TOLERANCE * rtt)
                .map(member -> new Misled(member, rtt));
    }

    /// One of them is there and has named itself first, or has named nobody. Returns who it is.
    ///
    /// @param hereMillis how far it is from the asker, NaN if that is not known
    /// @param certain which of the times the asker has measured itself
    Optional<Contact> answered(
            Endpoint at,
            float hereMillis,
            long from,
            List<Float> rttMillis,
            List<Boolean> certain,
            List<Candidate> named,
            long nowNanos) {
        ended();
        if (named.isEmpty() || named.getFirst().contact().id() != from) {
            return Optional.empty();
        }
        Contact member = named.getFirst().contact().seenAt(at);
        if (first.isEmpty()) {
            first = Optional.of(member);
            firstMillis = Float.isNaN(hereMillis) ? Step.UNKNOWN_MILLIS : hereMillis;
        }
        search.open(member, rttMillis, certain, named.subList(1, named.size()), nowNanos);
        return Optional.of(member);
    }

    /// One of them has answered, whatever, or will not.
    void ended() {
        outstanding--;
    }

    /// Whether none of them is there.
    boolean hasFailed() {
        return begun && outstanding == 0 && first.isEmpty();
    }

    /// How far a member can be from the asker; empty while none of them has answered.
    Optional<Float> mostMillis(Contact member) {
        return first.map(known -> firstMillis + known.coordinate().millisTo(member.coordinate()));
    }
}
