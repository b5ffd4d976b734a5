package org.fastsend.client.ftp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.apache.commons.net.MalformedServerReplyException;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPConnectionClosedException;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.HangUp;
import org.slf4j.LoggerFactory;

/// One logged-in control connection: TLS where the server has it, UTF-8, binary. Says what the server can
/// do, and leads to its files and to the FSP verbs. Confined to one thread at a time. Every failure is an
/// [FspException] that names the server.
public final class FtpServer implements AutoCloseable {
    private final FtpsConnection connection;
    private final String address;
    private final String host;
    private List<String> features = List.of();
    private String home = "/";

    private FtpServer(FtpsConnection connection, FtpUrl url) {
        this.connection = connection;
        this.address = url.address();
        this.host = url.host();
    }

    /// How much protection a person insists on.
    public enum Protection {
        /// Without TLS no password is sent; anonymous sessions may go on.
        PASSWORDS,
        /// Without TLS nothing happens.
        EVERYTHING,
        /// Whatever the server offers.
        OPPORTUNISTIC
    }

    /// Connects, secures and logs in.
    public static FtpServer connect(FtpUrl url, Login login, ServerTrust trust, Protection protection) {
        FtpsConnection connection = new FtpsConnection(trust.socketFactory(), url.host(), url.port());
        FtpServer server = new FtpServer(connection, url);
        try {
            server.talk("connecting", () -> {
                connection.open();
                if (!FTPReply.isPositiveCompletion(connection.getReplyCode())) {
                    throw server.refused("the connection", ErrorCode.CONNECT_REFUSED);
                }
                boolean secure = connection.secure();
                boolean needed = trust.isExplicit()
                        || url.stripes()
                        || protection == Protection.EVERYTHING
                        || (protection == Protection.PASSWORDS && !login.isAnonymous());
                if (!secure && needed) {
                    throw new FspException(
                            ErrorCode.UNTRUSTED,
                            url.address() + " does not encrypt (it refuses AUTH TLS), so nothing was sent to it"
                                    + (url.stripes() ? "" : "; --plain accepts that"));
                }
                server.logIn(login);
                return true;
            });
            return server;
        } catch (FspException e) {
            server.close();
            throw e;
        }
    }

    private void logIn(Login login) throws IOException {
        int reply = connection.sendCommand("USER", login.user());
        if (reply == FTPReply.NEED_PASSWORD) {
            reply = connection.sendCommand("PASS", login.password());
        }
        if (!FTPReply.isPositiveCompletion(reply)) {
            throw new FspException(
                    ErrorCode.LOGIN_REFUSED,
                    address + " does not let " + login.user() + " in: " + replyText()
                            + "; check the name and password");
        }
        if (connection.isSecure() && !connection.protectData()) {
            throw refused("encrypted data connections", ErrorCode.UNTRUSTED);
        }
        readFeatures();
        if (!connection.setFileType(FTP.BINARY_FILE_TYPE)) {
            throw refused("binary transfers", ErrorCode.PROTOCOL);
        }
        home = Optional.ofNullable(connection.printWorkingDirectory())
                .filter(path -> path.startsWith("/"))
                .orElse("/");
    }

    private void readFeatures() throws IOException {
        List<String> found = new ArrayList<>();
        if (FTPReply.isPositiveCompletion(connection.feat())) {
            for (String line : connection.getReplyStrings()) {
                if (line.startsWith(" ")) {
                    found.add(line.strip());
                }
            }
        }
        features = List.copyOf(found);
        if (has("UTF8")) {
            connection.sendCommand("OPTS", "UTF8 ON"); // servers that always speak UTF-8 may say anything to this
        }
    }

    /// Whether FEAT names the feature (RFC 2389), whatever its parameters.
    boolean has(String feature) {
        String name = feature.toUpperCase(Locale.ROOT);
        return features.stream()
                .map(f -> f.toUpperCase(Locale.ROOT))
                .anyMatch(f -> f.equals(name) || f.startsWith(name + " "));
    }

    /// What FEAT says behind the feature's name, if it names it.
    Optional<String> parameters(String feature) {
        String start = feature.toUpperCase(Locale.ROOT) + " ";
        return features.stream()
                .filter(f -> f.toUpperCase(Locale.ROOT).startsWith(start))
                .map(f -> f.substring(start.length()))
                .findFirst();
    }

    /// Whether the server stripes, and over this connection would: the extension is there, and TLS is.
    public boolean stripes() {
        return connection.isSecure() && has("FSP");
    }

    /// Whether commands and data are encrypted, and the server is the trusted one.
    public boolean isSecure() {
        return connection.isSecure();
    }

