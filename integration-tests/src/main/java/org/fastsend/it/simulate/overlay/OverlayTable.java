package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.fastsend.overlay.member.Watch;
import org.fastsend.overlay.node.OverlaySettings;

/// Every experiment that docs/overlay.md reports, in both modes with the same seeds, as Markdown tables
/// ([Figures]); and who is taken for dead, watched as FSP does and as SWIM was published.
public final class OverlayTable {
    private static final double CHURN = 0.1;
    private static final double NAT = 0.4;
    private static final double LIARS = 0.1;
    private static final double SYBILS = 0.2;
    private static final double SLOW = 0.1;
    private static final double LOST_AMONG_SLOW = 0.05;
    /// How members are watched shows without queries; this is how long.
    private static final int WATCH_QUERIES = 30;

    private static final String PLANETLAB = "planetlab490";
    private static final String SEATTLE = "seattle99";

    private final int queries;
    private final List<Long> seeds;
    private final Pattern lines;

    /// @param queries of each experiment with members that are well
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

    private static final List<Line> WATCHED = List.of(
            new Line(
                    "2,000 on PlanetLab, 10 % slow",
                    PLANETLAB, 2000, 2, Adversity.usual().slow(SLOW, LOST_AMONG_SLOW)),
            new Line(
                    "500 on Seattle, 10 % slow",
                    SEATTLE, 500, 2, Adversity.usual().slow(SLOW, LOST_AMONG_SLOW)));

    /// @param mode as people call it
    /// @param figures the tables that it is in
    private record Row(Line line, String mode, OverlaySettings settings, int queries, List<Figures> figures) {
        private String name() {
            return line.name() + " | " + mode;
        }
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Line line : LINES) {
            List<Figures> figures = List.of(Figures.FIRST, Figures.FURTHER);
            rows.add(new Row(line, "Meridian", OverlaySettings.meridian(), queries, figures));
            rows.add(new Row(line, "FSP", OverlaySettings.defaults(), queries, figures));
        }
        for (Line line : WATCHED) {
            List<Figures> figures = List.of(Figures.TAKEN_FOR_DEAD);
            OverlaySettings fsp = OverlaySettings.defaults();
            rows.add(new Row(line, "SWIM", fsp.watching(Watch.SWIM), WATCH_QUERIES, figures));
            rows.add(new Row(line, "FSP", fsp.watching(Watch.LIFEGUARD), WATCH_QUERIES, figures));
        }
        return rows;
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
                    outcomes.add(run(row, seed));
                }
                for (Figures figures : row.figures()) {
                    write(figures, row, figures.cells(row.settings().mode(), outcomes), out, document);
                }
                out.flush();
            }
        }
    }

    private void write(Figures figures, Row row, String cells, PrintWriter out, Optional<Path> document)
            throws IOException {
        String span = seeds.size() == 1 ? seeds.getFirst().toString() : seeds.getFirst() + "-" + seeds.getLast();
        String text = "| " + row.name() + " | " + span + " | " + row.queries() + " | " + cells + " |";
        if (document.isPresent()) {
            List<String> order = rows().stream()
                    .filter(r -> r.figures().contains(figures))
                    .map(Row::name)
                    .toList();
            figures.in(document.get()).put(figures.header(), order, text);
        } else {
            out.print(figures.header());
        }
        out.println(text);
    }

    private static Outcome run(Row row, long seed) throws IOException {
        Line line = row.line();
        var experiment =
                new Experiment(row.settings(), line.nodes(), row.queries(), line.constraints(), line.adversity(), seed);
        return new OverlayRun(experiment, RttMatrix.named(line.matrix())).run();
    }
}
