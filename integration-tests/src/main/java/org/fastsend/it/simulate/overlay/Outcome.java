package org.fastsend.it.simulate.overlay;

import java.util.List;
import java.util.Optional;

/// What an experiment showed. Percentages are of the queries of the kind they speak of.
///
/// @param exactPercent closest-member queries that named the closest live member, or one as close
/// @param medianErrorMillis by how much the named member was farther than the closest; so the other errors
/// @param hopsPerQuery members that had to be asked one after the other
/// @param latencyMillis from the question to the answer, finalists measured
/// @param deadPercent answers that named a member that was gone
/// @param unansweredPercent queries that no member answered
/// @param constraintSuccess by what share of the members would have satisfied a query
/// @param recallAt8Percent of the eight closest members, how many were named
/// @param setRatePercent of what TCP gets out of the distances of the eight closest, how much it gets out of those of
///     the members named; more than all counts as all
/// @param villainPercent of the members named as the eight closest, how many lie
/// @param strayVillainPercent of the members named as the eight closest, how many lie and are farther than the eighth
///     closest that plays fair: whoever measures them itself should not name these
/// @param sybilPercent of the members named as the eight closest, how many one operator made up
/// @param falseFailuresPerHour how often an hour a member takes another for dead that is up and quick; empty
///     where none are slow
/// @param membersKnown in rings, on the average
public record Outcome(
        int closestQueries,
        double exactPercent,
        double medianErrorMillis,
        double p90ErrorMillis,
        double p99ErrorMillis,
        double meanErrorMillis,
        double probesPerQuery,
        double hopsPerQuery,
        double latencyMillis,
        double deadPercent,
        double unansweredPercent,
        List<Band> constraintSuccess,
        Leader leader,
        Again again,
        double recallAt8Percent,
        double setRatePercent,
        double villainPercent,
        double strayVillainPercent,
        double sybilPercent,
        Optional<Double> falseFailuresPerHour,
        double membersKnown,
        double bitsPerSecondPerNode) {
    public Outcome {
        constraintSuccess = List.copyOf(constraintSuccess);
    }

    /// Queries with constraints that about that share of the members satisfies.
    ///
    /// @param upToPercent the most; the least is the bound of the band before
    /// @param percent of the queries, how many found one
    public record Band(double upToPercent, int queries, double percent, double probesPerQuery) {}

    /// Queries for the member that is nearest to several targets on the average.
    ///
    /// @param meanErrorMillis by how much the named member was farther than the nearest
    public record Leader(double exactPercent, double meanErrorMillis, double probesPerQuery) {}

    /// Queries for the closest member that a process asks right after it was answered the same.
    public record Again(double exactPercent, double probesPerQuery, double latencyMillis) {}
}
