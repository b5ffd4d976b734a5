package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.net.ftp.FTP;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPReply;
import org.apache.commons.net.ftp.FTPSClient;
import org.apache.commons.net.util.TrustManagerUtils;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.server.FtpServer;
import org.fastsend.server.auth.CertificateFiles;
import org.fastsend.server.auth.Guarding;
import org.fastsend.server.auth.LoginGuard;
import org.fastsend.server.auth.Logins;
import org.fastsend.server.auth.PasswordHash;
import org.fastsend.server.auth.ReloadingCertificate;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.ServerCertificate;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.command.Extension;
import org.fastsend.server.log.TransferLog;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.net.Transport;
import org.fastsend.server.session.Attendance;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Site;

/// A server in this process, as the command line would start it: user `alice`, password `secret`, may do everything
/// with files, `carol` may have third parties connect as well, and everybody may read.
final class FtpSite implements AutoCloseable {
    static final String USER = "alice";
    static final String PASSWORD = "secret";
    static final String THIRD_PARTY_USER = "carol";

    /// Of the password; real ones cost a server more, and tests too.
    private static final String CHEAP_HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$+RsCrdHrAKGEJIDLM0Esow";

    private final Path root;
    private final FtpServer server;

    private FtpSite(Path root, FtpServer server) {
        this.root = root;
        this.server = server;
    }

    static FtpSite in(Path directory) throws IOException {
        return in(directory, "127.0.0.1");
    }

    /// Listens on this address of the loopback network.
    static FtpSite in(Path directory, String address) throws IOException {
        Path root = Files.createDirectories(directory.resolve("served"));
        SecureRandom random = new SecureRandom();
        NanoClock timer = new SystemNanoClock();
        UsersFile users = new UsersFile(directory.resolve("users"));
        PasswordHash secret = PasswordHash.parse(CHEAP_HASH);
        users.write(Map.of(
                USER,
                new UsersFile.Account(new User(USER, "/", Rights.ALL), secret),
                THIRD_PARTY_USER,
                new UsersFile.Account(new User(THIRD_PARTY_USER, "/", Rights.parse("rwdt")), secret)));
        CertificateFiles certificate =
                ServerCertificate.findOrCreate(directory, List.of("localhost", "127.0.0.1"), Instant.now(), random);
        Site site = new Site(
                root,
                new Transport(),
                new ServerTls(new ReloadingCertificate(certificate)),
                new Logins(Optional.of(users), true, random),
                new AtomicReference<>(Policy.DEFAULT),
                new LoginGuard(Guarding.DEFAULT),
                new Attendance(1_000, 1_000, timer),
                new TransferLog(List.of()),
                new SystemEpochClock(),
                timer);
        InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral(address), 0);
        return new FtpSite(root, FtpServer.start(site, any, () -> Extension.NONE));
    }

    /// What is served.
    Path root() {
        return root;
    }

    int port() {
        return server.address().getPort();
    }

    /// `ftp://127.0.0.1:PORT/` and the path.
    String url(String path) {
        return "ftp://" + host() + ":" + port() + "/" + path;
    }

    /// The same with a user's name and password in it.
    String url(String user, String path) {
        return "ftp://" + user + ":" + PASSWORD + "@" + host() + ":" + port() + "/" + path;
    }

    /// A client of Commons Net's that has logged in, transfers passively and changes no bytes.
    FTPClient login(boolean tls) throws IOException {
        FTPClient client = tls ? secured() : new FTPClient();
        client.setControlEncoding("UTF-8");
        client.setDefaultTimeout(30_000);
        client.connect(server.address().getAddress(), port());
        assertTrue(client.login(USER, PASSWORD), client.getReplyString());
        if (client instanceof FTPSClient protect) {
            protect.execPBSZ(0);
            protect.execPROT("P");
        }
        client.enterLocalPassiveMode();
        assertTrue(client.setFileType(FTP.BINARY_FILE_TYPE));
        return client;
    }

    private static FTPSClient secured() {
        FTPSClient client = new FTPSClient("TLS");
        client.setTrustManager(TrustManagerUtils.getAcceptAllTrustManager());
        return client;
    }

    /// What a client fetches.
    static byte[] fetch(FTPClient client, String path) throws IOException {
        ByteArrayOutputStream into = new ByteArrayOutputStream();
        assertTrue(client.retrieveFile(path, into), client.getReplyString());
        return into.toByteArray();
    }

    /// Begins to send a file and breaks off behind its beginning.
    void breakOff(String path, byte[] beginning) throws IOException {
        FTPClient client = login(false);
        OutputStream data = client.storeFileStream(path);
        data.write(beginning);
        data.flush();
        client.abort();
        assertEquals(FTPReply.TRANSFER_ABORTED, client.getReplyCode(), client.getReplyString());
        client.disconnect();
    }

    private String host() {
        InetAddress address = server.address().getAddress();
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    @Override
    public void close() {
        server.close();
    }
}
