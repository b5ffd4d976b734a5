package org.fastsend.client.cli;

import org.fastsend.core.cli.FspCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `fsp bench`: how fast a path is.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures a path, from memory to memory, over the channels that transfers use.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {BenchServeCommand.class, BenchRunCommand.class})
public final class BenchCommand implements FspCommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
