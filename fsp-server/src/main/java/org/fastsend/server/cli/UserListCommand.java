package org.fastsend.server.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `fsp user list`: who may log in.
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists users with their homes and rights.")
final class UserListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private UsersOption users;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        users.file()
                .read()
                .values()
                .forEach(account -> out.println(account.user().name() + "\t"
                        + account.user().home() + "\t" + account.user().rights()));
        return ExitCode.OK.number();
    }
}
