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

/// `fsp user passwd`: another password.
@Command(name = "passwd", mixinStandardHelpOptions = true, description = "Gives a user another password.")
final class UserPasswordCommand implements Callable<Integer> {
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
        accounts.put(name, new UsersFile.Account(account.user(), NewPassword.ask()));
        users.file().write(accounts);
        spec.commandLine().getOut().println("changed the password of " + name);
        return ExitCode.OK.number();
    }
}
