package org.fastsend.it.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.LongStream;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.it.simulate.overlay.Adversity;
import org.fastsend.it.simulate.overlay.Experiment;
import org.fastsend.it.simulate.overlay.OutcomeJson;
import org.fastsend.it.simulate.overlay.OutcomeText;
import org.fastsend.it.simulate.overlay.OverlayRun;
import org.fastsend.it.simulate.overlay.OverlayTable;
import org.fastsend.it.simulate.overlay.RttMatrix;
import org.fastsend.overlay.member.Watch;
import org.fastsend.overlay.node.OverlaySettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `fsp simulate overlay`: the production overlay node over measured round-trip times.
@Command(
        name = "overlay",
        mixinStandardHelpOptions = true,
        description = "Runs an overlay of relays over measured round-trip times; the same seed repeats a run exactly.")
final class SimulateOverlayCommand implements Callable<Integer> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--matrix",
            paramLabel = "FILE",
            description = "Tab-separated, square, in milliseconds; or planetlab490, seattle99, plane or transit-stub.")
    private @Nullable Path matrix;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "0",
            description = "Members; more than the matrix has sites are spread over them. Default: what it has.")
    private int nodes;

    @Option(names = "--mode", paramLabel = "meridian|fsp", defaultValue = "fsp", description = "Default: fsp.")
    private String mode = "fsp";

    @Option(
            names = "--queries",
            paramLabel = "Q",
            defaultValue = "900",
            description = "A third each for the closest member, the eight closest, and constraints. Default: 900.")
    private int queries;

    @Option(
            names = "--constraints",
            paramLabel = "2|4",
            defaultValue = "2",
            description = "Targets of a query with constraints. Default: 2.")
    private int constraints;

    @Option(
            names = "--churn",
            paramLabel = "R",
            defaultValue = "0",
            converter = Share.class,
            description = "Share of the members replaced every minute: 0.1 or 10%%.")
    private double churn;

    @Option(
            names = "--nat",
            paramLabel = "P",
            defaultValue = "0",
            converter = Share.class,
            description = "Share of the members behind a NAT; three in ten of these are symmetric.")
    private double nat;

    @Option(
            names = "--liars",
            paramLabel = "P",
            defaultValue = "0",
            converter = Share.class,
            description = "Share of the members that report to be next to everything.")
    private double liars;

    @Option(
            names = "--sybils",
            paramLabel = "P",
            defaultValue = "0",
            converter = Share.class,
            description = "Share of the members that one operator made up, and that lie.")
    private double sybils;

    @Option(
            names = "--slow",
            paramLabel = "P",
            defaultValue = "0",
            converter = Share.class,
            description = "Share of the members that stand still for up to 16 s again and again;"
                    + " counts who is taken for dead meanwhile.")
    private double slow;

    @Option(
            names = "--loss",
            paramLabel = "P",
            defaultValue = "" + Adversity.USUAL_LOSS,
            converter = Share.class,
            description = "Share of all messages that are lost. Default: 1%%.")
    private double loss;

    @Option(
            names = "--watch",
            paramLabel = "lifeguard|swim",
            defaultValue = "lifeguard",
            description = "How members are watched: as FSP does, or as SWIM was published. Default: lifeguard.")
    private String watch = "lifeguard";

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Default: 1.")
    private long seed;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    @Option(
            names = "--table",
            description = "Instead of one run, all that docs/overlay.md reports, both modes, as a table.")
    private boolean table;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "With --table: put each row into this document, in place of the one that is there.")
    private @Nullable Path document;

    @Option(
            names = "--seeds",
            paramLabel = "FROM-TO",
            defaultValue = "1-5",
            description = "With --table: each experiment with each of these seeds. Default: 1-5.")
    private String seeds = "1-5";

    @Option(
            names = "--lines",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "With --table: only lines whose name and mode it is found in, such as '2,000.*FSP'.")
    private String lines = "";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (table) {
                new OverlayTable(queries, seeds(), lines()).write(out, Optional.ofNullable(document));
            } else {
                out.println(run());
            }
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, String.valueOf(e.getMessage()), e);
        }
        out.flush();
        return ExitCode.OK.number();
    }

    private List<Long> seeds() {
        Matcher range = RANGE.matcher(seeds);
        check(range.matches(), "--seeds: two numbers such as 1-5");
        return LongStream.rangeClosed(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)))
                .boxed()
                .toList();
    }

    private Pattern lines() {
        try {
            return Pattern.compile(lines);
        } catch (PatternSyntaxException e) {
            throw new ParameterException(spec.commandLine(), "--lines: " + e.getDescription());
        }
    }

    private String run() throws IOException {
        if (matrix == null) {
            throw new ParameterException(spec.commandLine(), "--matrix is missing");
        }
        check(nodes == 0 || nodes >= 10, "--nodes: an overlay has 10 members or more");
        check(queries > 0, "--queries: at least one");
        check(constraints == 2 || constraints == 4, "--constraints: 2 or 4");
        OverlaySettings settings = switch (mode) {
            case "fsp" -> OverlaySettings.defaults();
            case "meridian" -> OverlaySettings.meridian();
            default -> throw new ParameterException(spec.commandLine(), "--mode: meridian or fsp");
        };
        settings = switch (watch) {
            case "lifeguard" -> settings.watching(Watch.LIFEGUARD);
            case "swim" -> settings.watching(Watch.SWIM);
            default -> throw new ParameterException(spec.commandLine(), "--watch: lifeguard or swim");
        };
        var experiment = new Experiment(
                settings, nodes, queries, constraints, new Adversity(loss, churn, nat, slow, liars, sybils), seed);
        var outcome = new OverlayRun(experiment, matrix(matrix)).run();
        return json ? new OutcomeJson().of(outcome) : new OutcomeText().of(outcome);
    }

    private static RttMatrix matrix(Path file) throws IOException {
        try {
            return Files.exists(file) ? RttMatrix.read(file) : RttMatrix.named(file.toString());
        } catch (IOException e) {
            throw new IOException("the matrix cannot be read: " + e.getMessage(), e);
        }
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// A share of something: `0.1` or `10%`.
    static final class Share implements ITypeConverter<Double> {
        private static final double PERCENT = 100;

        @Override
        public Double convert(String text) {
            boolean percent = text.endsWith("%");
            try {
                double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
                double share = percent || number > 1 ? number / PERCENT : number;
                if (share >= 0 && share < 1) {
                    return share;
                }
            } catch (NumberFormatException _) {
                // Said below.
            }
            throw new TypeConversionException("'" + text + "' is no share; write 0.1 or 10%");
        }
    }
}
