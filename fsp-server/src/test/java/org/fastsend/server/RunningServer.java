package org.fastsend.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.server.auth.CertificateFiles;
import org.fastsend.server.auth.LoginGuard;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.auth.ReloadingCertificate;
import org.fastsend.server.auth.ServerCertificate;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.log.TransferLog;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.Transport;
import org.fastsend.server.session.Attendance;
import org.fastsend.server.session.Site;

/// A server on a free loopback port, with anonymous readers and, if given, users.
public final class RunningServer implements AutoCloseable {
    private final Site site;
    private final FtpServer server;

    private RunningServer(Site site, FtpServer server) {
        this.site = site;
        this.server = server;
    }

    public static RunningServer start(Path root, Path state, Optional<UsersFile> users) throws IOException {
        return start(root, state, users, House.USUAL);
    }

    public static RunningServer start(Path root, Path state, Optional<UsersFile> users, House house)
            throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Site site = siteOf(root, state, users, house);
        return new RunningServer(site, FtpServer.start(site, any, house.extensions()));
    }

    /// What the sessions of such a server share.
    public static Site siteOf(Path root, Path state, Optional<UsersFile> users, House house) throws IOException {
        SecureRandom random = new SecureRandom();
        NanoClock timer = new SystemNanoClock();
        CertificateFiles certificate =
                ServerCertificate.findOrCreate(state, List.of("localhost", "127.0.0.1"), Instant.now(), random);
        return new Site(
                root,
                new Transport(),
                new ServerTls(new ReloadingCertificate(certificate), house.kind()),
                new Logins(users, true, random),
                new AtomicReference<>(house.policy()),
                new LoginGuard(house.guarding()),
                new Attendance(house.maxSessions(), house.maxPerClient(), timer),
                new TransferLog(List.of()),
                new SystemEpochClock(),
                timer);
    }

    Site site() {
        return site;
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
