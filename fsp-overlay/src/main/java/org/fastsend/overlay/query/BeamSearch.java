package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.Caps;

/// One query of the FSP overlay, at whoever asks. A few members that lie apart are measured first; that places the
/// targets. From then on whoever should lie best is measured, and names others, several at a time, until nobody is left
/// who could beat what was found, or the budget is spent. Coordinates only decide whom to ask; what counts is measured.
/// Sans-IO, not thread-safe.
public final class BeamSearch {
    private static final int LANDMARKS = 5;
    /// A closest member is sought until so many more are certain.
    private static final int BEYOND = 3;

    private static final int HOPED_BEYOND = 2;

    private static final int DESCENT_WIDTH = 3;
    private static final int SWEEP_WIDTH = 8;
    /// A search of so many members is a long one.
    private static final int LONG = 32;

    /// A prospect that promises less than that share of the best found is a step down, not a neighbour.
    private static final double DESCENT = 0.6;

    private static final int NAMED = 12;
    private static final double NEIGHBOUR = 2;

    /// One in so many is asked in the hope that it shares a site with the target; fewer where near enough will do.
    private static final int HOPEFUL_EVERY = 2;

    private static final int HOPEFUL_EVERY_FOR_CONSTRAINTS = 3;

    /// That hope is worth a probe if it promises that share of what was found.
    private static final double HOPE = 0.9;

    /// How much better than predicted a prospect may be: at least, and at most, however bad the predictions were so
    /// far.
    private static final double LEAST_DOUBT = 0.28;

    private static final double MOST_DOUBT = 0.5;
    /// No prediction is better than that.
    private static final double DOUBT_MILLIS = 2;

    private final Query query;
    private final int budget;
    private final Map<Long, Prospect> prospects = new LinkedHashMap<>();
    private final List<Prospect> landmarks = new ArrayList<>();
    private final List<Prospect> measured = new ArrayList<>();
    private final Forecast forecast;
    private int outstanding;
    private int asked;

    /// @param budget members that may be asked
    public BeamSearch(Query query, int budget) {
        this.query = query;
        this.budget = budget;
        forecast = new Forecast(query);
    }

    private Prospect prospect(Contact contact) {
        return prospects.computeIfAbsent(
                contact.id(), id -> new Prospect(contact, query.goals().size()));
    }

    /// A member that was known before the search has measured the targets, and named some around it. The first one
    /// begins the search.
    ///
    /// @param certain whether the asker has measured all of it itself
    public void open(Contact opener, List<Float> rttMillis, boolean certain, List<Candidate> named) {
        Prospect here = prospect(opener);
        if (here.state() != Prospect.State.NEW) {
            return;
        }
        boolean first = asked == 0;
        ask(here);
        hear(here, named);
        outstanding--;
        if (first) {
            pickLandmarks(here, rttMillis);
        }
        measured(here, rttMillis, certain);
    }

    private void pickLandmarks(Prospect here, List<Float> rttMillis) {
        List<Landmarks.Seen<Prospect>> seen = new ArrayList<>();
        for (Prospect prospect : prospects.values()) {
            if (prospect != here && !prospect.reports().isEmpty()) {
                seen.add(new Landmarks.Seen<>(
                        prospect,
                        prospect.contact(),
                        prospect.reports().getFirst().rttMillis()));
            }
        }
        landmarks.addAll(Landmarks.pick(seen, rttMillis, LANDMARKS - 1));
    }

    /// The next member to ask; empty while there is nothing to ask.
    public Optional<Contact> poll() {
        while (!landmarks.isEmpty()) {
            Prospect landmark = landmarks.removeFirst();
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
            if (prospect.state() == Prospect.State.NEW && !prospect.isHearsay()) {
                likely = likely == null || prospect.likely() < likely.likely() ? prospect : likely;
                hopeful = hopeful == null || prospect.hopeful() < hopeful.hopeful() ? prospect : hopeful;
            }
        }
        if (likely == null || hopeful == null) {
            return Optional.empty();
        }
        boolean mayShare = hopeful.hopeful() < HOPE * bestScore(hopedFor());
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
        if (query.kind() == Query.Kind.CONSTRAINTS) {
            return found > 0;
        }
        double doubt = Math.clamp(forecast.error(), LEAST_DOUBT, MOST_DOUBT);
        return prospect.likely() * (1 - doubt) - DOUBT_MILLIS < found;
    }

    /// Whether somebody who was asked and has not answered yet may change the result. Whoever is late is
    /// waited for only if it still promises something.
    private boolean isWaiting() {
        if (!forecast.isMade() || measured.size() < sought()) {
            return outstanding > 0;
        }
        return outstanding > 0 && prospects.values().stream().anyMatch(this::isAwaited);
    }

    private boolean isAwaited(Prospect prospect) {
        return switch (prospect.state()) {
            case ASKED -> !prospect.isLate() || mayMatter(prospect);
            case ANSWERED -> prospect.isNaming() && !prospect.isLate();
            case NEW, SILENT -> false;
        };
    }

    private boolean mayMatter(Prospect prospect) {
        return prospect.likely() < Double.POSITIVE_INFINITY
                && (mayBeBetter(prospect) || prospect.hopeful() < HOPE * bestScore(hopedFor()));
    }

