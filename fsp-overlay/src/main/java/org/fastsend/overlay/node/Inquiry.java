package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fastsend.overlay.message.Candidate;
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
    private static final int CONSTRAINTS_BUDGET = 120;
    private static final float UNKNOWN_MILLIS = 300;

    /// How an inquiry reaches members; what comes of it is handed back to it.
    interface Reach {
        void send(Step step, long nowNanos);
    }

    /// What an inquiry waits for.
    ///
    /// @param by the inquiry
    /// @param at where it was asked
    /// @param member who was asked; empty for one that the inquiry begins with
    /// @param hereMillis how far it is from the asker, NaN if that is not known
    /// @param expectedMillis how long the answer should take
    /// @param attempt from 0
    record Step(
            Inquiry by,
            Kind kind,
            Endpoint at,
            Optional<Contact> member,
            float hereMillis,
            float expectedMillis,
            int attempt) {
        enum Kind {
            /// The asker measures a member.
            PROBE,
            /// A member measures others, and names some.
            MEASURE,
            /// The asker measures a member that it could not before.
            VERIFY
        }

        Step again() {
            return new Step(by, kind, at, member, hereMillis, expectedMillis, attempt + 1);
        }

        long id() {
            return member.map(Contact::id).orElse(0L);
        }
    }

    private final long number;
    private final Query query;
    private final Caps caps;
    private final BeamSearch search;
    private final Reach reach;
    private final int self;
    private final Map<Long, Ranked> finalists = new TreeMap<>();
    private Optional<Contact> opener = Optional.empty();
    private float openerMillis;
    private int opening;
    private int verifying;
    private int probes;
    private boolean searched;
    private boolean done;
    private boolean told;

    Inquiry(long number, Query query, Caps caps, Reach reach) {
        this.number = number;
        this.query = query;
        this.caps = caps;
        this.reach = reach;
        self = query.targets().indexOf(Endpoint.SELF);
        int base = query.kind() == Query.Kind.CONSTRAINTS ? CONSTRAINTS_BUDGET : CLOSEST_BUDGET;
        search = new BeamSearch(query, base + BUDGET_PER_WANTED * (query.wanted() - 1));
    }

    /// Whether an answer to that would come too late.
    boolean isOver(Step step) {
        return done || (searched && step.kind() != Step.Kind.VERIFY);
    }

    /// Members to begin with are probed: which of them are there?
    void begin(List<Endpoint> members, long nowNanos) {
        opening = members.size();
        done = members.isEmpty();
        for (Endpoint member : members) {
            probes += self >= 0 ? 1 : 0;
            reach.send(
                    new Step(this, Step.Kind.PROBE, member, Optional.empty(), Float.NaN, UNKNOWN_MILLIS, 0), nowNanos);
        }
    }

    private void go(long nowNanos) {
        if (searched) {
            return;
        }
        for (var next = search.poll(); next.isPresent(); next = search.poll()) {
            Contact member = next.get();
            if (self >= 0 && member.isPublic()) {
                probes++;
                reach.send(
                        new Step(
                                this,
                                Step.Kind.PROBE,
                                member.endpoint(),
                                next,
                                Float.NaN,
                                expectedMillis(member, self),
                                0),
                        nowNanos);
            } else {
                measure(member.endpoint(), next, Float.NaN, nowNanos);
            }
        }
        if (search.isDone()) {
            searched = true;
            verify(nowNanos);
        }
    }

    /// Has a member measure what the asker cannot, and name others.
    private void measure(Endpoint at, Optional<Contact> member, float hereMillis, long nowNanos) {
        float onward = 0;
        for (int goal = 0; goal < query.goals().size(); goal++) {
            if (goal != self || Float.isNaN(hereMillis)) {
                int target = goal;
                onward = Math.max(
                        onward, member.map(m -> expectedMillis(m, target)).orElse(UNKNOWN_MILLIS));
                probes++;
            }
        }
        float there = Float.isNaN(hereMillis) ? UNKNOWN_MILLIS : hereMillis;
        reach.send(new Step(this, Step.Kind.MEASURE, at, member, hereMillis, there + onward, 0), nowNanos);
    }

    /// What a step of the kind MEASURE asks.
    Measure question(Step step, long nonce) {
        return search.measure(nonce, told(step.hereMillis()));
    }

    private List<Float> told(float hereMillis) {
        List<Float> told = new ArrayList<>(Collections.nCopies(query.goals().size(), Float.NaN));
        if (self >= 0) {
            told.set(self, hereMillis);
        }
        return told;
    }

    private float expectedMillis(Contact member, int goal) {
        return search.expectedMillis(member, goal)
                .or(() -> opener.map(o -> openerMillis + o.coordinate().millisTo(member.coordinate())))
                .orElse(UNKNOWN_MILLIS);
    }

    /// A member has answered a probe.
    void probed(Step step, float rttMillis, long nowNanos) {
        if (step.kind() == Step.Kind.VERIFY) {
            Ranked claimed = finalists.get(step.id());
            if (claimed != null) {
                List<Float> times = new ArrayList<>(claimed.rttMillis());
                times.set(self, Math.max(times.get(self), rttMillis));
                finalists.put(step.id(), new Ranked(claimed.contact(), times));
            }
            verified();
            return;
        }
        boolean complete = step.member().isPresent() && query.goals().size() == 1;
        if (complete) {
            search.handleTimes(step.id(), List.of(rttMillis), true);
        }
        if (!complete || search.wantsNamesOf(step.id())) {
            measure(step.at(), step.member(), rttMillis, nowNanos);
        } else {
            search.handleNamed(step.id(), List.of());
        }
        go(nowNanos);
    }

    /// A member has measured, and named others.
    void measured(Step step, long from, Measured answer, long nowNanos) {
        if (answer.rttMillis().size() != query.goals().size()) {
            silent(step, nowNanos);
            return;
        }
        List<Float> times = new ArrayList<>(answer.rttMillis());
        boolean own = self >= 0 && !Float.isNaN(step.hereMillis());
        if (own) {
            times.set(self, step.hereMillis());
        }
        boolean certain = own && times.size() == 1;
        search.seenAt(answer.seenAt());
        if (step.member().isPresent()) {
            search.handlePlace(step.id(), answer.at());
            search.handleTimes(step.id(), times, certain);
            search.handleNamed(step.id(), answer.candidates());
        } else {
            open(step, from, times, certain, answer.candidates());
        }
        go(nowNanos);
    }

    /// A member that the inquiry begins with names itself first.
    private void open(Step step, long from, List<Float> times, boolean certain, List<Candidate> named) {
        opening--;
        if (!named.isEmpty() && named.getFirst().contact().id() == from) {
            Contact member = named.getFirst().contact().seenAt(step.at());
            if (opener.isEmpty()) {
                opener = Optional.of(member);
                openerMillis = Float.isNaN(step.hereMillis()) ? UNKNOWN_MILLIS : step.hereMillis();
            }
            search.open(member, times, certain, named.subList(1, named.size()));
        }
        endIfNobodyIsThere();
    }

    private void endIfNobodyIsThere() {
        done |= opening == 0 && opener.isEmpty();
    }

    /// It should have answered by now; it is asked again.
    void late(Step step, long nowNanos) {
        search.handleLate(step.id());
        go(nowNanos);
    }

    /// No answer has come.
    void silent(Step step, long nowNanos) {
        if (step.kind() == Step.Kind.VERIFY) {
            // A finalist that does not answer is none.
            finalists.remove(step.id());
            verified();
            return;
        }
        if (step.member().isPresent()) {
            search.handleSilent(step.id());
            search.handleNamed(step.id(), List.of());
        } else if (step.kind() == Step.Kind.PROBE) {
            // Probes may not get through where sessions do.
            measure(step.at(), step.member(), Float.NaN, nowNanos);
        } else {
            opening--;
            endIfNobodyIsThere();
        }
        go(nowNanos);
    }

    /// Members that the asker could not probe before have opened their NAT towards it by now.
    private void verify(long nowNanos) {
        for (Ranked ranked : search.result(caps)) {
            Contact member = ranked.contact();
            finalists.put(member.id(), ranked);
            if (self >= 0 && !member.isPublic()) {
                verifying++;
                probes++;
                float claimed = ranked.rttMillis().get(self);
                reach.send(
                        new Step(this, Step.Kind.VERIFY, member.endpoint(), Optional.of(member), Float.NaN, claimed, 0),
                        nowNanos);
            }
        }
        done = verifying == 0;
    }

    private void verified() {
        verifying--;
        done = verifying == 0;
    }

    /// What was found, once.
    Optional<Answered> answer() {
        if (!done || told) {
            return Optional.empty();
        }
        told = true;
        List<Ranked> ranked = finalists.values().stream()
                .sorted(Comparator.<Ranked>comparingDouble(r -> query.scoreMillis(r.times()))
                        .thenComparingLong(r -> r.contact().id()))
                .limit(query.wanted())
                .toList();
        return Optional.of(new Answered(number, ranked, new QueryCost(probes, search.hops())));
    }
}
