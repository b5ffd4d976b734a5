package org.fastsend.client.ftp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// A place on a server: `ftp://[user[:password]@]host[:port]/path`, or the same with `fsp://`, which
/// insists on a server that stripes. Percent signs encode bytes of UTF-8 (RFC 3986); a path is relative to
/// where the login lands (RFC 1738), unless it starts with a second slash. The password is never printed.
///
/// @param stripes whether the scheme was `fsp`
/// @param path without the first slash; empty for where the login lands; no NUL, CR or LF
public record FtpUrl(
        boolean stripes, Optional<String> user, Optional<String> password, String host, int port, String path) {
    public static final int DEFAULT_PORT = 21;

    /// Whether a command's argument is meant to be a URL of these.
    public static boolean looksLikeOne(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.startsWith("ftp://") || lower.startsWith("fsp://");
    }

    /// Throws [ErrorCode#USAGE] for anything else. Characters that a URL would encode, such as blanks, are
    /// taken as they are.
    public static FtpUrl parse(String text) {
        if (!looksLikeOne(text)) {
            throw wrong(text, "write ftp://HOST/PATH or fsp://HOST/PATH");
        }
        String rest = text.substring("ftp://".length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = decode(text, slash < 0 ? "" : rest.substring(slash + 1));
        int at = authority.lastIndexOf('@');
        String login = at < 0 ? "" : authority.substring(0, at);
        int colon = login.indexOf(':');
        Optional<String> user =
                at < 0 ? Optional.empty() : Optional.of(decode(text, colon < 0 ? login : login.substring(0, colon)));
        Optional<String> password =
                colon < 0 ? Optional.empty() : Optional.of(decode(text, login.substring(colon + 1)));
        if (user.isPresent() && user.get().isEmpty()) {
            throw wrong(text, "the user's name before '@' is empty");
        }
        return place(text, authority.substring(at + 1), user, password, path);
    }

    private static FtpUrl place(
            String text, String hostAndPort, Optional<String> user, Optional<String> password, String path) {
        boolean stripes = text.substring(0, 3).equalsIgnoreCase("fsp");
        int bracket = hostAndPort.startsWith("[") ? hostAndPort.indexOf(']') : -1;
        int colon = hostAndPort.indexOf(':', bracket + 1);
        String host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
        if (bracket > 0) {
            host = host.substring(1, bracket);
        }
        if (host.isBlank() || host.contains("[") || host.contains("%") || host.contains(" ")) {
            throw wrong(text, "the host is missing or malformed");
        }
        int port = colon < 0 ? DEFAULT_PORT : port(text, hostAndPort.substring(colon + 1));
        return new FtpUrl(stripes, user, password, host, port, path);
    }

    private static int port(String text, String digits) {
        if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) < 1 || Integer.parseInt(digits) > 65535) {
            throw wrong(text, "the port must be a number from 1 to 65535");
        }
        return Integer.parseInt(digits);
    }

    /// Whether the path can only mean a directory.
    public boolean isDirectory() {
        return path.isEmpty() || path.endsWith("/");
    }

    /// The path as an absolute one, on a server where the login lands in `home`; without a trailing slash
    /// unless it is the root.
    public String absolutePath(String home) {
        String whole = path.startsWith("/") ? path : home + (home.endsWith("/") ? "" : "/") + path;
        while (whole.length() > 1 && whole.endsWith("/")) {
            whole = whole.substring(0, whole.length() - 1);
        }
        return whole;
    }

    /// `host:port`, as messages name the server.
    public String address() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /// The URL without the password, with the path as it is.
    @Override
    public String toString() {
        return (stripes ? "fsp://" : "ftp://") + user.map(name -> name + "@").orElse("")
                + (port == DEFAULT_PORT ? address().substring(0, address().lastIndexOf(':')) : address()) + "/" + path;
    }

    private static String decode(String url, String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                decoded.put(hexByte(url, raw, i + 1));
                i += 2;
            } else {
                decoded.put(raw[i]);
            }
        }
        try {
            String result =
                    StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
            if (result.chars().anyMatch(c -> c == 0 || c == '\r' || c == '\n')) {
                throw wrong(url, "a name holds a line break or NUL");
            }
            return result;
        } catch (CharacterCodingException e) {
            throw wrong(url, "what its percent signs encode is not UTF-8");
        }
    }

    private static byte hexByte(String url, byte[] raw, int at) {
        int high = at < raw.length ? Character.digit(raw[at], 16) : -1;
        int low = at + 1 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
        if (high < 0 || low < 0) {
            throw wrong(url, "'%' must be followed by two hexadecimal digits; a plain '%' is written %25");
        }
        return (byte) (high << 4 | low);
    }

    private static FspException wrong(String text, String why) {
        int at = text.lastIndexOf('@');
        String shown = at < 0 ? text : text.substring(0, Math.min(6, text.length())) + "..." + text.substring(at);
        return new FspException(ErrorCode.USAGE, "'" + shown + "' is not a usable URL: " + why);
    }
}
