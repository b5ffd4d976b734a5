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
import org.fastsend.overlay.ring.Caps;
import org.fastsend.overlay.ring.RingMember;

/// One query of the FSP overlay, on the member that answers it. A few members that lie apart measure the targets first;
/// that places the targets. From then on whoever should lie best is asked to measure and to name others, several at a
/// time, until nobody is left who could beat what was found, or the budget is spent. Coordinates only decide whom to
/// ask; what counts is measured. Sans-IO, not thread-safe.
public final class BeamSearch {
    private static final int LANDMARKS = 5;
    /// Members named beyond those wanted, who may have reported too much.
    private static final int SPARE = 3;
    /// A closest member is sought until so many more are certain.
    private static final int BEYOND = 2;
    /// So many of these may be such whose reports others contradict.
    private static final int DOUBTED = 2;
    /// Members that lie so many times as far as the target, or nearer, are landmarks.
    private static final double AROUND = 1.5;

    private static final double LEAST_AROUND_MILLIS = 5;
    private static final int LEAST_LANDMARKS_AMONG = 2 * LANDMARKS;
    private static final int DESCENT_WIDTH = 3;
    private static final int SWEEP_WIDTH = 8;
    /// A prospect that promises less than that share of the best found is a step down, not a neighbour.
    private static final double DESCENT = 0.6;

    private static final int NAMED = 12;

    /// One in so many is asked in the hope that it shares a site with the target; fewer where near enough will do.
    private static final int HOPEFUL_EVERY = 2;

    private static final int HOPEFUL_EVERY_FOR_CONSTRAINTS = 3;

    /// That hope is worth a probe if it promises that share of what was found.
    private static final double HOPE = 0.9;

    /// How much better than predicted a prospect may be: at least, and at most, however bad the predictions were so
    /// far.
    private static final double LEAST_DOUBT = 0.35;

    private static final double MOST_DOUBT = 0.5;

    private final Query query;
    private final int budget;
    private final Caps caps;
    private final Prospect here;
    private final Map<Long, Prospect> prospects = new LinkedHashMap<>();
    private final List<Contact> landmarks = new ArrayList<>();
    private final List<Prospect> measured = new ArrayList<>();
    private final Forecast forecast;
    private int outstanding;
    private int asked;
    private int probes;

    /// @param budget members that may be asked
    public BeamSearch(Query query, Contact self, Iterable<RingMember> known, int budget, Caps caps) {
        this.query = query;
        forecast = new Forecast(query);
        this.budget = budget;
        this.caps = caps;
        here = prospect(self);
        for (RingMember member : known) {
            if (!member.isSuspect()) {
                prospect(member.contact()).reported(here, member.rttMillis());
            }
        }
        landmarks.add(self);
    }

    private Prospect prospect(Contact contact) {
        return prospects.computeIfAbsent(
                contact.id(), id -> new Prospect(contact, query.goals().size()));
    }

    /// Once this node knows how far the targets are: some members that lie apart and not much farther.
    /// Those at the ends of the world would take long to answer and tell less.
    private void pickLandmarks() {
        List<Prospect> among = prospects.values().stream()
                .filter(p -> p.contact().coordinate().isKnown() && p.contact().isPublic() && p != here)
                .sorted(Comparator.comparingDouble(this::millisFromHere))
                .toList();
        double reach = LEAST_AROUND_MILLIS;
        for (float rtt : here.rttMillis()) {
            reach = Math.max(reach, Float.isNaN(rtt) ? Double.POSITIVE_INFINITY : AROUND * rtt);
        }
        int near = 0;
        while (near < among.size() && (near < LEAST_LANDMARKS_AMONG || millisFromHere(among.get(near)) <= reach)) {
            near++;
        }
        MaxMin.spread(
                        near,
                        LANDMARKS - 1,
                        (a, b) -> among.get(a)
                                .contact()
                                .coordinate()
                                .millisTo(among.get(b).contact().coordinate()))
                .forEach(i -> landmarks.add(among.get(i).contact()));
    }

    private double millisFromHere(Prospect prospect) {
        return prospect.reports().isEmpty()
                ? Double.POSITIVE_INFINITY
                : prospect.reports().getFirst().rttMillis();
    }

