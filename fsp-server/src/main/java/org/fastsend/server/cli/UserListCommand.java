package org.fastsend.server.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UsersFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `fsp user list`: who may log in.
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists users with their homes, rights and limits.")
final class UserListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private UsersOption users;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (UsersFile.Account account : users.file().read().values()) {
            User user = account.user();
            out.println(
                    (user.name() + "\t" + user.home() + "\t" + user.rights() + "\t" + user.limits()).stripTrailing());
        }
        return ExitCode.OK.number();
    }
}
