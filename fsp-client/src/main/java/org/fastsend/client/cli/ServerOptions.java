package org.fastsend.client.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.client.ftp.CertificatePin;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpServer.Protection;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.ftp.LoginSources;
import org.fastsend.client.ftp.Netrc;
import org.fastsend.client.ftp.ServerTrust;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Federation;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/// Which servers are believed, and how to log in there.
final class ServerOptions {
    @Option(
            names = "--federation",
            paramLabel = "DIR",
            description = "Whom to trust, and who this host is: ca.crt and, where it sends, node.crt and node.key.")
    private Optional<Path> federation = Optional.empty();

    @Option(
            names = "--pin",
            paramLabel = "sha256:HEX",
            description = "Trust exactly the server with this key, whoever certified it.")
    private Optional<String> pin = Optional.empty();

    Optional<Path> federation() {
        return federation;
    }

    /// Connects and logs in.
    ///
    /// @param plain whether a server without TLS will do
    FtpServer connect(FtpUrl url, boolean plain) {
        LoginSources logins = new LoginSources(
                Optional.ofNullable(System.getenv("FSP_PASSWORD")), ServerOptions::netrc, Terminal::secret);
        return FtpServer.connect(
                url, logins.login(url), trust(), plain ? Protection.OPPORTUNISTIC : Protection.PASSWORDS);
    }

    private ServerTrust trust() {
        if (pin.isPresent()) {
            return ServerTrust.pinned(CertificatePin.parse(pin.get()));
        }
        return federation
                .map(directory -> Federation.load(directory, new SystemEpochClock()))
                .map(ServerTrust::federation)
                .orElseGet(ServerTrust::system);
    }

    private static Netrc netrc() {
        Path file = Path.of(System.getProperty("user.home", ""), ".netrc");
        try {
            return Netrc.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Netrc.parse("");
        } catch (IOException e) {
            LoggerFactory.getLogger(ServerOptions.class).warn("cannot read {}: {}", file, e.toString());
            return Netrc.parse("");
        }
    }
}
