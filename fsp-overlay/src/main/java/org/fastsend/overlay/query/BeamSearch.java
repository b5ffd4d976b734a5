package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.diversity.MaxMin;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.probe.Fit;
import org.fastsend.overlay.probe.Sighting;
import org.fastsend.overlay.ring.Caps;
import org.fastsend.overlay.ring.RingMember;

/// One query of the FSP overlay, on the member that answers it. A few members that lie apart measure the targets first;
/// that places the targets. From then on whoever should lie best is asked to measure and to name others, several at a
/// time, until nobody is left who could beat what was found, or the budget is spent. Coordinates only decide whom to
/// ask; what counts is measured. Sans-IO, not thread-safe.
public final class BeamSearch {
    private static final int LANDMARKS = 5;
    private static final int DESCENT_WIDTH = 3;
    private static final int SWEEP_WIDTH = 8;
    /// A prospect that promises less than that share of the best found is a step down, not a neighbour.
    private static final double DESCENT = 0.6;

    private static final int FIRST_ROUNDS = 100;
    private static final int REFIT_ROUNDS = 20;
    private static final int NAMED = 12;

    /// One in so many is asked in the hope that it shares a site with a target.
    private static final int HOPEFUL_EVERY = 3;

    /// That hope is worth a probe if it promises that share of what was found.
    private static final double HOPE = 0.5;

    /// How much better than predicted a prospect may be: at least, and at most, however bad the predictions were so
    /// far.
    private static final double LEAST_DOUBT = 0.15;

    private static final double MOST_DOUBT = 0.5;

    /// Reporters that are so many times farther from the target than the nearest one say nothing.
    private static final double FAR_REPORTER = 2;

    private final Query query;
    private final Contact self;
    private final int budget;
    private final Caps caps;
    private final Map<Long, Prospect> prospects = new LinkedHashMap<>();
    private final List<Contact> landmarks = new ArrayList<>();
    private final List<Prospect> measured = new ArrayList<>();
    private List<Coordinate> guess = List.of();
    private int outstanding;
    private int asked;
    private int probes;

    /// @param budget members that may be asked
    public BeamSearch(Query query, Contact self, Iterable<RingMember> known, int budget, Caps caps) {
        this.query = query;
        this.self = self;
        this.budget = budget;
        this.caps = caps;
        Prospect here = prospect(self);
        for (RingMember member : known) {
            if (!member.isSuspect()) {
                prospect(member.contact()).reported(here, member.rttMillis());
            }
        }
        pickLandmarks();
    }

    private Prospect prospect(Contact contact) {
        return prospects.computeIfAbsent(
                contact.id(), id -> new Prospect(contact, query.goals().size()));
    }

    private void pickLandmarks() {
        List<Contact> among = prospects.values().stream()
                .map(Prospect::contact)
                .filter(c -> c.coordinate().isKnown() && c.isPublic() && c.id() != self.id())
                .toList();
        landmarks.add(self);
        MaxMin.spread(
                        among.size(),
                        LANDMARKS - 1,
                        (a, b) ->
                                among.get(a).coordinate().millisTo(among.get(b).coordinate()))
                .forEach(i -> landmarks.add(among.get(i)));
    }

    /// The next member to ask, the node itself among them; empty while there is nothing to ask.
    public Optional<Contact> poll() {
        while (!landmarks.isEmpty()) {
            Prospect landmark = prospect(landmarks.removeFirst());
            if (landmark.state() == Prospect.State.NEW) {
                return Optional.of(ask(landmark));
            }
        }
        if (guess.isEmpty() || asked >= budget) {
            return Optional.empty();
        }
        Optional<Prospect> next = next();
        if (next.isEmpty() || outstanding >= width(next.get())) {
            return Optional.empty();
        }
        return Optional.of(ask(next.get()));
    }

