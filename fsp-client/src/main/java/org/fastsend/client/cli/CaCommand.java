package org.fastsend.client.cli;

import org.fastsend.core.cli.FspCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `fsp ca`: the federation's authority and its members.
@Command(
        name = "ca",
        mixinStandardHelpOptions = true,
        description = "Makes a federation's certificate authority and its members.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CaInitCommand.class, CaIssueCommand.class})
public final class CaCommand implements FspCommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
