package org.fastsend.client.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fastsend.client.progress.ProgressScreen;
import org.fastsend.client.progress.SummaryJson;
import org.fastsend.client.progress.SummaryText;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.Units;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Failures;
import org.fastsend.core.cli.Reported;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.SystemNanoClock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// How a command that transfers tells what it does: progress on a terminal, then lines for people or, with
/// `--json`, one object for scripts.
final class Reporting {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object at the end, and nothing else, on standard output.")
    private boolean json;

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    /// What a command does; its meter follows.
    @FunctionalInterface
    interface Work {
        TransferSummary run(TransferMeter meter) throws Exception;
    }

    /// Runs the work and reports how it ended.
    ///
    /// @param verb what was done if it ends well, such as `collected`
    /// @return the exit code; failures are thrown with their names, after they were reported as JSON if
    ///     that is wanted
    int report(String verb, Work work) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        TransferMeter meter = new TransferMeter(
                new SystemNanoClock(), new ProgressScreen(err, Terminal.isError(), Terminal.columns()));
        TransferSummary summary;
        try {
            summary = work.run(meter);
            meter.finish();
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            meter.finish();
            throw told(Failures.named(e), meter.summary());
        }
        if (!summary.troubles().isEmpty()) {
            FspException incomplete = incomplete(summary);
            if (!json) {
                out.println(text(verb, summary));
            }
            throw told(incomplete, summary);
        }
        out.println(json ? new SummaryJson().of(summary, fields) : text(verb, summary));
        return ExitCode.OK.number();
    }

    boolean isJson() {
        return json;
    }

    /// Adds a line to the report of a command that ends well.
    ///
    /// @param field its name in JSON
    /// @param label what stands before it for people
    void add(String field, String label, String value) {
        fields.put(field, value);
        lines.add(label + ": " + value);
    }

    /// Says something that is not the report: to people only.
    void say(String line) {
        if (!json) {
            spec.commandLine().getErr().println(line);
        }
    }

    private Reported told(FspException failure, TransferSummary known) {
        if (json) {
            spec.commandLine().getOut().println(new SummaryJson().failed(failure, known, fields));
        }
        return new Reported(failure);
    }

    private static FspException incomplete(TransferSummary summary) {
        int count = summary.troubles().size();
        return new FspException(
                ErrorCode.SOURCE_CHANGED,
                Units.count(count, "file") + " did not make it ("
                        + summary.troubles().getFirst() + (count > 1 ? ", ..." : "") + "); everything else did");
    }

    private String text(String verb, TransferSummary summary) {
        return Stream.concat(SummaryText.lines(verb, summary).stream(), lines.stream())
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
