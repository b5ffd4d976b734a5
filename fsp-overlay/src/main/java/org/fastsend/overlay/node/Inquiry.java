package org.fastsend.overlay.node;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.query.BeamSearch;
import org.fastsend.overlay.ring.Caps;

/// One query of an asker on its way. What its search wants to know is found out by probes of the asker's own where the
/// asker is itself a target: nobody can make such a time shorter than it is. Where others are targets, members are
/// asked to measure. Not thread-safe.
final class Inquiry {
    private static final int CLOSEST_BUDGET = 100;
    private static final int BUDGET_PER_WANTED = 2;
    /// For each target: what is near to several is not near to where one would look for one of them.
    private static final int BUDGET_PER_CONSTRAINT = 160;

    /// How an inquiry reaches members; what comes of it is handed back to it.
    interface Reach {
        void send(Step step, long nowNanos);
    }

    private final long number;
    private final Query query;
    private final BeamSearch search;
    private final Finals finals;
    private final Visits visits;
    private final Reach reach;
    private final AskersShare share;
    private final int self;
    private Recall recall;
    private Opening opening;
    private int probes;
    private boolean searched;
    /// Whether probes have to travel in sessions.
    private boolean isBlocked;
    private boolean done;
    private boolean told;

    Inquiry(long number, Query query, Caps caps, Reach reach) {
        this.number = number;
        this.query = query;
        this.reach = reach;
        self = query.targets().indexOf(Endpoint.SELF);
        share = new AskersShare(query.goals().size(), self);
        recall = new Recall(query, List.of());
        int base = query.kind() == Query.Kind.CONSTRAINTS
                ? BUDGET_PER_CONSTRAINT * query.goals().size()
                : CLOSEST_BUDGET;
        search = new BeamSearch(query, base + BUDGET_PER_WANTED * (query.wanted() - 1));
        opening = new Opening(List.of(), search);
        visits = new Visits(search);
        finals = new Finals(query, self, caps, search);
    }

    /// Whether no answer is waited for any more.
    boolean isOver() {
        return done;
    }

    /// Whether to ask again what was not answered.
    boolean insistsOn(Step step) {
        return step.hasTriesLeft() && !done;
    }

    Query query() {
        return query;
    }

    /// First it is tried whether what was found before still holds.
    ///
    /// @param before by the same question; empty for nothing
    /// @param hosts members to begin with
    void begin(List<Ranked> before, List<Endpoint> hosts, long nowNanos) {
        opening = new Opening(hosts, search);
        recall = new Recall(query, before);
        List<Step> steps = recall.steps(this);
        for (Step step : steps) {
            probes++;
            reach.send(step, nowNanos);
        }
        if (steps.isEmpty()) {
            begin(nowNanos);
        }
    }

    /// What was found before may be enough, or nothing any more.
    private void recalled(boolean hadFailed, long nowNanos) {
        if (recall.hasFailed() && !hadFailed) {
            begin(nowNanos);
        }
        done |= recall.found().isPresent();
    }

    /// Members to begin with are probed: which of them are there?
    private void begin(long nowNanos) {
        done = opening.hasFailed();
        for (Endpoint member : opening.members()) {
            probes += self >= 0 ? 1 : 0;
            reach.send(Step.probe(this, member, Optional.empty(), Step.UNKNOWN_MILLIS), nowNanos);
            if (isOnlyTarget()) {
                reach.send(Step.introduce(this, member), nowNanos);
            }
        }
    }

    /// Whether the asker's own probes are all that there is to measure.
    private boolean isOnlyTarget() {
        return self >= 0 && query.goals().size() == 1;
    }

    private void go(long nowNanos) {
        if (searched) {
            return;
        }
        for (var next = search.poll(); next.isPresent(); next = search.poll()) {
            Contact member = next.get();
            if (self >= 0 && member.isPublic() && !isBlocked) {
                visit(member, nowNanos);
            } else {
                measure(member.endpoint(), next, Float.NaN, nowNanos);
            }
        }
        if (search.isDone() || search.wantsCheck()) {
            searched = true;
            confirm(nowNanos);
        }
    }

    /// Measures a member, and has it name others meanwhile if it can be told enough.
    private void visit(Contact member, long nowNanos) {
        float expectedMillis = expectedMillis(member, self);
        probes++;
        reach.send(Step.probe(this, member.endpoint(), Optional.of(member), expectedMillis), nowNanos);
        if (search.isPlaced() && isOnlyTarget()) {
            visits.begin(member, expectedMillis);
            reach.send(Step.name(this, member, expectedMillis), nowNanos);
        }
    }