    /// Mostly whoever is likely to lie best; every so often somebody who may share a site with a target.
    private Optional<Prospect> next() {
        Prospect likely = null;
        Prospect hopeful = null;
        for (Prospect prospect : prospects.values()) {
            if (prospect.state() == Prospect.State.NEW) {
                likely = likely == null || prospect.likely() < likely.likely() ? prospect : likely;
                hopeful = hopeful == null || prospect.hopeful() < hopeful.hopeful() ? prospect : hopeful;
            }
        }
        if (likely == null || hopeful == null) {
            return Optional.empty();
        }
        boolean mayShare = hopeful.hopeful() < HOPE * bestScore(query.wanted());
        if (mayShare && asked % HOPEFUL_EVERY == 0) {
            return Optional.of(hopeful);
        }
        if (mayBeBetter(likely)) {
            return Optional.of(likely);
        }
        return mayShare ? Optional.of(hopeful) : Optional.empty();
    }

    /// Whether it may beat what was found, guesses being as wrong as they were so far; while constraints are not met,
    /// anybody may.
    private boolean mayBeBetter(Prospect prospect) {
        double found = bestScore(query.wanted());
        if (query.kind() == Query.Kind.CONSTRAINTS && found > 0) {
            return true;
        }
        double doubt = guess.stream().mapToDouble(Coordinate::error).max().orElse(1);
        return prospect.likely() * (1 - Math.clamp(doubt, LEAST_DOUBT, MOST_DOUBT)) < found;
    }

    /// Whether somebody who was asked and has not answered yet may change the result: a lost message is not worth
    /// waiting for otherwise.
    private boolean isWaiting() {
        if (guess.isEmpty() || measured.size() < query.wanted()) {
            return outstanding > 0;
        }
        return outstanding > 0
                && prospects.values().stream()
                        .anyMatch(p -> p.state() == Prospect.State.ASKED
                                && p.likely() < Double.POSITIVE_INFINITY
                                && (mayBeBetter(p) || p.hopeful() < HOPE * bestScore(query.wanted())));
    }

    private Contact ask(Prospect prospect) {
        prospect.asked();
        outstanding++;
        asked++;
        return prospect.contact();
    }

    /// What to ask the member that [#poll] named.
    public Measure measure(long number) {
        return new Measure(
                number,
                query.targets(),
                guess,
                guess.isEmpty()
                        ? List.of()
                        : query.goals().stream()
                                .map(g -> limit(g.withinMillis()))
                                .toList(),
                NAMED);
    }

    private float limit(float withinMillis) {
        return query.kind() == Query.Kind.CONSTRAINTS ? withinMillis : 0;
    }

    private int width(Prospect best) {
        return best.likely() < DESCENT * bestScore(1) ? DESCENT_WIDTH : SWEEP_WIDTH;
    }

    /// The score of the n-th best that was measured.
    private double bestScore(int n) {
        return measured.size() < n ? Double.POSITIVE_INFINITY : score(measured.get(n - 1));
    }

    private double score(Prospect prospect) {
        return query.scoreMillis(prospect.rttMillis());
    }

    public void handleMeasured(long id, Measured answer) {
        Prospect from = prospects.get(id);
        if (from == null
                || from.state() != Prospect.State.ASKED
                || answer.rttMillis().size() != query.goals().size()) {
            return;
        }
        outstanding--;
        from.answered(answer.rttMillis());
        probes += query.goals().size();
        for (Candidate candidate : answer.candidates()) {
            prospect(candidate.contact()).reported(from, candidate.rttMillis());
        }
        if (from.hasMeasured()) {
            measured.add(from);
            measured.sort(Comparator.comparingDouble(this::score));
        }
        if (landmarks.isEmpty() && (!guess.isEmpty() || outstanding == 0 || measured.size() >= LANDMARKS - 1)) {
            estimate();
        }
    }

    /// It did not answer.
    public void handleSilent(long id) {
        Prospect silent = prospects.get(id);
        if (silent != null && silent.state() == Prospect.State.ASKED) {
            silent.silent();
            outstanding--;
            if (guess.isEmpty() && outstanding == 0) {
                estimate();
            }
        }
    }

