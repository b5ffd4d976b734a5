package org.fastsend.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.server.auth.CertificateFiles;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.auth.ReloadingCertificate;
import org.fastsend.server.auth.ServerCertificate;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.Transport;
import org.fastsend.server.session.Guarding;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Site;

/// A server on a free loopback port, with anonymous readers and, if given, users.
public final class RunningServer implements AutoCloseable {
    private final FtpServer server;

    private RunningServer(FtpServer server) {
        this.server = server;
    }

    public static RunningServer start(Path root, Path state, Optional<UsersFile> users) throws IOException {
        return start(root, state, users, Transport.Kind.FASTEST, policy -> policy, () -> Extension.NONE);
    }

    public static RunningServer start(
            Path root,
            Path state,
            Optional<UsersFile> users,
            Transport.Kind kind,
            UnaryOperator<Policy> policy,
            Supplier<Extension> extensions)
            throws IOException {
        SecureRandom random = new SecureRandom();
        CertificateFiles certificate =
                ServerCertificate.findOrCreate(state, List.of("localhost", "127.0.0.1"), Instant.now(), random);
        Site site = new Site(
                root,
                new Transport(kind),
                new ServerTls(new ReloadingCertificate(certificate)),
                new Logins(users, true, random),
                policy.apply(Policy.DEFAULT.withGuarding(Guarding.DEFAULT.withDelayNanos(1))),
                new SystemEpochClock(),
                new SystemNanoClock());
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new RunningServer(FtpServer.start(site, any, extensions));
    }

    public int port() {
        return server.address().getPort();
    }

    public FtpServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
