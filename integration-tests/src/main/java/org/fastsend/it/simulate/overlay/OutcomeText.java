package org.fastsend.it.simulate.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An outcome for people.
public final class OutcomeText {
    public String of(Outcome outcome) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, "closest member: exact %.1f %% of %d", outcome.exactPercent(), outcome.closestQueries()));
        lines.add(String.format(
                Locale.ROOT,
                "error: median %.2f ms, p90 %.2f ms, p99 %.2f ms, mean %.2f ms",
                outcome.medianErrorMillis(),
                outcome.p90ErrorMillis(),
                outcome.p99ErrorMillis(),
                outcome.meanErrorMillis()));
        lines.add(String.format(
                Locale.ROOT,
                "cost of a query: %.1f probes, %.1f hops, %.0f ms",
                outcome.probesPerQuery(),
                outcome.hopsPerQuery(),
                outcome.latencyMillis()));
        lines.add(String.format(
                Locale.ROOT,
                "answers that named a dead member: %.1f %%; no answer: %.1f %%",
                outcome.deadPercent(),
                outcome.unansweredPercent()));
        for (Outcome.Band band : outcome.constraintSuccess()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "constraints that up to %s %% satisfy: %.1f %% of %d found, %.0f probes",
                    band.upToPercent(),
                    band.percent(),
                    band.queries(),
                    band.probesPerQuery()));
        }
        lines.add(String.format(
                Locale.ROOT,
                "central leader: exact %.1f %%, mean error %.2f ms, %.1f probes",
                outcome.leader().exactPercent(),
                outcome.leader().meanErrorMillis(),
                outcome.leader().probesPerQuery()));
        lines.add(String.format(
                Locale.ROOT,
                "asked again at once: exact %.1f %%, %.1f probes, %.0f ms",
                outcome.again().exactPercent(),
                outcome.again().probesPerQuery(),
                outcome.again().latencyMillis()));
        lines.add(String.format(
                Locale.ROOT,
                "recall of the eight closest: %.1f %%, and %.1f %% of their rate",
                outcome.recallAt8Percent(),
                outcome.setRatePercent()));
        lines.add(String.format(
                Locale.ROOT,
                "liars among those named: %.1f %%, farther than the honest eighth: %.1f %%, of one operator: %.1f %%",
                outcome.villainPercent(),
                outcome.strayVillainPercent(),
                outcome.sybilPercent()));
        outcome.falseFailuresPerHour()
                .map(perHour -> String.format(
                        Locale.ROOT, "a member takes %.2f others an hour for dead that are up and quick", perHour))
                .ifPresent(lines::add);
        lines.add(String.format(
                Locale.ROOT,
                "a member knows %.0f others and sends %.0f bit/s",
                outcome.membersKnown(),
                outcome.bitsPerSecondPerNode()));
        return String.join(System.lineSeparator(), lines);
    }
}