    public boolean isDone() {
        return landmarks.isEmpty() && !isWaiting() && (guess.isEmpty() || asked >= budget || next().isEmpty());
    }

    private void estimate() {
        if (measured.isEmpty()) {
            return;
        }
        List<Coordinate> now = new ArrayList<>();
        for (int goal = 0; goal < query.goals().size(); goal++) {
            now.add(place(goal));
        }
        guess = now;
        for (Prospect prospect : prospects.values()) {
            if (prospect.state() == Prospect.State.NEW) {
                estimate(prospect);
            }
        }
    }

    private Coordinate place(int goal) {
        List<Sighting> sightings = new ArrayList<>();
        Prospect nearest = measured.getFirst();
        for (Prospect prospect : measured) {
            if (prospect.contact().coordinate().isKnown()) {
                sightings.add(new Sighting(prospect.contact().coordinate(), prospect.rttMillis()[goal]));
            }
            nearest = prospect.rttMillis()[goal] < nearest.rttMillis()[goal] ? prospect : nearest;
        }
        return guess.isEmpty()
                ? Fit.place(nearest.contact().coordinate(), sightings, FIRST_ROUNDS)
                : Fit.place(guess.get(goal), sightings, REFIT_ROUNDS);
    }

    private void estimate(Prospect prospect) {
        double likely = 0;
        double hopeful = 0;
        for (int goal = 0; goal < guess.size(); goal++) {
            float limit = limit(query.goals().get(goal).withinMillis());
            if (Candidates.sharesNetwork(
                    prospect.contact(), query.goals().get(goal).target())) {
                likely += Estimate.excess(Estimate.LAN_MILLIS, limit);
                hopeful += Estimate.excess(Estimate.LAN_MILLIS, limit);
            } else {
                Estimate estimate = estimate(prospect, goal);
                likely += Estimate.excess(estimate.likelyMillis(), limit);
                hopeful += Estimate.excess(estimate.hopefulMillis(), limit);
            }
        }
        prospect.estimated(likely, hopeful);
    }

    /// From coordinates, and from the members nearest to the target that know how far it is from them.
    private Estimate estimate(Prospect prospect, int goal) {
        var estimate = new Estimate(guess.get(goal), prospect.contact().coordinate());
        float nearest = nearestReporter(prospect, goal);
        for (Prospect.Report report : prospect.reports()) {
            float there = report.from().rttMillis()[goal];
            if (there <= FAR_REPORTER * nearest) {
                estimate.seenFrom(there, report.rttMillis());
            }
        }
        return estimate;
    }

    /// How far it should be from the farthest target; empty if the targets are not placed yet.
    public Optional<Float> expectedMillis(Contact contact) {
        if (guess.isEmpty() || !contact.coordinate().isKnown()) {
            return Optional.empty();
        }
        float farthest = 0;
        for (Coordinate target : guess) {
            farthest = Math.max(farthest, target.millisTo(contact.coordinate()));
        }
        return Optional.of(farthest);
    }

    private static float nearestReporter(Prospect prospect, int goal) {
        float nearest = Float.POSITIVE_INFINITY;
        for (Prospect.Report report : prospect.reports()) {
            float millis = report.from().rttMillis()[goal];
            nearest = millis < nearest ? millis : nearest;
        }
        return nearest;
    }

    /// What was found, the best first.
    public List<Ranked> result() {
        List<Ranked> ranked = new ArrayList<>();
        List<Contact> named = new ArrayList<>();
        for (Prospect prospect : measured) {
            if (ranked.size() < query.wanted() && caps.admits(named, prospect.contact())) {
                named.add(prospect.contact());
                List<Float> times = new ArrayList<>();
                for (float rtt : prospect.rttMillis()) {
                    times.add(rtt);
                }
                ranked.add(new Ranked(prospect.contact(), times));
            }
        }
        return ranked;
    }

    public QueryCost cost() {
        return new QueryCost(
                probes, measured.isEmpty() ? 0 : measured.getFirst().depth());
    }
}
