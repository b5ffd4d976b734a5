package org.fastsend.core.channel;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a relay listens.
public record RelayAddress(String host, int port) {
    /// Where relays listen unless they are told otherwise.
    public static final int DEFAULT_PORT = 4377;

    public RelayAddress {
        if (host.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a relay's address: " + host + ":" + port);
        }
    }

    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\[\\]]+)]|([^\\[\\]:]+))(?::([0-9]{1,5}))?");

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
        Matcher address = FORM.matcher(text);
        String port = address.matches() && address.group(3) != null ? address.group(3) : "" + defaultPort;
        try {
            String host =
                    address.matches() ? Optional.ofNullable(address.group(1)).orElseGet(() -> address.group(2)) : "";
            return new RelayAddress(host, Integer.parseInt(port));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not a relay's address; write HOST:PORT", e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
