package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fastsend.overlay.node.OverlaySettings;

/// Every experiment that docs/overlay.md reports, in both modes with the same seeds, as a Markdown table.
public final class OverlayTable {
    private static final double CHURN = 0.1;
    private static final double NAT = 0.4;
    private static final double LIARS = 0.1;
    private static final double SYBILS = 0.2;
    private static final String PLANETLAB = "planetlab490";
    private static final String SEATTLE = "seattle99";

    private static final String HEADER = """
            | members | mode | seeds | queries | exact % (worst seed) | error median, p90, mean ms | probes | latency ms | \
            constraints met %, <0.5, <2, <10 % satisfy (queries) | recall@8 (rate) % | liars, Sybils named % | dead % | knows | bit/s |
            |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
            """;

    private final int queries;
    private final List<Long> seeds;
    private final Pattern lines;

    /// @param queries of each experiment
    /// @param seeds each experiment is run with each of them
    /// @param lines which lines to write: those whose name and mode this is found in
    public OverlayTable(int queries, List<Long> seeds, Pattern lines) {
        this.queries = queries;
        this.seeds = List.copyOf(seeds);
        this.lines = lines;
    }

    private record Line(String name, String matrix, int nodes, int constraints, Adversity adversity) {
        private Line(String name, String matrix, int nodes) {
            this(name, matrix, nodes, 2, Adversity.usual());
        }
    }

    private static final List<Line> LINES = List.of(
            new Line("PlanetLab as it is", PLANETLAB, 0),
            new Line("Seattle as it is", SEATTLE, 0),
            new Line("plane as it is", RttMatrix.PLANE, 0),
            new Line("transit-stub as it is", RttMatrix.TRANSIT_STUB, 0),
            new Line("2,000 on PlanetLab", PLANETLAB, 2000),
            new Line("2,000 on Seattle", SEATTLE, 2000),
            new Line("2,000 on plane", RttMatrix.PLANE, 2000),
            new Line("2,000 on transit-stub", RttMatrix.TRANSIT_STUB, 2000),
            new Line("2,000, four constraints", PLANETLAB, 2000, 4, Adversity.usual()),
            new Line(
                    "2,000, 10 % churn a minute",
                    PLANETLAB, 2000, 2, Adversity.usual().churn(CHURN)),
            new Line(
                    "2,000, 40 % behind NAT",
                    PLANETLAB, 2000, 2, Adversity.usual().nat(NAT)),
            new Line(
                    "2,000, 10 % liars and 20 % Sybils",
                    PLANETLAB, 2000, 2, Adversity.usual().villains(LIARS, SYBILS)),
            new Line("5,000 on PlanetLab", PLANETLAB, 5000),
            new Line("5,000 on Seattle", SEATTLE, 5000),
            new Line("10,000 on PlanetLab", PLANETLAB, 10_000),
            new Line("10,000 on Seattle", SEATTLE, 10_000));

    private record Row(Line line, OverlaySettings settings) {
        private String mode() {
            return settings.mode() == OverlaySettings.Mode.FSP ? "FSP" : "Meridian";
        }
    }

    private static List<Row> rows() {
        return LINES.stream()
                .flatMap(line -> Stream.of(OverlaySettings.meridian(), OverlaySettings.defaults())
                        .map(settings -> new Row(line, settings)))
                .toList();
    }

    /// Writes each row when its experiments are over.
    ///
    /// @param document to put the rows into; empty to print them
    public void write(PrintWriter out, Optional<Path> document) throws IOException {
        List<String> order = rows().stream()
                .map(row -> row.line().name() + " | " + row.mode())
                .toList();
        if (document.isPresent()) {
            new TableDocument(document.get()).check();
        } else {
            out.print(HEADER);
        }
        for (Row row : rows()) {
            if (lines.matcher(row.line().name() + " " + row.mode()).find()) {
                List<Outcome> outcomes = new ArrayList<>();
                for (long seed : seeds) {
                    outcomes.add(run(row.line(), row.settings(), seed));
                }
                String text = row(row, outcomes);
                if (document.isPresent()) {
                    new TableDocument(document.get()).put(HEADER, order, text);
                }
                out.println(text);
                out.flush();
            }
        }
    }

    private Outcome run(Line line, OverlaySettings settings, long seed) throws IOException {
        var experiment = new Experiment(settings, line.nodes(), queries, line.constraints(), line.adversity(), seed);
        return new OverlayRun(experiment, RttMatrix.named(line.matrix())).run();
    }

    private String row(Row row, List<Outcome> of) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %d | %.1f (%.1f) | %.2f, %.2f, %.2f | %.1f | %.0f | %s, %s, %s | %s | %.1f, %.1f | %.1f | %.0f"
                        + " | %.0f |",
                row.line().name(),
                row.mode(),
                seeds.size() == 1 ? seeds.getFirst() : seeds.getFirst() + "-" + seeds.getLast(),
                queries,
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
                recall(row.settings(), of),
                mean(of, Outcome::villainPercent),
                mean(of, Outcome::sybilPercent),
                mean(of, Outcome::deadPercent),
                mean(of, Outcome::membersKnown),
                mean(of, Outcome::bitsPerSecondPerNode));
    }

    private static double mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> what) {
        return outcomes.stream().mapToDouble(what).average().orElse(0);
    }

    /// Meridian names one member, which makes no set.
    private static String recall(OverlaySettings settings, List<Outcome> of) {
        String recall = String.format(Locale.ROOT, "%.1f", mean(of, Outcome::recallAt8Percent));
        return settings.mode() == OverlaySettings.Mode.MERIDIAN
                ? recall
                : recall + String.format(Locale.ROOT, " (%.1f)", mean(of, Outcome::setRatePercent));
    }

    /// Of all queries of one band, whichever seed they belong to.
    private static String met(List<Outcome> outcomes, int band) {
        double met = 0;
        int queries = 0;
        for (Outcome outcome : outcomes) {
            Outcome.Band one = outcome.constraintSuccess().get(band);
            met += one.percent() * one.queries();
            queries += one.queries();
        }
        return queries == 0 ? "-" : String.format(Locale.ROOT, "%.0f (%d)", met / queries, queries);
    }
}
