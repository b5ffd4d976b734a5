package org.fastsend.server.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.auth.CertificateFiles;
import org.fastsend.server.auth.ReloadingCertificate;
import org.fastsend.server.auth.ServerCertificate;
import org.fastsend.server.net.ServerTls;

/// What the server proves itself with to FTP clients: the certificate that it was given, its
/// membership's, or else one of its own making.
///
/// @param origin where it comes from, for people
record ServerIdentity(ServerTls tls, String origin) {
    private static final String OWN_DIRECTORY = "fsp";

    static ServerIdentity of(ServerOptions options, SecureRandom random) {
        CertificateFiles files = files(options, random);
        boolean own = options.certificate.isEmpty() && options.federation.isEmpty();
        return new ServerIdentity(
                new ServerTls(
                        new ReloadingCertificate(files),
                        options.portable ? ServerTls.Provider.PORTABLE : ServerTls.Provider.FASTEST),
                files.certificate() + (own ? " (self-signed)" : ""));
    }

    private static CertificateFiles files(ServerOptions options, SecureRandom random) {
        if (options.certificate.isPresent() != options.key.isPresent()) {
            throw new FspException(ErrorCode.USAGE, "--certificate and --key go together");
        }
        if (options.certificate.isPresent()) {
            return new CertificateFiles(options.certificate.get(), options.key.orElseThrow());
        }
        if (options.federation.isPresent()) {
            Path member = options.federation.get();
            return new CertificateFiles(member.resolve("node.crt"), member.resolve("node.key"));
        }
        return ServerCertificate.findOrCreate(stateDirectory(options), List.of("localhost"), Instant.now(), random);
    }

    /// What the server keeps between runs is beside the users file, else where programs keep their state.
    static Path stateDirectory(ServerOptions options) {
        return options.users
                .map(users -> users.toAbsolutePath().getParent())
                .or(() -> Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                        .filter(state -> !state.isBlank())
                        .map(state -> Path.of(state, OWN_DIRECTORY)))
                .orElseGet(() -> Path.of(System.getProperty("user.home", "."), ".local", "state", OWN_DIRECTORY));
    }
}
