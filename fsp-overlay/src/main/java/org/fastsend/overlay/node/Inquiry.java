package org.fastsend.overlay.node;

import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.query.BeamSearch;

/// One query of an asker on its way: what was found before is tried first, then members to begin with are met, then the
/// search has members asked, and who it found is measured again. Digests what comes back; what goes out are its
/// [Errands]. Not thread-safe.
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
    private final Recall recall;
    private final Opening opening;
    private final Errands errands;
    private long deadlineNanos = Long.MAX_VALUE;
    private boolean searched;
    private boolean done;
    private boolean told;

    /// @param before what was found by the same question; empty for nothing
    /// @param hosts members to begin with
    Inquiry(long number, Query query, Caps caps, List<Ranked> before, List<Endpoint> hosts, Reach reach) {
        this.number = number;
        this.query = query;
        int self = query.targets().indexOf(Endpoint.SELF);
        int base = query.kind() == Query.Kind.CONSTRAINTS
                ? BUDGET_PER_CONSTRAINT * query.goals().size()
                : CLOSEST_BUDGET;
        search = new BeamSearch(query, base + BUDGET_PER_WANTED * (query.wanted() - 1));
        recall = new Recall(query, before);
        opening = new Opening(hosts, search);
        visits = new Visits(search);
        finals = new Finals(query, self, caps, search);
        errands = new Errands(this, query, self, search, opening, visits, reach);
    }

    /// Whether no answer is waited for any more.
    boolean isOver() {
        return done || opening.hasFailed() || isRecalled();
    }

    /// When [#handleTimeout] wants to be called; `Long.MAX_VALUE` for never.
    long nextDeadlineNanos() {
        return searched || isOver() ? Long.MAX_VALUE : deadlineNanos;
    }

    /// Somebody may have been waited for long enough.
    void handleTimeout(long nowNanos) {
        go(nowNanos);
    }

    /// Whether to ask again what was not answered.
    boolean insistsOn(Step step) {
        return step.hasTriesLeft() && !isOver();
    }

    Query query() {
        return query;
    }

    /// What a step asks that is a question.
    Measure question(Step step, long nonce) {
        return errands.question(step, nonce);
    }

    /// First it is tried whether what was found before still holds.
    void begin(long nowNanos) {
        List<Step> steps = recall.steps(this);
        errands.send(steps, nowNanos);
        if (steps.isEmpty()) {
            open(nowNanos);
        }
    }

    /// Members to begin with are probed: which of them are there?
    private void open(long nowNanos) {
        for (Endpoint member : opening.begin()) {
            errands.meet(member, nowNanos);
        }
    }

    private void go(long nowNanos) {
        if (searched) {
            return;
        }
        for (var next = search.poll(nowNanos); next.isPresent(); next = search.poll(nowNanos)) {
            errands.ask(next.get(), nowNanos);
        }
        if (search.isDone(nowNanos) || search.wantsCheck()) {
            searched = true;
            confirm(nowNanos);
        }
        deadlineNanos = search.nextDeadlineNanos(nowNanos);
    }

    /// A member has answered a probe.
    void probed(Step step, float rttMillis, long nowNanos) {
        if (step.kind() == Step.Kind.RECALL) {
            boolean fails = step.member()
                    .map(member -> recall.probed(member, step.expectedMillis(), rttMillis))
                    .orElse(false);
            if (fails) {
                open(nowNanos);
            }
            return;
        }
        if (step.kind() == Step.Kind.VERIFY) {
            errands.send(finals.probed(step, rttMillis).stream().toList(), nowNanos);
            confirmed(nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.REPROBE) {
            errands.blocked();
        }
        if (step.kind() == Step.Kind.PROBE && step.member().isEmpty() && errands.isOnlyTarget()) {
            opened(opening.measured(step.at(), rttMillis, nowNanos), nowNanos);
            return;
        }
        boolean complete = step.member().isPresent() && query.goals().size() == 1;
        if (complete) {
            search.handleTimes(step.id(), List.of(rttMillis), List.of(true));
        }
        if (complete && !search.wantsNamesOf(step.id())) {
            search.handleNamed(step.id(), List.of());
        } else if (!visits.measured(step.id(), rttMillis)) {
            errands.measure(step.at(), step.member(), rttMillis, nowNanos);
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
            opened(opening.introduced(step.at(), from, answer.candidates(), nowNanos), nowNanos);
            return;
        }
        if (step.kind() == Step.Kind.NAME) {
            search.handlePlace(step.id(), answer.at(), nowNanos);
            visits.named(step.id(), answer.candidates());
            go(nowNanos);
            return;
        }
        search.seenAt(answer.seenAt());
        if (errands.isTarget() && Float.isNaN(step.hereMillis()) && step.isOfPublic()) {
            // Datagrams do not get through to it; but now there is a session, which can carry a probe.
            errands.reprobe(step, nowNanos);
            return;
        }
        List<Float> times = errands.share().times(answer.rttMillis(), step.hereMillis());
        List<Boolean> certain = errands.share().certain(step.hereMillis());
        if (step.member().isPresent()) {
            search.handlePlace(step.id(), answer.at(), nowNanos);
            search.handleTimes(step.id(), times, certain);
            search.handleNamed(step.id(), answer.candidates());
        } else {
            opening.answered(step.at(), step.hereMillis(), from, times, certain, answer.candidates(), nowNanos);
        }
        go(nowNanos);
    }

    /// A member to begin with has come nearer, or will not.
    private void opened(Optional<Opening.Misled> again, long nowNanos) {
        again.ifPresent(misled -> errands.name(misled.member(), misled.rttMillis(), misled.rttMillis(), nowNanos));
        go(nowNanos);
    }

    /// It should have answered by now; it is asked again.
    void late(Step step, long nowNanos) {
        // Names cannot be late before the measurement is, which shows how far it really is.
        boolean tooSoon = step.kind() == Step.Kind.NAME && !visits.isMeasured(step.id());
        if (!step.isLast() && step.kind() != Step.Kind.RECALL && !tooSoon) {
            search.handleLate(step.id(), nowNanos);
            go(nowNanos);
        }
    }

    /// No answer has come.
    void silent(Step step, long nowNanos) {
        if (step.kind() == Step.Kind.RECALL) {
            if (recall.silent()) {
                open(nowNanos);
            }
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
            opening.introduced(step.at(), 0, List.of(), nowNanos);
        } else if (step.kind() == Step.Kind.PROBE) {
            // Probes may not get through where sessions do.
            errands.measure(step.at(), step.member(), Float.NaN, nowNanos);
        } else {
            opening.ended();
        }
        go(nowNanos);
    }

    /// Has those who were found measured again, unless the best of them have been.
    private void confirm(long nowNanos) {
        search.checked();
        List<Step> steps = finals.next(this);
        if (steps.isEmpty() && !search.isDone(nowNanos)) {
            searched = false;
            go(nowNanos);
            return;
        }
        done |= steps.isEmpty();
        errands.send(steps, nowNanos);
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
        if (!isOver() || told) {
            return Optional.empty();
        }
        told = true;
        return Optional.of(new Answered(
                number, recall.found().orElseGet(finals::best), new QueryCost(errands.probes(), search.hops())));
    }
}
