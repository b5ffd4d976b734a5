package org.fastsend.core.channel;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a relay listens.
public record RelayAddress(String host, int port) {
    /// Where relays listen unless they are told otherwise.
    public static final int DEFAULT_PORT = 4377;

    private static final Pattern FORM =
            Pattern.compile("(?:\\[(?<v6>[^\\[\\]]+)]|(?<host>[^\\[\\]:]+))(?::(?<port>[0-9]{1,5}))?");

    public RelayAddress {
        if (host.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a relay's address: " + host + ":" + port);
        }
    }

    /// Parses `host:port` and `[v6]:port`.
    ///
    /// @throws IllegalArgumentException saying what is expected
    public static RelayAddress parse(String text) {
        return parse(text, 0);
    }

    /// The same, where a host alone is one at [#DEFAULT_PORT].
    ///
    /// @throws IllegalArgumentException saying what is expected
    public static RelayAddress parseHost(String text) {
        return parse(text, DEFAULT_PORT);
    }

    private static RelayAddress parse(String text, int defaultPort) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(expectation(text));
        }
        try {
            Optional<String> port = Optional.ofNullable(form.group("port"));
            return new RelayAddress(
                    Optional.ofNullable(form.group("v6")).orElseGet(() -> form.group("host")),
                    port.map(Integer::parseInt).orElse(defaultPort));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(expectation(text), e);
        }
    }

    private static String expectation(String text) {
        return "'" + text + "' is not a relay's address; write HOST:PORT";
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
