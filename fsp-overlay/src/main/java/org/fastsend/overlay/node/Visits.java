package org.fastsend.overlay.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.query.BeamSearch;

/// Members that are asked for names while they are measured, each told how far it should be. Mostly it is about so far,
/// and a round trip was saved; if it is not, what it names suits another place, and it has to be asked again. As many
/// as an inquiry has asked; not thread-safe.
final class Visits {
    /// How far off a forecast may be, as a share of what was measured, and so much besides: names from afar are a
    /// direction only; those next to what was found decide.
    private static final float TOLERANCE = 0.6f;

    private static final float TOLERANCE_AMONG_BEST = 0.1f;
    private static final float TOLERANCE_MILLIS = 2;

    private final BeamSearch search;
    private final Map<Long, Visit> visits = new HashMap<>();

    private static final class Visit {
        private final float toldMillis;
        private boolean measured;
        private boolean named;

        private Visit(float toldMillis) {
            this.toldMillis = toldMillis;
        }
    }

    /// @param search what members name is for it
    Visits(BeamSearch search) {
        this.search = search;
    }

    void begin(Contact member, float toldMillis) {
        visits.put(member.id(), new Visit(toldMillis));
    }

    /// A member was measured, as the search knows: returns whether the names are good that it gives, or has given.
    /// Otherwise the visit is over, as if there had been none.
    boolean measured(long id, float rttMillis) {
        Visit visit = visits.get(id);
        if (visit == null) {
            return false;
        }
        float tolerance = search.isAmongBest(id) ? TOLERANCE_AMONG_BEST : TOLERANCE;
        if (Math.abs(rttMillis - visit.toldMillis) > tolerance * rttMillis + TOLERANCE_MILLIS) {
            visits.remove(id);
            return false;
        }
        visit.measured = true;
        endIfBoth(id, visit);
        return true;
    }

    /// Whether a member that is still to name some was measured, and lies as expected.
    boolean isMeasured(long id) {
        Visit visit = visits.get(id);
        return visit != null && visit.measured;
    }

    /// A member has named some, or will not.
    void named(long id, List<Candidate> names) {
        search.handleSomeNamed(id, names);
        Visit visit = visits.get(id);
        if (visit != null) {
            visit.named = true;
            endIfBoth(id, visit);
        }
    }

    private void endIfBoth(long id, Visit visit) {
        if (visit.measured && visit.named) {
            visits.remove(id);
            search.handleNamed(id, List.of());
        }
    }
}
