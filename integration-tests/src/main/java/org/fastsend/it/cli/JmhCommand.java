package org.fastsend.it.cli;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/// Runs the micro-benchmarks of a checkout: `fsp jmh Seal`, `fsp jmh -p cipher=AES_256_GCM Seal`, `fsp jmh -l`.
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: fsp jmh [JMH's options] [REGEX...]%n",
        customSynopsis = "",
        description = "Runs the micro-benchmarks whose names match, all of them without one; for developers.")
public final class JmhCommand implements FspCommand {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Unmatched
    private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws RunnerException {
        try {
            var options = new CommandLineOptions(arguments.toArray(String[]::new));
            if (options.shouldList()) {
                new Runner(options).list();
            } else {
                new Runner(options).run();
            }
            return ExitCode.OK.number();
        } catch (CommandLineOptionException e) {
            throw new ParameterException(spec.commandLine(), "JMH: " + e.getMessage(), e);
        }
    }
}
