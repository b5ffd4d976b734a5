package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Fit;
import org.fastsend.overlay.probe.Sighting;

/// Where the targets of a search lie, as far as can be told from who measured them, and how well members should lie
/// that have not. Not thread-safe.
final class Forecast {
    private static final int FIRST_ROUNDS = 100;
    private static final int REFIT_ROUNDS = 20;
    /// Reporters that are so many times farther from the target than the nearest one say nothing.
    private static final double FAR_REPORTER = 2;

    /// Whoever claims to lie nearer than that share of what its place says is believed only if nobody else is found.
    private static final double PLAUSIBLE = 0.4;

    private static final double PLAUSIBLE_MILLIS = 5;

    /// That many members in one place that do not meet constraints make another one there half as promising.
    private static final double IN_VAIN = 2;

    private final Query query;
    private List<Endpoint> targets;
    private List<Coordinate> places = List.of();
    private final Misses misses = new Misses();

    Forecast(Query query) {
        this.query = query;
        targets = query.targets();
    }

    /// Where the asker is, if it is itself a target.
    void seenAt(Endpoint asker) {
        targets = query.askedBy(asker).targets();
    }

    /// Whether the targets are placed.
    boolean isMade() {
        return !places.isEmpty();
    }

    /// Where the targets lie, one for each; empty until [#make].
    List<Coordinate> places() {
        return places;
    }

    /// Places the targets anew.
    ///
    /// @param measured who has measured them; at least one
    void make(List<Prospect> measured) {
        List<Coordinate> now = new ArrayList<>();
        for (int goal = 0; goal < query.goals().size(); goal++) {
            now.add(place(measured, goal));
        }
        places = now;
        misses.learn(measured, places);
    }

    private Coordinate place(List<Prospect> measured, int goal) {
        List<Sighting> sightings = new ArrayList<>();
        Prospect nearest = measured.getFirst();
        for (Prospect prospect : measured) {
            if (prospect.isPlaced() && !prospect.isDoubted()) {
                sightings.add(new Sighting(prospect.contact().coordinate(), prospect.rttMillis()[goal]));
            }
            nearest = prospect.rttMillis()[goal] < nearest.rttMillis()[goal] ? prospect : nearest;
        }
        return isMade()
                ? Fit.place(places.get(goal), sightings, REFIT_ROUNDS)
                : Fit.place(nearest.contact().coordinate(), sightings, FIRST_ROUNDS);
    }

    /// The error of the worst place, 0 to 1.
    double error() {
        return places.stream().mapToDouble(Coordinate::error).max().orElse(1);
    }

    /// The mean height of the targets' access links, in milliseconds.
    double height() {
        return places.stream().mapToDouble(Coordinate::height).average().orElse(0);
    }

    /// How well a member lies that has measured: by what it reported; by its place if that cannot be true.
    double score(Prospect prospect) {
        double reported = query.scoreMillis(prospect.rttMillis());
        if (!isMade()) {
            return reported;
        }
        float[] predicted = new float[places.size()];
        boolean plausible = !prospect.isDoubted();
        for (int goal = 0; goal < predicted.length; goal++) {
            predicted[goal] = places.get(goal).millisTo(prospect.contact().coordinate());
            plausible &= prospect.isCertain(goal)
                    || prospect.rttMillis()[goal] > PLAUSIBLE * predicted[goal] - PLAUSIBLE_MILLIS;
        }
        return plausible ? reported : Math.max(reported, query.scoreMillis(predicted));
    }

    /// Tells a member that has not measured how well it should lie.
    void estimate(Prospect prospect) {
        double likely = 0;
        double hopeful = 0;
        for (int goal = 0; goal < places.size(); goal++) {
            float limit = limit(goal);
            if (Candidates.sharesNetwork(prospect.contact(), targets.get(goal))) {
                likely += Estimate.excess(Estimate.LAN_MILLIS, limit);
                hopeful += Estimate.excess(Estimate.LAN_MILLIS, limit);
            } else {
                Estimate estimate = estimate(prospect, goal);
                likely += Estimate.excess(estimate.likelyMillis(), limit);
                hopeful += Estimate.excess(estimate.hopefulMillis(), limit);
            }
        }
        double of = query.kind() == Query.Kind.CENTRAL_LEADER ? places.size() : 1; // as it is scored
        prospect.estimated(likely / of, hopeful / of);
        if (query.kind() == Query.Kind.CONSTRAINTS) {
            prospect.putOff(1 + misses.around(prospect, places.getFirst()) / IN_VAIN);
        }
    }

    /// From coordinates, corrected by how wrong they were about members that lie alike, and from the members nearest to
    /// the target that know how far it is from them.
    private Estimate estimate(Prospect prospect, int goal) {
        var estimate = new Estimate(
                places.get(goal), prospect.contact().coordinate(), misses.of(prospect, places.get(goal), goal));
        float nearest = nearestReporter(prospect, goal);
        for (Prospect.Report report : prospect.reports()) {
            float there = report.from().rttMillis()[goal];
            if (there <= FAR_REPORTER * nearest && !report.from().isDoubted()) {
                estimate.seenFrom(there, report.rttMillis());
            }
        }
        return estimate;
    }

    private static float nearestReporter(Prospect prospect, int goal) {
        float nearest = Float.POSITIVE_INFINITY;
        for (Prospect.Report report : prospect.reports()) {
            float millis = report.from().rttMillis()[goal];
            nearest = millis < nearest && !report.from().isDoubted() ? millis : nearest;
        }
        return nearest;
    }

    /// How near is near enough, one for each target; 0 if the nearest is sought.
    List<Float> limits() {
        List<Float> limits = new ArrayList<>();
        for (int goal = 0; goal < query.goals().size(); goal++) {
            limits.add(limit(goal));
        }
        return limits;
    }

    private float limit(int goal) {
        return query.kind() == Query.Kind.CONSTRAINTS ? query.goals().get(goal).withinMillis() : 0;
    }

    /// How far a member should be from a target; empty if the targets are not placed yet.
    Optional<Float> expectedMillis(Contact contact, int goal) {
        return isMade() && contact.coordinate().isKnown()
                ? Optional.of(places.get(goal).millisTo(contact.coordinate()))
                : Optional.empty();
    }
}
