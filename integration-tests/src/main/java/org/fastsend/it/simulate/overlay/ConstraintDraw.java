package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.overlay.message.Goal;
import org.fastsend.overlay.peer.Endpoint;
import org.jspecify.annotations.Nullable;

/// Draws queries with constraints: each target allows 40 to 80 ms. Left to chance, hardly any would be about what
/// few members satisfy, which are the ones that tell methods apart; so the bands take turns, as far as there are
/// such queries.
final class ConstraintDraw {
    private static final double LEAST_LIMIT = 40;
    private static final double MOST_LIMIT = 80;
    private static final int TRIES = 64;
    /// All bands but the last, which any method meets.
    private static final int BANDS = Tally.BANDS.size() - 1;

    private final OverlayWorld world;
    private final Terrain terrain;
    private final List<Integer> targets;
    private final int constraints;
    private int turn;

    /// @param targets hosts that queries are about
    /// @param constraints of each query
    ConstraintDraw(OverlayWorld world, Terrain terrain, List<Integer> targets, int constraints) {
        this.world = world;
        this.terrain = terrain;
        this.targets = targets;
        this.constraints = constraints;
    }

    /// A query that some members satisfy.
    ///
    /// @param about the targets; the first one asks
    /// @param satisfied the share of the live members that satisfy it
    record Drawn(List<Integer> about, List<Goal> goals, double satisfied) {}

    Drawn next() {
        int wanted = turn++ % BANDS;
        @Nullable Drawn any = null;
        for (int tries = 0; any == null || tries < TRIES; tries++) {
            Drawn drawn = draw();
            if (drawn.satisfied() > 0) {
                any = drawn;
                if (Tally.bandOf(drawn.satisfied()) == wanted) {
                    return drawn;
                }
            }
        }
        return any;
    }

    /// Different ones, as many as a query with constraints has.
    List<Integer> targets() {
        List<Integer> about = new ArrayList<>();
        while (about.size() < constraints) {
            about.add(anotherThan(about));
        }
        return about;
    }

    private int anotherThan(List<Integer> drawn) {
        int target;
        do {
            target = targets.get(world.chance().nextInt(targets.size()));
        } while (drawn.contains(target));
        return target;
    }

    private Drawn draw() {
        List<Integer> about = new ArrayList<>();
        List<Goal> goals = new ArrayList<>();
        while (about.size() < constraints) {
            int target = anotherThan(about);
            double limit = LEAST_LIMIT + world.chance().nextDouble() * (MOST_LIMIT - LEAST_LIMIT);
            goals.add(new Goal(about.isEmpty() ? Endpoint.SELF : world.endpointOf(target), (float) limit));
            about.add(target);
        }
        long satisfying = world.live().stream()
                .filter(member -> isSatisfiedBy(member, about, goals))
                .count();
        return new Drawn(about, goals, satisfying / (double) world.live().size());
    }

    boolean isSatisfiedBy(int member, Drawn drawn) {
        return isSatisfiedBy(member, drawn.about(), drawn.goals());
    }

    private boolean isSatisfiedBy(int member, List<Integer> about, List<Goal> goals) {
        for (int i = 0; i < about.size(); i++) {
            if (terrain.rttMillis(member, about.get(i)) > goals.get(i).withinMillis()) {
                return false;
            }
        }
        return true;
    }
}
