package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.DoubleStream;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.peer.Endpoint;

/// One experiment: an overlay that builds itself, is left to settle, and is then asked.
public final class OverlayRun {
    private static final long JOIN_NANOS = 60 * OverlayWorld.SECOND;
    private static final long STEADY_NANOS = 120 * OverlayWorld.SECOND;
    private static final long QUERY_NANOS = 50 * OverlayWorld.MILLISECOND;
    private static final long ANSWER_NANOS = 30 * OverlayWorld.SECOND;
    private static final long WATCHED_NANOS = 600 * OverlayWorld.SECOND;
    private static final double HOUR_NANOS = 3600e9;
    private static final double MINUTE_NANOS = 60e9;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int RECALL = 8;
    /// For so many queries of the three usual kinds there is one for a central leader, and one that is asked twice.
    private static final int PER_FURTHER_QUERY = 6;
    /// Nearer than that four TCP streams fill 1 Gbit/s although they lose one packet in 10,000 (Mathis and others,
    /// 1997).
    private static final double FULL_RATE_MILLIS = 5.7;
    /// A tie with the closest counts as exact; measuring is no finer than that.
    private static final double TIE_MILLIS = 0.0011;

    private final Experiment experiment;
    private final Terrain terrain;
    private final OverlayWorld world;
    private final Villains villains;
    private final Sluggards sluggards;
    private final List<Integer> members = new ArrayList<>();
    private final List<Integer> targets = new ArrayList<>();
    private final ConstraintDraw constraints;
    private final Tally tally = new Tally();

    public OverlayRun(Experiment experiment, RttMatrix matrix) {
        this.experiment = experiment;
        terrain = new Terrain(matrix, experiment.nodes(), experiment.seed());
        Adversity adversity = experiment.adversity();
        villains = new Villains(adversity.liars(), adversity.sybils(), experiment.seed());
        sluggards = new Sluggards(adversity.slow(), experiment.seed());
        world = new OverlayWorld(
                terrain,
                experiment.settings(),
                new Nats(adversity.nat(), terrain, experiment.seed()),
                villains,
                sluggards,
                adversity.loss(),
                experiment.seed());
        for (int host = 0; host < terrain.hosts(); host++) {
            (terrain.isTarget(host) ? targets : members).add(host);
        }
        constraints = new ConstraintDraw(world, terrain, targets, experiment.constraints());
    }

    /// Runs it.
    public Outcome run() {
        targets.forEach(world::standBy);
        for (int i = 0; i < members.size(); i++) {
            int member = members.get(i);
            world.at(i * JOIN_NANOS / members.size(), () -> world.join(member));
        }
        long settled = experiment.warmUpNanos();
        world.runUntil(settled - STEADY_NANOS);
        world.countTrafficAfresh();
        world.runUntil(settled);
        double bitsPerSecond = world.traffic().bits() / members.size() / (STEADY_NANOS / NANOS_PER_SECOND);
        if (sluggards.areAny()) {
            watch(settled);
        }
        if (experiment.adversity().churnPerMinute() > 0) {
            churn();
            world.runUntil(settled + 2 * STEADY_NANOS);
        }
        ask(experiment.queries(), this::ask);
        ask(experiment.queries() / PER_FURTHER_QUERY, this::leader);
        ask(experiment.queries() / PER_FURTHER_QUERY, this::again);
        double known = world.live().stream()
                .mapToInt(host -> world.node(host).map(n -> n.known().size()).orElse(0))
                .average()
                .orElse(0);
        return tally.outcome(known, bitsPerSecond);
    }

    /// Asks so many queries one after the other, and waits for their answers.
    private void ask(int queries, IntConsumer question) {
        long begun = world.nanos();
        for (int i = 0; i < queries; i++) {
            int number = i;
            world.at(begun + i * QUERY_NANOS, () -> question.accept(number));
        }
        world.runUntil(begun + queries * QUERY_NANOS + ANSWER_NANOS);
    }

    /// Who is taken for dead, and is up and quick?
    private void watch(long fromNanos) {
        world.onLost(endpoint ->
                world.memberAt(endpoint).filter(host -> !sluggards.isSlow(host)).ifPresent(_ -> tally.falseFailure()));
        world.runUntil(fromNanos + WATCHED_NANOS);
        world.onLost(_ -> {});
        tally.watched(members.size() * (WATCHED_NANOS / HOUR_NANOS));
    }

    /// Members vanish at chance moments, and others come.
    private void churn() {
        double perNano = experiment.adversity().churnPerMinute() * members.size() / MINUTE_NANOS;
        long wait = (long) (-Math.log(1 - world.chance().nextDouble()) / perNano);
        world.at(world.nanos() + wait, () -> {
            int host = world.live().get(world.chance().nextInt(world.live().size()));
            world.kill(host);
            world.join(host);
            churn();
        });
    }

