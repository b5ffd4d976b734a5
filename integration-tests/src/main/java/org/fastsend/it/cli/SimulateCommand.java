package org.fastsend.it.cli;

import org.fastsend.core.cli.FspCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `fsp simulate`: the production machines in virtual time.
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Runs FSP's machines in virtual time; for developers.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SimulateOverlayCommand.class, SimulateUdpCommand.class})
public final class SimulateCommand implements FspCommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
