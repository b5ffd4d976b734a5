package org.fastsend.server.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.auth.UsersFile;
import picocli.CommandLine.Option;

/// The file that every `fsp user` command works on.
final class UsersOption {
    @Option(names = "--users", required = true, paramLabel = "FILE", description = "The users file of the server.")
    private Path path = Path.of("users");

    UsersFile file() {
        return new UsersFile(path);
    }

    /// What the file holds; nothing yet if it does not exist.
    Map<String, UsersFile.Account> accounts() {
        return Files.exists(path) ? new LinkedHashMap<>(file().read()) : new LinkedHashMap<>();
    }

    /// The account of a user who must be there.
    UsersFile.Account account(String name) {
        UsersFile.Account account = accounts().get(name);
        if (account == null) {
            throw new FspException(ErrorCode.USAGE, "no user " + name + " in " + path);
        }
        return account;
    }
}
