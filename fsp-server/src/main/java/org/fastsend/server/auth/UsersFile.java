package org.fastsend.server.auth;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.DiskFailure;
import org.fastsend.server.files.PrivateFiles;

/// The file of users: a line `name:hash:home:rights` or `name:hash:home:rights:limits` each, empty lines and those that
/// start with `#` aside.
public record UsersFile(Path path) {
    private static final int MIN_FIELDS = 4;
    private static final int MAX_FIELDS = 5;
    private static final long MAX_BYTES = 64 << 20;

    /// A user and the hash of the password.
    public record Account(User user, PasswordHash password) {
        String line() {
            String line = user.name() + ':' + password + ':' + user.home() + ':' + user.rights();
            return user.limits().equals(UserLimits.NONE) ? line : line + ':' + user.limits();
        }
    }

    /// Reads the whole file, by name in file order.
    public Map<String, Account> read() {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw new FspException(ErrorCode.USAGE, "users file " + path + " is larger than 64 MiB");
            }
            return parse(Files.readAllLines(path));
        } catch (NoSuchFileException e) {
            throw new FspException(
                    ErrorCode.MISSING_PATH, "no users file " + path + "; make one with 'fsp user add'", e);
        } catch (CharacterCodingException e) {
            throw new FspException(ErrorCode.USAGE, "users file " + path + " is not UTF-8 text", e);
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.MISSING_PATH, "cannot read users file " + path + ": " + DiskFailure.reason(e), e);
        }
    }

    /// Replaces the file by these accounts, at once and readable by its owner alone.
    public void write(Map<String, Account> accounts) {
        StringBuilder text = new StringBuilder("# name:argon2id hash:home:rights[:limits]; see 'fsp user --help'\n");
        accounts.values().forEach(account -> text.append(account.line()).append('\n'));
        try {
            PrivateFiles.write(path, text.toString());
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, "cannot write users file " + path + ": " + DiskFailure.reason(e), e);
        }
    }

    private Map<String, Account> parse(List<String> lines) {
        Map<String, Account> accounts = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                Account account = account(line, i + 1);
                if (accounts.put(account.user().name(), account) != null) {
                    throw bad(i + 1, "user " + account.user().name() + " stands there twice");
                }
            }
        }
        return accounts;
    }

    private Account account(String line, int number) {
        String[] fields = line.split(":", -1);
        if (fields.length < MIN_FIELDS || fields.length > MAX_FIELDS) {
            throw bad(number, "a line is name:hash:home:rights or name:hash:home:rights:limits");
        }
        try {
            UserLimits limits = UserLimits.parse(fields.length > MIN_FIELDS ? fields[MIN_FIELDS] : "");
            User user = new User(fields[0], fields[2], Rights.parse(fields[3]), limits);
            return new Account(user, PasswordHash.parse(fields[1]));
        } catch (IllegalArgumentException e) {
            throw bad(number, String.valueOf(e.getMessage()));
        }
    }

    private FspException bad(int line, String why) {
        return new FspException(ErrorCode.USAGE, "users file " + path + ", line " + line + ": " + why);
    }
}
