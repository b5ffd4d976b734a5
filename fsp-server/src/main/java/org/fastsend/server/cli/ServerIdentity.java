package org.fastsend.server.cli;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.Identity;
import org.fastsend.server.auth.ServerCertificate;
import org.fastsend.server.net.ServerTls;

/// What the server proves itself with to FTP clients: its membership, or else a certificate of its own making.
///
/// @param origin where it comes from, for people
record ServerIdentity(ServerTls tls, String origin) {
    private static final String OWN_DIRECTORY = "fsp";

    static ServerIdentity of(ServerOptions options, SecureRandom random) {
        if (options.federation.isPresent()) {
            Path directory = options.federation.get();
            Identity member = Identity.load(directory);
            return new ServerIdentity(
                    tls(member, directory), directory.resolve("node.crt").toString());
        }
        ServerCertificate own =
                ServerCertificate.loadOrCreate(stateDirectory(options), List.of("localhost"), Instant.now(), random);
        return new ServerIdentity(new ServerTls(own.key(), own.chain()), own.file() + " (self-signed)");
    }

    private static ServerTls tls(Identity member, Path directory) {
        try {
            return new ServerTls(
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(member.pkcs8())),
                    List.of(member.certificate()));
        } catch (GeneralSecurityException e) {
            throw new FspException(ErrorCode.UNTRUSTED, "cannot use the key in " + directory + ": " + e, e);
        }
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
