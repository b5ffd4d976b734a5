package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fastsend.overlay.node.OverlaySettings;

/// Every experiment that docs/overlay.md reports, in both modes with the same seeds, as Markdown tables
/// ([Figures]).
public final class OverlayTable {
    private static final double CHURN = 0.1;
    private static final double NAT = 0.4;
    private static final double LIARS = 0.1;
    private static final double SYBILS = 0.2;
    private static final String PLANETLAB = "planetlab490";
    private static final String SEATTLE = "seattle99";

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
        private String name() {
            return line.name() + " | " + mode();
        }

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
        if (document.isPresent()) {
            for (Figures figures : Figures.values()) {
                figures.in(document.get()).check();
            }
        }
        for (Row row : rows()) {
            if (lines.matcher(row.line().name() + " " + row.mode()).find()) {
                List<Outcome> outcomes = new ArrayList<>();
                for (long seed : seeds) {
                    outcomes.add(run(row.line(), row.settings(), seed));
                }
                for (Figures figures : Figures.values()) {
                    write(figures, row, figures.cells(row.settings().mode(), outcomes), out, document);
                }
                out.flush();
            }
        }
    }

    private void write(Figures figures, Row row, String cells, PrintWriter out, Optional<Path> document)
            throws IOException {
        String span = seeds.size() == 1 ? seeds.getFirst().toString() : seeds.getFirst() + "-" + seeds.getLast();
        String text = "| " + row.name() + " | " + span + " | " + queries + " | " + cells + " |";
        if (document.isPresent()) {
            figures.in(document.get())
                    .put(figures.header(), rows().stream().map(Row::name).toList(), text);
        } else {
            out.print(figures.header());
        }
        out.println(text);
    }

    private Outcome run(Line line, OverlaySettings settings, long seed) throws IOException {
        var experiment = new Experiment(settings, line.nodes(), queries, line.constraints(), line.adversity(), seed);
        return new OverlayRun(experiment, RttMatrix.named(line.matrix())).run();
    }
}
