package org.fastsend.it.simulate.overlay;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.fastsend.overlay.node.OverlaySettings;

/// Every experiment that docs/overlay.md reports, in both modes with the same seed, as a Markdown table.
public final class OverlayTable {
    private static final double CHURN = 0.1;
    private static final double NAT = 0.4;
    private static final double LIARS = 0.1;
    private static final double SYBILS = 0.2;
    private static final int PER_OPERATOR = 2;
    private static final String PLANETLAB = "planetlab490";
    private static final String SEATTLE = "seattle99";

    private final int queries;
    private final long seed;

    /// @param queries of each experiment
    /// @param seed of each experiment
    public OverlayTable(int queries, long seed) {
        this.queries = queries;
        this.seed = seed;
    }

    private record Line(
            String name,
            String matrix,
            int nodes,
            int constraints,
            double churn,
            double nat,
            double liars,
            double sybils) {
        private Line(String name, String matrix, int nodes) {
            this(name, matrix, nodes, 2, 0, 0, 0, 0);
        }
    }

    private static final List<Line> LINES = List.of(
            new Line("PlanetLab as it is", PLANETLAB, 0),
            new Line("Seattle as it is", SEATTLE, 0),
            new Line("2,000 on PlanetLab", PLANETLAB, 2000),
            new Line("2,000 on Seattle", SEATTLE, 2000),
            new Line("2,000, four constraints", PLANETLAB, 2000, 4, 0, 0, 0, 0),
            new Line("2,000, churn 10 %/min", PLANETLAB, 2000, 2, CHURN, 0, 0, 0),
            new Line("2,000, 40 % NAT", PLANETLAB, 2000, 2, 0, NAT, 0, 0),
            new Line("2,000, 10 % liars", PLANETLAB, 2000, 2, 0, 0, LIARS, 0),
            new Line("2,000, 20 % Sybils", PLANETLAB, 2000, 2, 0, 0, 0, SYBILS),
            new Line("5,000 on PlanetLab", PLANETLAB, 5000),
            new Line("10,000 on PlanetLab", PLANETLAB, 10_000));

    /// Writes each row when its experiment is over.
    public void write(PrintWriter out) throws IOException {
        out.println(
                "| members | mode | exact % | error p50/p90/mean ms | probes | hops | ms | constraints % <0.5/<2/<10 |"
                        + " recall@8 % | liars/Sybils % | dead % | known | bit/s |");
        out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (Line line : LINES) {
            for (OverlaySettings settings : List.of(OverlaySettings.meridian(), OverlaySettings.defaults())) {
                var experiment = new Experiment(
                        line.sybils() > 0 ? settings.withCaps(PER_OPERATOR, 0) : settings,
                        line.nodes(),
                        queries,
                        line.constraints(),
                        line.churn(),
                        line.nat(),
                        line.liars(),
                        line.sybils(),
                        seed);
                Outcome outcome = new OverlayRun(experiment, RttMatrix.carried(line.matrix())).run();
                out.println(row(line.name(), settings.mode(), outcome));
                out.flush();
            }
        }
    }

    private static String row(String name, OverlaySettings.Mode mode, Outcome o) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.2f/%.2f/%.2f | %.1f | %.1f | %.0f | %.0f/%.0f/%.0f | %.1f | %.1f/%.1f | %.1f"
                        + " | %.0f | %.0f |",
                name,
                mode == OverlaySettings.Mode.FSP ? "FSP" : "Meridian",
                o.exactPercent(),
                o.medianErrorMillis(),
                o.p90ErrorMillis(),
                o.meanErrorMillis(),
                o.probesPerQuery(),
                o.hopsPerQuery(),
                o.latencyMillis(),
                o.constraintSuccess().get(0).percent(),
                o.constraintSuccess().get(1).percent(),
                o.constraintSuccess().get(2).percent(),
                o.recallAt8Percent(),
                o.villainPercent(),
                o.sybilPercent(),
                o.deadPercent(),
                o.membersKnown(),
                o.bitsPerSecondPerNode());
    }
}
