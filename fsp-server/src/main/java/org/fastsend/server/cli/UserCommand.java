package org.fastsend.server.cli;

import org.fastsend.core.cli.FspCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `fsp user`: the users file of a server, which reads it again when it changes.
@Command(
        name = "user",
        mixinStandardHelpOptions = true,
        description = "Keeps the file of those who may log in to a server.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UserAddCommand.class, UserPasswordCommand.class, UserListCommand.class, UserRemoveCommand.class})
public final class UserCommand implements FspCommand {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
