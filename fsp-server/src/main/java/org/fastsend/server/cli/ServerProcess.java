package org.fastsend.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.server.FtpServer;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.Transport;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Site;
import org.fastsend.server.striping.FspExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server of one process, put together from its options. Every way to fail at the start is an FspException.
final class ServerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    /// How long a signal lets running transfers go on; who sends a second one does not want to wait.
    private static final long DRAIN_NANOS = TimeUnit.HOURS.toNanos(24);

    private final FtpServer server;
    private final Optional<StripingPlace> striping;
    private final String about;

    private ServerProcess(FtpServer server, Optional<StripingPlace> striping, String about) {
        this.server = server;
        this.striping = striping;
        this.about = about;
    }

    static ServerProcess start(ServerOptions options) {
        Path root = root(options);
        if (!options.anonymous && options.users.isEmpty()) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "nobody could log in: give --users FILE ('fsp user add' makes one) or --anonymous");
        }
        SecureRandom random = new SecureRandom();
        Logins logins = new Logins(options.users.map(UsersFile::new), options.anonymous, random);
        ServerIdentity identity = ServerIdentity.of(options, random);
        InetSocketAddress address = new InetSocketAddress(options.host, options.port);
        if (address.isUnresolved()) {
            throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + options.host + " for --host");
        }
        Site site = new Site(
                root,
                new Transport(options.portable ? Transport.Kind.PORTABLE : Transport.Kind.FASTEST),
                identity.tls(),
                logins,
                Policy.DEFAULT
                        .withRequireTls(options.requireTls)
                        .withSessionReuse(options.sessionReuse)
                        .withPassivePorts(options.passivePorts),
                new SystemEpochClock(),
                new SystemNanoClock());
        Optional<StripingPlace> striping = options.federation.map(directory -> StripingPlace.open(
                directory,
                new StripingPlace.Relays(options.relays, options.join),
                ServerIdentity.stateDirectory(options),
                random));
        Supplier<Extension> extension = striping.<Supplier<Extension>>map(place -> new FspExtension(place.service()))
                .orElse(() -> Extension.NONE);
        try {
            FtpServer server = listen(site, address, extension);
            String tls = listenForTls(server, options);
            return new ServerProcess(server, striping, "root=" + root + tls + " certificate=" + identity.origin());
        } catch (FspException e) {
            site.transport().close();
            striping.ifPresent(StripingPlace::close);
            throw e;
        }
    }

    InetSocketAddress address() {
        return server.address();
    }

    /// One line for people and scripts: where, what, how.
    String description() {
        String host = address().getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + address().getPort() + " " + about + " striping=" + (striping.isPresent() ? "yes" : "no");
    }

    /// Takes nobody new, waits for what runs, and closes everything.
    void shutDown() {
        LOG.info("shutting down sessions={}", server.sessions());
        try {
            server.drain(DRAIN_NANOS);
            if (striping.isPresent()) {
                striping.get().service().awaitIdle(DRAIN_NANOS);
            }
        } catch (InterruptedException _) {
            LOG.warn("interrupted while transfers were running");
        } finally {
            server.close();
            striping.ifPresent(StripingPlace::close);
        }
    }

    private static Path root(ServerOptions options) {
        Path root = options.root.orElseThrow(() -> new FspException(ErrorCode.USAGE, "--root DIR is missing"));
        if (!Files.isDirectory(root)) {
            throw new FspException(ErrorCode.MISSING_PATH, "no directory " + root + " to serve");
        }
        try {
            return root.toRealPath();
        } catch (IOException e) {
            throw new FspException(ErrorCode.MISSING_PATH, "cannot serve " + root + ": " + e.getMessage(), e);
        }
    }

    private static FtpServer listen(Site site, InetSocketAddress address, Supplier<Extension> extension) {
        try {
            return FtpServer.start(site, address, extension);
        } catch (IOException e) {
            throw inUse(address, "--port", e);
        }
    }

    /// Opens the port of implicit TLS, if one is wanted, and says where it is.
    private static String listenForTls(FtpServer server, ServerOptions options) {
        if (options.tlsPort.isEmpty()) {
            return "";
        }
        InetSocketAddress address = new InetSocketAddress(options.host, options.tlsPort.get());
        try {
            return " tls-port=" + server.listenForTls(address).getPort();
        } catch (IOException e) {
            server.close();
            throw inUse(address, "--tls-port", e);
        }
    }

    private static FspException inUse(InetSocketAddress address, String option, IOException failure) {
        return new FspException(
                ErrorCode.PORT_IN_USE,
                "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": " + failure.getMessage()
                        + "; choose another " + option + ", or 0 for any free one",
                failure);
    }
}
