package org.fastsend.overlay.message;

import java.util.List;
import org.fastsend.overlay.peer.Endpoint;

/// A question to the overlay: which members lie best for some hosts.
///
/// @param goals 1 to 8; exactly one for CLOSEST
/// @param wanted how many members the answer is to name, 1 to 32
public record Query(Kind kind, List<Goal> goals, int wanted) {
    public static final int MAX_GOALS = 8;
    public static final int MAX_WANTED = 32;

    /// What makes a member lie well.
    public enum Kind {
        /// Its round-trip time to the one target.
        CLOSEST,
        /// Its mean round-trip time to all targets.
        CENTRAL_LEADER,
        /// That it is within each target's limit; who is not is ranked by the sum of the excesses.
        CONSTRAINTS
    }

    public Query {
        goals = List.copyOf(goals);
        if (goals.isEmpty() || goals.size() > MAX_GOALS || wanted < 1 || wanted > MAX_WANTED) {
            throw new IllegalArgumentException("a query has 1 to 8 goals and asks for 1 to 32 members");
        }
        if (kind == Kind.CLOSEST && goals.size() != 1) {
            throw new IllegalArgumentException("there is one target to be close to");
        }
    }

    public static Query closest(Endpoint target, int wanted) {
        return new Query(Kind.CLOSEST, List.of(Goal.near(target)), wanted);
    }

    public static Query centralLeader(List<Endpoint> targets, int wanted) {
        return new Query(Kind.CENTRAL_LEADER, targets.stream().map(Goal::near).toList(), wanted);
    }

    public static Query constraints(List<Goal> goals, int wanted) {
        return new Query(Kind.CONSTRAINTS, goals, wanted);
    }

    /// The same question with the asker's address filled in.
    public Query askedBy(Endpoint asker) {
        return new Query(
                kind,
                goals.stream()
                        .map(g -> g.target().equals(Endpoint.SELF) ? new Goal(asker, g.withinMillis()) : g)
                        .toList(),
                wanted);
    }

    /// Whether members count by nothing but their distance to the asker, which it measures itself.
    public boolean isClosestToAsker() {
        return kind == Kind.CLOSEST && goals.getFirst().target().equals(Endpoint.SELF);
    }

    public List<Endpoint> targets() {
        return goals.stream().map(Goal::target).toList();
    }

    /// How far from what was asked for a member with these round-trip times is, in milliseconds: less is better.
    ///
    /// @param rttMillis one for each goal
    public double scoreMillis(float[] rttMillis) {
        double sum = 0;
        for (int i = 0; i < rttMillis.length; i++) {
            sum += kind == Kind.CONSTRAINTS
                    ? Math.max(0, rttMillis[i] - goals.get(i).withinMillis())
                    : rttMillis[i];
        }
        return kind == Kind.CENTRAL_LEADER ? sum / rttMillis.length : sum;
    }
}