    /// Where the login landed: an absolute path.
    public String home() {
        return home;
    }

    /// `host:port`.
    public String address() {
        return address;
    }

    /// The name or address that the connection was opened with; data ports and sessions are on the same host.
    public String host() {
        return host;
    }

    /// The address that the connection leads to.
    public InetAddress remoteAddress() {
        return connection.getRemoteAddress();
    }

    public RemoteFiles files() {
        return new RemoteFiles(this, connection);
    }

    /// The FSP extension; fails clearly where there is none.
    public FspVerbs verbs() {
        if (!stripes()) {
            throw new FspException(
                    ErrorCode.PROTOCOL,
                    address + " is an FTP server without the FSP extension; use ftp:// or --plain to go without");
        }
        return new FspVerbs(this, connection);
    }

    @Override
    public void close() {
        try {
            connection.hangUp();
        } catch (IOException e) {
            LoggerFactory.getLogger(FtpServer.class).debug("closing {}", address, e);
        }
    }

    /// One exchange with the server.
    @FunctionalInterface
    interface Exchange<T> {
        T run() throws IOException;
    }

    /// Runs an exchange and names its failures.
    <T> T talk(String doing, Exchange<T> exchange) {
        try {
            return exchange.run();
        } catch (IOException e) {
            throw named(doing, e);
        }
    }

    private FspException named(String doing, IOException e) {
        Optional<ServerTrust.UntrustedException> untrusted = ServerTrust.UntrustedException.in(e);
        if (untrusted.isPresent()) {
            return new FspException(
                    ErrorCode.UNTRUSTED,
                    address + " is not trusted: " + untrusted.get().getMessage() + "; if it is yours, give"
                            + " --federation DIR, or --pin " + untrusted.get().found(),
                    e);
        }
        return switch (e) {
            case UnknownHostException _ ->
                new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + host + "; check the name", e);
            case ConnectException _, NoRouteToHostException _ ->
                new FspException(
                        ErrorCode.CONNECT_REFUSED,
                        "cannot connect to " + address + " (" + reason(e) + "); is a server running there?",
                        e);
            case SocketTimeoutException _ ->
                new FspException(
                        doing.equals("connecting") ? ErrorCode.CONNECT_REFUSED : ErrorCode.CONNECTION_LOST,
                        address + " does not answer while " + doing + "; try again later",
                        e);
            case FTPConnectionClosedException _
            when doing.equals("connecting") && connection.getReplyCode() != FTPReply.SERVICE_NOT_AVAILABLE ->
                new FspException(
                        ErrorCode.PROTOCOL,
                        address + " ended the connection without a word; is it an FTP server, and does it let this host"
                                + " in?",
                        e);
            case MalformedServerReplyException _ ->
                new FspException(ErrorCode.PROTOCOL, address + " does not speak FTP: " + reason(e), e);
            case SSLException broken
            when !HangUp.is(broken) ->
                new FspException(ErrorCode.UNTRUSTED, "TLS with " + address + " failed: " + reason(e), e);
            default ->
                new FspException(
                        ErrorCode.CONNECTION_LOST,
                        "the connection to " + address + " broke while " + doing + ": " + reason(e)
                                + "; run the command again to go on",
                        e);
        };
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return Printable.brief(message == null ? e.getClass().getSimpleName() : message);
    }

    /// What to throw after a negative reply: the error that its text names (docs/wire.md, "FTP extension"),
    /// else the reply's own meaning where it has one (RFC 959, section 4.2), else `otherwise`.
    FspException refused(String what, ErrorCode otherwise) {
        String text = replyText();
        for (ErrorCode named : ErrorCode.values()) {
            String start = connection.getReplyCode() + " " + named.name() + ": ";
            if (text.startsWith(start)) {
                return new FspException(named, address + ": " + text.substring(start.length()));
            }
        }
        ErrorCode code = switch (connection.getReplyCode()) {
            case 530, 532 -> ErrorCode.LOGIN_REFUSED;
            case 452, 552 -> ErrorCode.DISK_FULL;
            case 425, 426 -> ErrorCode.CONNECTION_LOST;
            case 553 -> ErrorCode.NOT_WRITABLE;
            case 521, 522, 533, 534, 535 -> ErrorCode.UNTRUSTED; // RFC 4217, section 10
            default -> otherwise;
        };
        return new FspException(code, address + " refuses " + what + ": " + text);
    }

    private String replyText() {
        String[] lines = connection.getReplyStrings();
        return lines == null || lines.length == 0 ? "no reply" : Printable.brief(lines[lines.length - 1]);
    }
}
