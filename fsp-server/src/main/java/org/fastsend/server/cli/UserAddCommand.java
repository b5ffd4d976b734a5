package org.fastsend.server.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UsersFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp user add`: a new user.
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = "Adds a user; the password comes from the terminal or the first line of standard input.")
final class UserAddCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private UsersOption users;

    @Parameters(paramLabel = "NAME", description = "The new user's name.")
    private String name = "";

    @Option(
            names = "--home",
            paramLabel = "PATH",
            defaultValue = "/",
            description = "What the user sees as /, below the server's root (default: all of it).")
    private String home = "/";

    @Option(
            names = "--rights",
            paramLabel = "RIGHTS",
            defaultValue = "r",
            description = "Letters out of rwdt: read, write, delete, third-party transfers (default: r).")
    private String rights = "r";

    @Mixin
    private LimitOptions limits;

    @Override
    public Integer call() {
        Map<String, UsersFile.Account> accounts = users.accounts();
        if (accounts.containsKey(name)) {
            throw new FspException(ErrorCode.USAGE, "user " + name + " exists; 'fsp user passwd' changes the password");
        }
        User user = user();
        accounts.put(name, new UsersFile.Account(user, NewPassword.ask()));
        users.file().write(accounts);
        spec.commandLine().getOut().println("added " + name + " with home " + home + " and rights " + user.rights());
        return ExitCode.OK.number();
    }

    private User user() {
        try {
            return new User(name, home, Rights.parse(rights), limits.limits());
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }
}