    private Contact ask(Prospect prospect) {
        prospect.asked();
        outstanding++;
        asked++;
        return prospect.contact();
    }

    /// What to ask the member that [#poll] named.
    ///
    /// @param told how far the targets are from it, NaN where it is to measure
    public Measure measure(long number, List<Float> told) {
        return new Measure(
                number,
                query.targets(),
                told,
                forecast.places(),
                forecast.isMade() ? forecast.limits() : List.of(),
                NAMED);
    }

    /// Few while each answer may change the order; the longer a search lasts the less the order matters.
    private int width(Prospect best) {
        return best.likely() < DESCENT * bestScore(1) ? DESCENT_WIDTH : SWEEP_WIDTH + Math.max(0, asked - LONG) / 2;
    }

    /// Those next to the best are looked for too: whoever could be one of them may well be the best.
    /// Constraints are met or not; but where somebody seems to lie, one who claims to meet them is not
    /// enough.
    private int sought() {
        boolean honest = measured.stream().noneMatch(Prospect::isDoubted);
        return query.kind() == Query.Kind.CONSTRAINTS && honest ? query.wanted() : query.wanted() + BEYOND;
    }

    /// Whoever may share a site with the target is far better than others, or no better.
    private int hopedFor() {
        return Math.min(sought(), query.wanted() + HOPED_BEYOND);
    }

    /// The score of the n-th best that was measured.
    private double bestScore(int n) {
        return measured.size() < n ? Double.POSITIVE_INFINITY : forecast.score(measured.get(n - 1));
    }

    /// How far the targets are from a member that was asked; it is still to name others.
    ///
    /// @param certain whether the asker has measured all of it itself
    public void handleTimes(long id, List<Float> rttMillis, boolean certain) {
        Prospect from = prospects.get(id);
        if (from != null
                && from.state() == Prospect.State.ASKED
                && rttMillis.size() == query.goals().size()) {
            from.naming(true);
            measured(from, rttMillis, certain);
        }
    }

    private void measured(Prospect from, List<Float> rttMillis, boolean certain) {
        double promised = from.likely();
        from.answered(rttMillis, certain);
        from.bearOut(from.hasMeasured() ? query.scoreMillis(from.rttMillis()) : 0, promised);
        if (from.hasMeasured()) {
            measured.add(from);
            Witnesses.hear(measured);
            measured.sort(Comparator.comparingDouble(forecast::score));
        }
        placeTargets();
    }

    private void placeTargets() {
        if (landmarks.isEmpty() && (forecast.isMade() || outstanding == 0 || measured.size() >= LANDMARKS - 1)) {
            estimate();
        }
    }

    /// Whether it is worth asking a member that was measured to name others: whoever lies much farther than those found
    /// knows less about their neighbours than they do.
    public boolean wantsNamesOf(long id) {
        Prospect from = prospects.get(id);
        return from != null
                && (measured.size() <= 2 * LANDMARKS
                        || query.scoreMillis(from.rttMillis()) <= NEIGHBOUR * bestScore(sought()) + DOUBT_MILLIS);
    }

    /// A member has said where it lies.
    public void handlePlace(long id, Coordinate at) {
        Prospect from = prospects.get(id);
        if (from != null && at.isKnown()) {
            from.placed(at);
        }
    }

    /// A member has named others, or will not.
    public void handleNamed(long id, List<Candidate> named) {
        Prospect from = prospects.get(id);
        if (from != null && from.isNaming()) {
            from.naming(false);
            outstanding--;
            hear(from, named);
            placeTargets();
        }
    }

    private void hear(Prospect from, List<Candidate> named) {
        for (Candidate candidate : named) {
            prospect(candidate.contact()).reported(from, candidate.rttMillis());
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
            if (!forecast.isMade()) {
                placeTargets();
            }
        }
    }

    /// A member that was found has been measured again.
    ///
    /// @param certain whether by all whom it is to be near
    public void handleConfirmed(long id, List<Float> rttMillis, boolean certain) {
        Prospect found = prospects.get(id);
        if (found != null && measured.contains(found)) {
            found.confirmed(rttMillis, certain);
            found.reconsider(query.scoreMillis(found.rttMillis()));
            Witnesses.hear(measured);
            placeTargets();
            measured.sort(Comparator.comparingDouble(forecast::score));
        }
    }

    /// A member that was found does not answer any more.
    public void handleGone(long id) {
        Prospect gone = prospects.get(id);
        if (gone != null) {
            gone.gone();
            measured.remove(gone);
        }
    }

    /// Where the asker is, as members see it: it may be a target.
    public void seenAt(Endpoint asker) {
        forecast.seenAt(asker);
    }

    public boolean isDone() {
        return asked > 0
                && landmarks.isEmpty()
                && !isWaiting()
                && (!forecast.isMade() || asked >= budget || next().isEmpty());
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

    /// How far it should be from a target; empty if the targets are not placed yet.
    public Optional<Float> expectedMillis(Contact contact, int goal) {
        return forecast.expectedMillis(contact, goal);
    }

    /// What was found, the best first: some more than wanted.
    public List<Ranked> result(Caps caps) {
        return Finalists.of(query, measured, caps);
    }

    /// Members that had to be asked one after the other to come to know the best.
    public int hops() {
        return measured.isEmpty() ? 0 : measured.getFirst().depth();
    }
}
