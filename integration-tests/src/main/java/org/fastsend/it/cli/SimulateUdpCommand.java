package org.fastsend.it.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;
import org.fastsend.it.simulate.MarkedPart;
import org.fastsend.it.simulate.UdpBuffer;
import org.fastsend.it.simulate.UdpDraw;
import org.fastsend.it.simulate.UdpGridTable;
import org.fastsend.it.simulate.UdpResultJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `fsp simulate udp`: the UDP channel over a bottleneck.
@Command(
        name = "udp",
        mixinStandardHelpOptions = true,
        description = "Runs the UDP channel over a simulated bottleneck; the same seed repeats a run exactly.")
final class SimulateUdpCommand implements Callable<Integer> {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double ROUND_TRIPS = 60;
    private static final double LEAST_SECONDS = 10;
    private static final double JUMBO_ABOVE = 2e9;
    private static final double PERCENT = 100;

    private static final int WRITE_EVERY = 20;
    private static final String GRID = "fsp simulate udp --grid";
    private static final String DRAWN = "fsp simulate udp --drawn";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description = "The bottleneck's, such as 1G.")
    private @Nullable Long rate;

    @Option(names = "--rtt", paramLabel = "TIME", converter = Quantity.Time.class, description = "Of the empty path.")
    private @Nullable Double rtt;

    @Option(
            names = "--loss",
            paramLabel = "SHARE",
            converter = Quantity.Share.class,
            description = "At random, such as 5%%.")
    private @Nullable Double loss;

    @Option(
            names = "--buffer",
            paramLabel = "TIME|BDP",
            converter = Quantity.Buffer.class,
            defaultValue = "1bdp",
            description = "The bottleneck's queue: 20ms, 0.5bdp (default: ${DEFAULT-VALUE}).")
    private UdpBuffer buffer = new UdpBuffer(0, 1);

    @Option(
            names = "--policer",
            description =
                    "The bottleneck queues nothing: --buffer is the bucket of a policer that drops what exceeds it.")
    private boolean policer;

    @Option(names = "--flows", defaultValue = "1", description = "How many of FSP's own.")
    private int flows;

    @Option(names = "--weights", split = ",", description = "Of the flows, one each.")
    private List<Double> weights = new ArrayList<>();

    @Option(names = "--stagger", converter = Quantity.Time.class, description = "Each flow joins so much later.")
    private double stagger;

    @Option(names = "--rtt-step", converter = Quantity.Time.class, description = "Each flow's RTT is so much longer.")
    private double rttStep;

    @Option(
            names = "--reverse-load",
            converter = Quantity.Share.class,
            description = "Other traffic on the way back, as a share of the rate.")
    private double reverseLoad;

    @Option(names = "--reverse-cross", description = "A foreign flow on the way back: cubic or bbr.")
    private UdpScenario.Cross reverseCross = UdpScenario.Cross.NONE;

    @Option(names = "--cross", description = "A foreign flow: cubic or bbr.")
    private UdpScenario.Cross cross = UdpScenario.Cross.NONE;

    @Option(names = "--cross-first", description = "The foreign flow joins first, not last.")
    private boolean crossFirst;

    @Option(names = "--controller", description = "fsp (default), fast or cubic.")
    private Algorithm controller = Algorithm.FSP;

    @Option(names = "--datagram", description = "Largest UDP payload (default: 1472, 8972 above 2 Gbit/s).")
    private int datagramBytes;

    @Option(names = "--seconds", description = "Virtual time (default: 60 round trips, at least 10 s).")
    private double seconds;

    @Option(names = "--seed", defaultValue = "1", description = "Repeats a run.")
    private long seed;

    @Option(
            names = "--grid",
            description = "All paths that must be filled; --rate, --rtt and --loss pick a part of them.")
    private boolean grid;

    @Option(names = "--cases", description = "With --grid: lone flows only, all others only, or all (default).")
    private Cases cases = Cases.ALL;

    @Option(
            names = "--drawn",
            paramLabel = "N",
            description = "So many paths drawn at random from the seed, and those that miss a bar.")
    private int drawn;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "With --grid or --drawn: put the tables into this document.")
    private @Nullable Path document;

    @Option(
            names = "--threads",
            description = "With --grid or --drawn: so many runs at a time (default: one a processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private int progressed;

    /// Which runs the grid consists of.
    private enum Cases {
        ALL,
        LONE,
        OTHERS
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (grid) {
                runGrid(out);
            } else if (drawn > 0) {
                runDrawn(out);
            } else {
                UdpResult result = UdpRun.of(scenario());
                out.println(json ? UdpResultJson.of(result) : text(result));
            }
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, String.valueOf(e.getMessage()), e);
        }
        return ExitCode.OK.number();
    }

    private void runGrid(PrintWriter out) throws IOException {
        checkPlaceOf(GRID);
        boolean all = rate == null && rtt == null && loss == null;
        UdpGridTable tables = new UdpGridTable(new UdpGridTable.Part(
                cases != Cases.OTHERS,
                cases == Cases.OTHERS || (cases == Cases.ALL && all),
                rate == null ? 0 : rate,
                rtt == null ? 0 : Math.round(rtt * MILLIS_PER_SECOND),
                loss == null ? -1 : loss));
        tables.run(threads, () -> progress(tables));
        tell(tables.text(), GRID, out);
    }

    private void runDrawn(PrintWriter out) throws IOException {
        checkPlaceOf(DRAWN);
        UdpDraw draw = new UdpDraw(drawn, seed, new SplittableRandom(seed));
        draw.run(threads, () -> spec.commandLine().getErr().println(draw.progress()));
        tell(draw.text(), DRAWN, out);
    }

    /// Runs last too long to find out at their end that there is no place for what they say.
    private void checkPlaceOf(String part) throws IOException {
        if (document != null) {
            new MarkedPart(document, part).read();
        }
    }

    private void tell(String text, String part, PrintWriter out) throws IOException {
        if (document == null) {
            out.print(text);
        } else {
            new MarkedPart(document, part).write(text);
        }
        out.flush();
    }

    /// Tells how far it is and, every so often, puts what is known into the document.
    private synchronized void progress(UdpGridTable tables) {
        spec.commandLine().getErr().println(tables.progress());
        if (document != null && ++progressed % WRITE_EVERY == 0) {
            try {
                new MarkedPart(document, GRID).write(tables.text());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private UdpScenario scenario() {
        if (rate == null || rtt == null || rtt <= 0) {
            throw new ParameterException(
                    spec.commandLine(), "--rate and --rtt are needed, such as --rate 1G --rtt 300ms");
        }
        List<Double> shares = weights.isEmpty() ? Collections.nCopies(flows, 1.0) : weights;
        if (shares.isEmpty() || (flows != 1 && flows != shares.size())) {
            throw new ParameterException(spec.commandLine(), "--weights needs one weight for each of --flows");
        }
        int bytes = datagramBytes > 0 ? datagramBytes : rate > JUMBO_ABOVE ? UdpScenario.JUMBO : UdpScenario.ETHERNET;
        double duration = seconds > 0 ? seconds : Math.max(LEAST_SECONDS, ROUND_TRIPS * rtt);
        var path = new UdpScenario.Bottleneck(
                rate,
                Math.round(rtt * NANOS_PER_SECOND),
                loss == null ? 0 : loss,
                UdpScenario.buffer(rate, buffer.seconds(rtt), bytes),
                policer);
        var own = new UdpScenario.Flows(
                shares, Math.round(stagger * NANOS_PER_SECOND), Math.round(rttStep * NANOS_PER_SECOND));
        var traffic = new UdpScenario.Traffic(reverseLoad, reverseCross, cross, crossFirst);
        return new UdpScenario(path, own, traffic, controller, bytes, duration, seed);
    }

    private static String text(UdpResult result) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "link share %.1f %%, sending cost %.2f %%, receiving cost %.2f %%, queue %.1f ms (p95 %.1f),"
                        + " start-up %.0f ms (%.2f %% overflow), Jain %.3f%nwhole run %s",
                result.linkShare() * PERCENT,
                result.sendingCost() * PERCENT,
                result.receivingCost() * PERCENT,
                result.queueMeanMillis(),
                result.queueP95Millis(),
                result.startupMillis(),
                result.startupOverflow() * PERCENT,
                result.jainIndex(),
                BitRate.format(Math.round(result.goodputBitsPerSecond()))));
        if (result.crossShare() > 0) {
            text.append(String.format(Locale.ROOT, ", foreign flow %.1f %%", result.crossShare() * PERCENT));
        }
        for (UdpResult.Flow flow : result.flows()) {
            text.append(System.lineSeparator())
                    .append("flow ")
                    .append(BitRate.format(Math.round(flow.goodputBitsPerSecond())));
        }
        return text.toString();
    }
}