    private void ask(int number) {
        int target = targets.get(world.chance().nextInt(targets.size()));
        switch (number % 3) {
            case 0 -> closest(target);
            case 1 -> several(target);
            default -> constraints();
        }
    }

    private void closest(int target) {
        long asked = world.nanos();
        world.ask(target, Query.closest(Endpoint.SELF, 1), (answer, now) -> {
            double best = fair(target).findFirst().orElse(0);
            if (answer.ranked().isEmpty()) {
                tally.unanswered();
                return;
            }
            Endpoint named = answer.ranked().getFirst().contact().endpoint();
            boolean isDead = world.memberAt(named).isEmpty();
            double millis = terrain.rttMillis(Addresses.hostAt(named), target);
            tally.closest(
                    !isDead && millis <= best + TIE_MILLIS,
                    isDead,
                    Math.max(0, millis - best),
                    answer.cost(),
                    (double) (now - asked) / OverlayWorld.MILLISECOND);
        });
    }

    private void several(int target) {
        world.ask(target, Query.closest(Endpoint.SELF, RECALL), (answer, now) -> {
            double[] truth = fair(target).limit(RECALL).toArray();
            double eighth = truth[truth.length - 1];
            List<Integer> named = named(answer);
            long found = named.stream()
                    .filter(host -> terrain.rttMillis(host, target) <= eighth + TIE_MILLIS)
                    .count();
            double rate = named.stream()
                    .mapToDouble(host -> rate(terrain.rttMillis(host, target)))
                    .sum();
            tally.several(
                    Math.min(1, (double) found / truth.length),
                    Math.min(
                            1,
                            rate / DoubleStream.of(truth).map(OverlayRun::rate).sum()),
                    (double) named.stream().filter(villains::isLiar).count() / RECALL,
                    (double) named.stream()
                                    .filter(villains::isLiar)
                                    .filter(host -> terrain.rttMillis(host, target) > eighth + TIE_MILLIS)
                                    .count()
                            / RECALL,
                    (double) named.stream().filter(villains::isSybil).count() / RECALL);
        });
    }

    /// What a relay at that distance brings, in any unit.
    private static double rate(double rttMillis) {
        return 1 / Math.max(FULL_RATE_MILLIS, rttMillis);
    }

    /// How far the members that play fair are, the nearest first: nobody has to be told of the others.
    private DoubleStream fair(int target) {
        return world.live().stream()
                .filter(member -> !villains.isLiar(member))
                .mapToDouble(member -> terrain.rttMillis(member, target))
                .sorted();
    }

    private List<Integer> named(Answered answer) {
        return answer.ranked().stream()
                .map(Ranked::contact)
                .flatMap(c -> world.memberAt(c.endpoint()).stream())
                .toList();
    }

    private void constraints() {
        ConstraintDraw.Drawn drawn = constraints.next();
        world.ask(
                drawn.about().getFirst(),
                Query.constraints(drawn.goals(), 1),
                (answer, now) -> tally.constraints(
                        drawn.satisfied(),
                        named(answer).stream().anyMatch(member -> constraints.isSatisfiedBy(member, drawn)),
                        answer.cost()));
    }

    /// Which member is nearest to several targets on the average?
    private void leader(int number) {
        List<Integer> about = constraints.targets();
        List<Endpoint> endpoints = new ArrayList<>();
        about.forEach(target -> endpoints.add(endpoints.isEmpty() ? Endpoint.SELF : world.endpointOf(target)));
        world.ask(about.getFirst(), Query.centralLeader(endpoints, 1), (answer, _) -> {
            double best = world.live().stream()
                    .filter(member -> !villains.isLiar(member))
                    .mapToDouble(member -> meanMillis(member, about))
                    .min()
                    .orElse(0);
            double named = named(answer).stream()
                    .mapToDouble(member -> meanMillis(member, about))
                    .findFirst()
                    .orElse(Double.POSITIVE_INFINITY);
            tally.leader(named <= best + TIE_MILLIS, Math.max(0, named - best), answer.cost());
        });
    }

    private double meanMillis(int member, List<Integer> targets) {
        return targets.stream()
                .mapToDouble(target -> terrain.rttMillis(member, target))
                .average()
                .orElse(0);
    }

    /// What does it cost a process to ask once more what it has asked just now?
    private void again(int number) {
        int target = targets.get(world.chance().nextInt(targets.size()));
        world.standByRemembering(target);
        Query query = Query.closest(Endpoint.SELF, 1);
        world.ask(
                target,
                query,
                (_, asked) -> world.ask(target, query, (answer, now) -> {
                    double best = fair(target).findFirst().orElse(0);
                    boolean isExact = named(answer).stream()
                            .anyMatch(member -> terrain.rttMillis(member, target) <= best + TIE_MILLIS);
                    tally.again(isExact, answer.cost(), (double) (now - asked) / OverlayWorld.MILLISECOND);
                }));
    }
}
