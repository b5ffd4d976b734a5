package org.fastsend.server.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.server.auth.UsersFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp user remove`: a user who may log in no longer; sessions that are open stay.
@Command(name = "remove", mixinStandardHelpOptions = true, description = "Removes a user.")
final class UserRemoveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private UsersOption users;

    @Parameters(paramLabel = "NAME", description = "The user's name.")
    private String name = "";

    @Override
    public Integer call() {
        UsersFile.Account account = users.account(name);
        Map<String, UsersFile.Account> accounts = users.accounts();
        accounts.remove(account.user().name());
        users.file().write(accounts);
        spec.commandLine().getOut().println("removed " + name);
        return ExitCode.OK.number();
    }
}
