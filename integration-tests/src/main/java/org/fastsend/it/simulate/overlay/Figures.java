package org.fastsend.it.simulate.overlay;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.fastsend.overlay.node.OverlaySettings.Mode;

/// What the tables show of each experiment: means over its seeds.
enum Figures {
    /// What is asked of an overlay first.
    FIRST("fsp simulate overlay --table", """
            | members | mode | seeds | queries | exact % (worst seed) | error median, p90, mean ms | probes | latency ms | \
            constraints met %, <0.5, <2, <10 % satisfy (queries) | recall@8 (rate) % | liars, Sybils named % | dead % | knows | bit/s |
            |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
            """) {
        @Override
        String cells(Mode mode, List<Outcome> of) {
            return String.format(
                    Locale.ROOT,
                    "%.1f (%.1f) | %.2f, %.2f, %.2f | %.1f | %.0f | %s, %s, %s | %s | %.1f, %.1f | %.1f | %.0f | %.0f",
                    mean(of, Outcome::exactPercent),
                    of.stream().mapToDouble(Outcome::exactPercent).min().orElse(0),
                    mean(of, Outcome::medianErrorMillis),
                    mean(of, Outcome::p90ErrorMillis),
                    mean(of, Outcome::meanErrorMillis),
                    mean(of, Outcome::probesPerQuery),
                    mean(of, Outcome::latencyMillis),
                    met(of, 0),
                    met(of, 1),
                    met(of, 2),
                    recall(mode, of),
                    mean(of, Outcome::villainPercent),
                    mean(of, Outcome::sybilPercent),
                    mean(of, Outcome::deadPercent),
                    mean(of, Outcome::membersKnown),
                    mean(of, Outcome::bitsPerSecondPerNode));
        }
    },
    /// What the same experiments show besides.
    FURTHER("fsp simulate overlay --table, further", """
            | members | mode | seeds | queries | hops | error p99 ms | probes of constraints, <0.5, <2, <10 % satisfy \
            | central leader exact %, mean error ms, probes | asked again: exact %, probes, ms |
            |---|---|--:|--:|--:|--:|--:|--:|--:|
            """) {
        @Override
        String cells(Mode mode, List<Outcome> of) {
            return String.format(
                    Locale.ROOT,
                    "%.1f | %.2f | %s, %s, %s | %.1f, %.2f, %.1f | %.1f, %.1f, %.0f",
                    mean(of, Outcome::hopsPerQuery),
                    mean(of, Outcome::p99ErrorMillis),
                    probes(of, 0),
                    probes(of, 1),
                    probes(of, 2),
                    mean(of, outcome -> outcome.leader().exactPercent()),
                    mean(of, outcome -> outcome.leader().meanErrorMillis()),
                    mean(of, outcome -> outcome.leader().probesPerQuery()),
                    mean(of, outcome -> outcome.again().exactPercent()),
                    mean(of, outcome -> outcome.again().probesPerQuery()),
                    mean(of, outcome -> outcome.again().latencyMillis()));
        }
    },
    /// How often members that are up and quick are taken for dead, where others are slow.
    TAKEN_FOR_DEAD("fsp simulate overlay --table, taken for dead", """
            | members | watched as | seeds | queries | taken for dead by each member an hour, seed by seed | mean |
            |---|---|--:|--:|--:|--:|
            """) {
        @Override
        String cells(Mode mode, List<Outcome> of) {
            return of.stream()
                            .map(outcome -> String.format(Locale.ROOT, "%.3f", taken(outcome)))
                            .collect(Collectors.joining(", "))
                    + String.format(Locale.ROOT, " | %.3f", mean(of, Figures::taken));
        }
    };

    private final String mark;
    private final String header;

    Figures(String mark, String header) {
        this.mark = mark;
        this.header = header;
    }

    /// A row's cells behind those that name it.
    abstract String cells(Mode mode, List<Outcome> of);

    String header() {
        return header;
    }

    /// Where a document has this table.
    TableDocument in(Path document) {
        return new TableDocument(document, mark);
    }

    private static double taken(Outcome outcome) {
        return outcome.falseFailuresPerHour().orElseThrow();
    }

    private static double mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> what) {
        return outcomes.stream().mapToDouble(what).average().orElse(0);
    }

    /// Meridian names one member, which makes no set.
    private static String recall(Mode mode, List<Outcome> of) {
        String recall = String.format(Locale.ROOT, "%.1f", mean(of, Outcome::recallAt8Percent));
        return mode == Mode.MERIDIAN
                ? recall
                : recall + String.format(Locale.ROOT, " (%.1f)", mean(of, Outcome::setRatePercent));
    }

    private static String met(List<Outcome> outcomes, int band) {
        int queries = queries(outcomes, band);
        return queries == 0
                ? "-"
                : String.format(Locale.ROOT, "%.0f (%d)", ofAll(outcomes, band, Outcome.Band::percent), queries);
    }

    private static String probes(List<Outcome> outcomes, int band) {
        return queries(outcomes, band) == 0
                ? "-"
                : String.format(Locale.ROOT, "%.0f", ofAll(outcomes, band, Outcome.Band::probesPerQuery));
    }

    private static int queries(List<Outcome> outcomes, int band) {
        return outcomes.stream()
                .mapToInt(outcome -> outcome.constraintSuccess().get(band).queries())
                .sum();
    }

    /// The mean over all queries of one band, whichever seed they belong to.
    private static double ofAll(List<Outcome> outcomes, int band, ToDoubleFunction<Outcome.Band> what) {
        double sum = outcomes.stream()
                .map(outcome -> outcome.constraintSuccess().get(band))
                .mapToDouble(one -> what.applyAsDouble(one) * one.queries())
                .sum();
        return sum / queries(outcomes, band);
    }
}
