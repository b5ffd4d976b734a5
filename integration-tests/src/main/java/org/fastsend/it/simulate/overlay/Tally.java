package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.it.simulate.overlay.Outcome.Band;
import org.fastsend.overlay.message.QueryCost;

/// Counts what happens in an experiment. Not thread-safe.
final class Tally {
    /// Shares of the members that satisfy a query: the most of each band.
    static final List<Double> BANDS = List.of(0.005, 0.02, 0.1, 1.0);

    private static final double PERCENT = 100;
    private static final double NINE_TENTHS = 0.9;
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final List<Double> errors = new ArrayList<>();
    private final Mean exact = new Mean();
    private final Mean probes = new Mean();
    private final Mean hops = new Mean();
    private final Mean latency = new Mean();
    private final Mean dead = new Mean();
    private final Mean unanswered = new Mean();
    private final Mean recall = new Mean();
    private final Mean villains = new Mean();
    private final Mean strays = new Mean();
    private final Mean sybils = new Mean();
    private final Mean rates = new Mean();
    private final Mean leaders = new Mean();
    private final Mean leaderErrors = new Mean();
    private final Mean leaderProbes = new Mean();
    private final Mean exactAgain = new Mean();
    private final Mean probesAgain = new Mean();
    private final Mean latencyAgain = new Mean();
    private int falseFailures;
    private double watchedHours;
    private final List<Mean> successes = List.of(new Mean(), new Mean(), new Mean(), new Mean());
    private final List<Mean> costs = List.of(new Mean(), new Mean(), new Mean(), new Mean());

    /// A sum that knows of how many.
    private static final class Mean {
        private double sum;
        private int count;

        private void add(double value) {
            sum += value;
            count++;
        }

        private void add(boolean value) {
            add(value ? PERCENT : 0);
        }

        private double get() {
            return count == 0 ? 0 : sum / count;
        }
    }

    /// A member was taken for dead although it was up and quick.
    void falseFailure() {
        falseFailures++;
    }

    /// Members were watched for so long, all together.
    void watched(double memberHours) {
        watchedHours = memberHours;
    }

    void unanswered() {
        exact.add(false);
        unanswered.add(true);
    }

    void closest(boolean isExact, boolean isDead, double errorMillis, QueryCost cost, double latencyMillis) {
        unanswered.add(false);
        exact.add(isExact);
        dead.add(isDead);
        errors.add(errorMillis);
        probes.add(cost.probes());
        hops.add(cost.hops());
        latency.add(latencyMillis);
    }

    /// @param rate what those named bring together, as a share of what the eight closest do
    void several(double recalled, double rate, double ofVillains, double ofStrays, double ofSybils) {
        recall.add(PERCENT * recalled);
        rates.add(PERCENT * rate);
        villains.add(PERCENT * ofVillains);
        strays.add(PERCENT * ofStrays);
        sybils.add(PERCENT * ofSybils);
    }

    static int bandOf(double satisfiable) {
        int band = 0;
        while (satisfiable > BANDS.get(band)) {
            band++;
        }
        return band;
    }

    void constraints(double satisfiable, boolean success, QueryCost cost) {
        int band = bandOf(satisfiable);
        successes.get(band).add(success);
        costs.get(band).add(cost.probes());
    }

    /// @param excessMillis infinite if nobody who is up was named
    void leader(boolean isExact, double excessMillis, QueryCost cost) {
        leaders.add(isExact);
        if (Double.isFinite(excessMillis)) {
            leaderErrors.add(excessMillis);
        }
        leaderProbes.add(cost.probes());
    }

    void again(boolean isExact, QueryCost cost, double latencyMillis) {
        exactAgain.add(isExact);
        probesAgain.add(cost.probes());
        latencyAgain.add(latencyMillis);
    }

    Outcome outcome(double membersKnown, double bitsPerSecondPerNode) {
        errors.sort(Double::compare);
        List<Band> bands = new ArrayList<>();
        for (int i = 0; i < BANDS.size(); i++) {
            bands.add(new Band(
                    PERCENT * BANDS.get(i),
                    successes.get(i).count,
                    successes.get(i).get(),
                    costs.get(i).get()));
        }
        return new Outcome(
                exact.count,
                exact.get(),
                quantile(HALF),
                quantile(NINE_TENTHS),
                quantile(NEARLY_ALL),
                errors.stream().mapToDouble(e -> e).average().orElse(0),
                probes.get(),
                hops.get(),
                latency.get(),
                dead.get(),
                unanswered.get(),
                bands,
                new Outcome.Leader(leaders.get(), leaderErrors.get(), leaderProbes.get()),
                new Outcome.Again(exactAgain.get(), probesAgain.get(), latencyAgain.get()),
                recall.get(),
                rates.get(),
                villains.get(),
                strays.get(),
                sybils.get(),
                watchedHours == 0 ? Optional.empty() : Optional.of(falseFailures / watchedHours),
                membersKnown,
                bitsPerSecondPerNode);
    }

    private double quantile(double share) {
        return errors.isEmpty() ? 0 : errors.get(Math.min(errors.size() - 1, (int) (share * errors.size())));
    }
}
