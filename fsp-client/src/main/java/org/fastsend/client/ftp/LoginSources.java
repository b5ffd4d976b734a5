package org.fastsend.client.ftp;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// Where a login comes from: the URL, the environment, the netrc file, a question on the terminal;
/// otherwise anonymous.
///
/// @param password of the environment, for scripts (`FSP_PASSWORD`)
/// @param netrc read only when it is needed
/// @param prompt asks the person, given the line to show; empty when there is no terminal
public record LoginSources(
        Optional<String> password, Supplier<Netrc> netrc, Function<String, Optional<String>> prompt) {
    public Login login(FtpUrl url) {
        if (url.password().isPresent()) {
            return new Login(url.user().orElseThrow(), url.password().get());
        }
        if (url.user().isPresent()) {
            String user = url.user().get();
            return password.map(word -> new Login(user, word))
                    .or(() -> netrc.get().find(url.host(), url.user()))
                    .or(() -> anonymous(user))
                    .or(() -> prompt.apply("Password for " + user + " at " + url.address() + ": ")
                            .map(word -> new Login(user, word)))
                    .orElseThrow(() -> new FspException(
                            ErrorCode.LOGIN_REFUSED,
                            "no password for " + user + " at " + url.address()
                                    + "; set FSP_PASSWORD or write it into ~/.netrc"));
        }
        return netrc.get().find(url.host(), Optional.empty()).orElse(Login.ANONYMOUS);
    }

    private static Optional<Login> anonymous(String user) {
        Login login = new Login(user, Login.ANONYMOUS.password());
        return login.isAnonymous() ? Optional.of(login) : Optional.empty();
    }
}
