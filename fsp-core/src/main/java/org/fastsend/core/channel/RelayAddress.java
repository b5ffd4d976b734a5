package org.fastsend.core.channel;

/// Where a relay listens.
public record RelayAddress(String host, int port) {
    public RelayAddress {
        if (host.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a relay's address: " + host + ":" + port);
        }
    }

    /// Parses {@code host:port}, {@code [v6]:port}; throws IllegalArgumentException saying what is
    /// expected.
    public static RelayAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 1 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            return new RelayAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not a relay's address; write HOST:PORT", e);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