    /// Has a member measure what the asker cannot, and name others.
    private void measure(Endpoint at, Optional<Contact> member, float hereMillis, long nowNanos) {
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
        reach.send(Step.measure(this, at, member, hereMillis, there + onward), nowNanos);
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

    /// A member has answered a probe.
    void probed(Step step, float rttMillis, long nowNanos) {
        if (step.kind() == Step.Kind.RECALL) {
            boolean hadFailed = recall.hasFailed();
            step.member().ifPresent(member -> recall.probed(member, step.expectedMillis(), rttMillis));
            recalled(hadFailed, nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.VERIFY) {
            Optional<Step> again = finals.probed(step, rttMillis);
            again.ifPresent(next -> {
                probes++;
                reach.send(next, nowNanos);
            });
            confirmed(nowNanos);
            return;
        }
        isBlocked |= step.kind() == Step.Kind.REPROBE;
        if (step.kind() == Step.Kind.PROBE && step.member().isEmpty() && isOnlyTarget()) {
            opened(opening.measured(step.at(), rttMillis), nowNanos);
            return;
        }
        boolean complete = step.member().isPresent() && query.goals().size() == 1;
        if (complete) {
            search.handleTimes(step.id(), List.of(rttMillis), List.of(true));
        }
        if (complete && !search.wantsNamesOf(step.id())) {
            search.handleNamed(step.id(), List.of());
        } else if (!visits.measured(step.id(), rttMillis)) {
            measure(step.at(), step.member(), rttMillis, nowNanos);
        }
        go(nowNanos);
    }

    /// A member has measured, and named others.
    void measured(Step step, long from, Measured answer, long nowNanos) {
        if (step.kind() == Step.Kind.CONFIRM) {
            finals.measured(step, answer.rttMillis());
            confirmed(nowNanos);
            return;
        }
        if (answer.rttMillis().size() != query.goals().size()) {
            silent(step, nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.INTRODUCE) {
            search.seenAt(answer.seenAt());
            opened(opening.introduced(step.at(), from, answer.candidates()), nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.NAME) {
            search.handlePlace(step.id(), answer.at());
            visits.named(step.id(), answer.candidates());
            go(nowNanos);
            return;
        }
        List<Float> times = share.times(answer.rttMillis(), step.hereMillis());
        List<Boolean> certain = share.certain(step.hereMillis());
        search.seenAt(answer.seenAt());
        if (self >= 0 && !certain.get(self) && step.isOfPublic()) {
            // Datagrams do not get through to it; but now there is a session, which can carry a probe.
            probes++;
            reach.send(Step.reprobe(this, step.at(), step.member()), nowNanos);
            return;
        }
        if (step.member().isPresent()) {
            search.handlePlace(step.id(), answer.at());
            search.handleTimes(step.id(), times, certain);
            search.handleNamed(step.id(), answer.candidates());
        } else {
            opening.answered(step.at(), step.hereMillis(), from, times, certain, answer.candidates());
            done |= opening.hasFailed();
        }
        go(nowNanos);
    }

    /// A member to begin with has come nearer, or will not.
    private void opened(Optional<Opening.Misled> again, long nowNanos) {
        again.ifPresent(misled -> reach.send(Step.name(this, misled.member(), misled.rttMillis()), nowNanos));
        done |= opening.hasFailed();
        go(nowNanos);
    }

    /// It should have answered by now; it is asked again.
    void late(Step step, long nowNanos) {
        // Names cannot be late before the measurement is, which shows how far it really is.
        boolean tooSoon = step.kind() == Step.Kind.NAME && !visits.isMeasured(step.id());
        if (!step.isLast() && step.kind() != Step.Kind.RECALL && !tooSoon) {
            search.handleLate(step.id());
            go(nowNanos);
        }
    }

    /// No answer has come.
    void silent(Step step, long nowNanos) {
        if (step.kind() == Step.Kind.RECALL) {
            boolean hadFailed = recall.hasFailed();
            recall.silent();
            recalled(hadFailed, nowNanos);
            return;
        }
        if (step.isLast()) {
            finals.silent(step);
            confirmed(nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.NAME) {
            visits.named(step.id(), List.of());
        } else if (step.member().isPresent()) {
            search.handleSilent(step.id());
            search.handleNamed(step.id(), List.of());
        } else if (step.kind() == Step.Kind.INTRODUCE) {
            opening.introduced(step.at(), 0, List.of());
            done |= opening.hasFailed();
        } else if (step.kind() == Step.Kind.PROBE) {
            // Probes may not get through where sessions do.
            measure(step.at(), step.member(), Float.NaN, nowNanos);
        } else {
            opening.ended();
            done |= opening.hasFailed();
        }
        go(nowNanos);
    }

    /// Has those who were found measured again, unless the best of them have been.
    private void confirm(long nowNanos) {
        search.checked();
        List<Step> steps = finals.next(this);
        if (steps.isEmpty() && !search.isDone()) {
            searched = false;
            go(nowNanos);
            return;
        }
        done |= steps.isEmpty();
        for (Step step : steps) {
            probes += step.members().size();
            reach.send(step, nowNanos);
        }
    }

    /// What comes of it may be that somebody else is better.
    private void confirmed(long nowNanos) {
        if (finals.conclude()) {
            searched = false;
            go(nowNanos);
        }
    }

    /// Whether the answer is an earlier one that still holds.
    boolean isRecalled() {
        return recall.found().isPresent();
    }

    /// What was found, once.
    Optional<Answered> answer() {
        if (!done || told) {
            return Optional.empty();
        }
        told = true;
        return Optional.of(
                new Answered(number, recall.found().orElseGet(finals::best), new QueryCost(probes, search.hops())));
    }
}
