package org.fastsend.server.auth;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import org.fastsend.core.error.FspException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides who may log in: the users of a file, read again when it changes, and the anonymous if they are welcome.
/// Thread-safe. At most [#MAX_HASHING] passwords are hashed at a time, which bounds memory whatever comes in.
public final class Logins {
    private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

    /// Hashing takes 19 MiB and a core each.
    static final int MAX_HASHING = 2;

    private final Optional<UsersFile> file;
    private final BiPredicate<PasswordHash, String> match;
    private final boolean anonymous;
    private final VerifiedLogins verified;
    /// Hashed in place of a user who does not exist, so that the time of a refusal does not tell.
    private final PasswordHash nobody;
    /// Platform threads: a virtual one would keep its carrier, and with it other sessions, for as long as it
    /// hashes.
    private final ExecutorService hashing = Executors.newFixedThreadPool(
            MAX_HASHING, Thread.ofPlatform().daemon().name("fsp-hash-", 0).factory());
    private Map<String, UsersFile.Account> accounts;
    private FileVersion version;

    /// Reads the file; throws FspException when it cannot be used.
    public Logins(Optional<UsersFile> file, boolean anonymous, SecureRandom random) {
        this(file, anonymous, random, PasswordHash::matches);
    }

    Logins(Optional<UsersFile> file, boolean anonymous, SecureRandom random, BiPredicate<PasswordHash, String> match) {
        this.file = file;
        this.match = match;
        this.anonymous = anonymous;
        this.verified = new VerifiedLogins(random);
        this.nobody = PasswordHash.unmatched(random);
        this.version = file.map(f -> FileVersion.of(f.path())).orElse(new FileVersion(""));
        this.accounts = file.map(UsersFile::read).orElse(Map.of());
    }

    /// Whether the name asks for anonymous access, where that is welcome.
    public boolean isAnonymous(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return anonymous && (lower.equals("anonymous") || lower.equals("ftp"));
    }

    /// The user, if name and password are right. May take a while the first time.
    public Optional<User> verify(String name, String password) throws InterruptedException {
        if (isAnonymous(name)) {
            return Optional.of(User.ANONYMOUS);
        }
        UsersFile.Account account = accounts().get(name);
        if (account == null) {
            matches(nobody, password);
            return Optional.empty();
        }
        if (!verified.knows(account, password)) {
            if (!matches(account.password(), password)) {
                return Optional.empty();
            }
            verified.remember(account, password);
        }
        return Optional.of(account.user());
    }

    private boolean matches(PasswordHash hash, String password) throws InterruptedException {
        try {
            return hashing.submit(() -> match.test(hash, password)).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a password cannot be hashed", e.getCause());
        }
    }

    private synchronized Map<String, UsersFile.Account> accounts() {
        file.ifPresent(this::readAgainIfChanged);
        return accounts;
    }

    private void readAgainIfChanged(UsersFile users) {
        FileVersion now = FileVersion.of(users.path());
        if (!now.equals(version)) {
            version = now;
            try {
                accounts = users.read();
                LOG.info("users read again from={} users={}", users.path(), accounts.size());
            } catch (FspException e) {
                LOG.warn("the users stay as they were: {}", e.getMessage());
            }
        }
    }
}
