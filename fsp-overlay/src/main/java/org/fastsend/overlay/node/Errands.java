package org.fastsend.overlay.node;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.query.BeamSearch;

/// What an inquiry has sent out, and how many probes that makes. Where the asker is itself a target it probes itself:
/// nobody can make such a time shorter than it is. Where others are, members are asked to measure. Not thread-safe.
final class Errands {
    /// Before the asker is placed it is only known how far a member can be: mostly it is that share of it.
    private static final float OF_MOST = 0.7f;

    private final Inquiry by;
    private final Query query;
    private final BeamSearch search;
    private final Opening opening;
    private final Visits visits;
    private final Inquiry.Reach reach;
    private final AskersShare share;
    private final int self;
    private int probes;
    /// Whether probes have to travel in sessions.
    private boolean isBlocked;

    /// @param self which target the asker is, -1 for none
    Errands(Inquiry by, Query query, int self, BeamSearch search, Opening opening, Visits visits, Inquiry.Reach reach) {
        this.by = by;
        this.query = query;
        this.self = self;
        this.search = search;
        this.opening = opening;
        this.visits = visits;
        this.reach = reach;
        share = new AskersShare(query.goals().size(), self);
    }

    /// How many probes it was so far, those that members were asked for among them.
    int probes() {
        return probes;
    }

    /// What the asker adds to what members measure.
    AskersShare share() {
        return share;
    }

    /// Whether the asker is a target, so that its own probes tell something.
    boolean isTarget() {
        return self >= 0;
    }

    /// Whether the asker's own probes are all that there is to measure.
    boolean isOnlyTarget() {
        return self >= 0 && query.goals().size() == 1;
    }

    /// Steps that are about members that were found, now or before.
    void send(List<Step> steps, long nowNanos) {
        for (Step step : steps) {
            probes += step.members().size();
            reach.send(step, nowNanos);
        }
    }

    /// A member to begin with: is it there, and whom does it know?
    void meet(Endpoint member, long nowNanos) {
        probes += self >= 0 ? 1 : 0;
        reach.send(Step.probe(by, member, Optional.empty(), Step.UNKNOWN_MILLIS), nowNanos);
        if (isOnlyTarget()) {
            reach.send(Step.introduce(by, member), nowNanos);
        }
    }

    /// The next member that the search is to know of.
    void ask(Contact member, long nowNanos) {
        if (self >= 0 && member.isPublic() && !isBlocked) {
            visit(member, nowNanos);
        } else {
            measure(member.endpoint(), Optional.of(member), Float.NaN, nowNanos);
        }
    }

    /// Measures a member, and has it name others meanwhile, told how far it may be.
    private void visit(Contact member, long nowNanos) {
        float expectedMillis = expectedMillis(member, self);
        probes++;
        reach.send(Step.probe(by, member.endpoint(), Optional.of(member), expectedMillis), nowNanos);
        if (isOnlyTarget()) {
            float toldMillis = search.isPlaced() ? expectedMillis : OF_MOST * expectedMillis;
            visits.begin(member, toldMillis);
            name(member, toldMillis, expectedMillis, nowNanos);
        }
    }

    /// Has a member name others.
    ///
    /// @param toldMillis how far it is told that it is
    /// @param expectedMillis how long the answer should take
    void name(Contact member, float toldMillis, float expectedMillis, long nowNanos) {
        reach.send(Step.name(by, member, toldMillis, expectedMillis), nowNanos);
    }

    /// Has a member measure what the asker cannot, and name others.
    ///
    /// @param hereMillis how far it is from the asker, NaN if that is not known
    void measure(Endpoint at, Optional<Contact> member, float hereMillis, long nowNanos) {
        float onward = 0;
        for (int goal = 0; goal < query.goals().size(); goal++) {
            if (goal != self || Float.isNaN(hereMillis)) {
                int target = goal;
                onward = Math.max(
                        onward, member.map(m -> expectedMillis(m, target)).orElse(Step.UNKNOWN_MILLIS));
                probes++;
            }
        }
        float there = Float.isNaN(hereMillis) ? Step.UNKNOWN_MILLIS : hereMillis;
        reach.send(Step.measure(by, at, member, hereMillis, there + onward), nowNanos);
    }

    /// Probes a member in the session that there is now, as datagrams do not get through to it.
    void reprobe(Step step, long nowNanos) {
        probes++;
        reach.send(Step.reprobe(by, step.at(), step.member()), nowNanos);
    }

    /// Datagrams get through to nobody: only sessions do.
    void blocked() {
        isBlocked = true;
    }

    /// What a step of the kind MEASURE or CONFIRM asks.
    Measure question(Step step, long nonce) {
        return step.kind() == Step.Kind.CONFIRM
                ? new Measure(nonce, Confirmation.places(step.members()), List.of(), List.of(), List.of(), 0)
                : search.measure(nonce, share.told(step.hereMillis()));
    }

    private float expectedMillis(Contact member, int goal) {
        return search.expectedMillis(member, goal)
                .or(() -> opening.mostMillis(member))
                .orElse(Step.UNKNOWN_MILLIS);
    }
}