    /// The next member to ask, the node itself among them; empty while there is nothing to ask.
    public Optional<Contact> poll() {
        while (!landmarks.isEmpty()) {
            Prospect landmark = prospect(landmarks.removeFirst());
            if (landmark.state() == Prospect.State.NEW) {
                return Optional.of(ask(landmark));
            }
        }
        if (!forecast.isMade() || asked >= budget) {
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
        boolean mayShare = hopeful.hopeful() < HOPE * bestScore(sought());
        int every = query.kind() == Query.Kind.CONSTRAINTS ? HOPEFUL_EVERY_FOR_CONSTRAINTS : HOPEFUL_EVERY;
        if (mayShare && asked % every == 0) {
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
        double found = bestScore(sought());
        if (query.kind() == Query.Kind.CONSTRAINTS && found > 0) {
            return true;
        }
        return prospect.likely() * (1 - Math.clamp(forecast.error(), LEAST_DOUBT, MOST_DOUBT)) < found;
    }

    /// Whether somebody who was asked and has not answered yet may change the result. Whoever is late is
    /// waited for only if it still promises something.
    private boolean isWaiting() {
        if (!forecast.isMade() || measured.size() < sought()) {
            return outstanding > 0;
        }
        return outstanding > 0
                && prospects.values().stream()
                        .anyMatch(p -> p.state() == Prospect.State.ASKED && (!p.isLate() || mayMatter(p)));
    }

    private boolean mayMatter(Prospect prospect) {
        return prospect.likely() < Double.POSITIVE_INFINITY
                && (mayBeBetter(prospect) || prospect.hopeful() < HOPE * bestScore(sought()));
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
                number, query.targets(), forecast.places(), forecast.isMade() ? forecast.limits() : List.of(), NAMED);
    }

    private int width(Prospect best) {
        return best.likely() < DESCENT * bestScore(1) ? DESCENT_WIDTH : SWEEP_WIDTH;
    }

    /// Those next to the best are looked for too: whoever could be one of them may well be the best.
    /// Constraints are met or not; but where somebody seems to lie, one who claims to meet them is not
    /// enough.
    private int sought() {
        boolean honest = measured.stream().noneMatch(Prospect::isDoubted);
        return query.kind() == Query.Kind.CONSTRAINTS && honest ? query.wanted() : query.wanted() + BEYOND;
    }

    /// The score of the n-th best that was measured.
    private double bestScore(int n) {
        return measured.size() < n ? Double.POSITIVE_INFINITY : forecast.score(measured.get(n - 1));
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
            Witnesses.hear(measured);
            measured.sort(Comparator.comparingDouble(forecast::score));
        }
        if (from == here) {
            pickLandmarks();
        }
        if (landmarks.isEmpty() && (forecast.isMade() || outstanding == 0 || measured.size() >= LANDMARKS - 1)) {
            estimate();
        }
    }

    /// It has not answered yet, and is asked again.
    public void handleLate(long id) {
        Prospect late = prospects.get(id);
        if (late != null) {
            late.late();
        }
    }

    /// It did not answer.
    public void handleSilent(long id) {
        Prospect silent = prospects.get(id);
        if (silent != null && silent.state() == Prospect.State.ASKED) {
            silent.silent();
            outstanding--;
            if (!forecast.isMade() && outstanding == 0) {
                estimate();
            }
        }
    }

    public boolean isDone() {
        return landmarks.isEmpty() && !isWaiting() && (!forecast.isMade() || asked >= budget || next().isEmpty());
    }

    private void estimate() {
        if (measured.isEmpty()) {
            return;
        }
        forecast.make(measured);
        measured.sort(Comparator.comparingDouble(forecast::score));
        for (Prospect prospect : prospects.values()) {
            if (prospect.state() == Prospect.State.NEW || prospect.state() == Prospect.State.ASKED) {
                forecast.estimate(prospect);
            }
        }
    }

    /// How far it should be from the farthest target; empty if the targets are not placed yet.
    public Optional<Float> expectedMillis(Contact contact) {
        return forecast.expectedMillis(contact);
    }

    /// What was found, the best first: some more than wanted, so that the asker can measure for itself.
    /// Whoever is doubted comes last, and may still prove to be the best.
    public List<Ranked> result() {
        List<Prospect> honest = new ArrayList<>();
        List<Prospect> doubted = new ArrayList<>();
        for (Prospect prospect : measured) {
            (prospect.isDoubted() ? doubted : honest).add(prospect);
        }
        doubted.sort(Comparator.comparingDouble(p -> query.scoreMillis(p.rttMillis())));
        int most = Math.min(Query.MAX_WANTED, query.wanted() + SPARE);
        int spared = Math.min(DOUBTED, doubted.size());
        int first = Math.min(honest.size(), most - spared);
        List<Prospect> order = new ArrayList<>(honest.subList(0, first));
        order.addAll(doubted.subList(0, spared));
        order.addAll(honest.subList(first, honest.size()));
        order.addAll(doubted.subList(spared, doubted.size()));
        List<Ranked> ranked = new ArrayList<>();
        List<Contact> named = new ArrayList<>();
        for (Prospect prospect : order) {
            if (ranked.size() < most && caps.admits(named, prospect.contact())) {
                named.add(prospect.contact());
                ranked.add(prospect.ranked());
            }
        }
        return ranked;
    }

    public QueryCost cost() {
        return new QueryCost(
                probes, measured.isEmpty() ? 0 : measured.getFirst().depth());
    }
}
