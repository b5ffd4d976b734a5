package org.fastsend.client.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpServer.Protection;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.ftp.Login;
import org.fastsend.client.ftp.ServerTrust;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;

/// A throw-away federation: an authority in memory, one server and some relays as processes of their own,
/// on loopback. The server lets in one user with a password that nobody else knows: what it shows may be
/// private.
final class DemoFederation implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String USER = "demo";

    private final List<FspProcess> processes = new ArrayList<>();
    private final Path directory;
    private final NanoClock clock;
    private final Authority authority;
    private final Federation federation;
    private final String password;

    /// @param directory existing, for everything that the processes keep
    DemoFederation(Path directory, NanoClock clock, EpochClock epoch) {
        this.directory = directory;
        this.clock = clock;
        this.authority = Authority.create("demo", epoch);
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        this.password = HexFormat.of().formatHex(secret);
        try {
            this.federation = new Federation(authority.certificate(), epoch);
        } catch (TrustException e) {
            throw new FspException(ErrorCode.INTERNAL, "the demo's authority is none: " + e.getMessage(), e);
        }
    }

    Federation federation() {
        return federation;
    }

    /// Starts everything and waits until it listens; returns where the server shows `served`.
    FtpUrl start(int relays, Path served) throws IOException, InterruptedException {
        for (int i = 1; i <= relays; i++) {
            start("r" + i, Role.RELAY, List.of("relay", "--dir", path("r" + i + "-blocks")));
        }
        String users = path("users");
        FspProcess.run(
                "user",
                directory.resolve("user.log"),
                List.of("user", "add", "--users", users, USER, "--rights", "r"),
                password + "\n");
        List<String> addresses = new ArrayList<>();
        for (int i = 1; i <= relays; i++) {
            addresses.add(LOOPBACK + ":" + processes.get(i - 1).port(portFile("r" + i), clock));
        }
        List<String> command = List.of(
                "server", "--root", served.toString(), "--users", users, "--relays", String.join(",", addresses));
        int port = start("server", Role.SERVER, command).port(portFile("server"), clock);
        return new FtpUrl(true, Optional.of(USER), Optional.of(password), LOOPBACK, port, "");
    }

    /// Logs in.
    FtpServer connect(FtpUrl url) {
        return FtpServer.connect(
                url, new Login(USER, password), ServerTrust.federation(federation), Protection.EVERYTHING);
    }

    private FspProcess start(String name, Role role, List<String> command) throws IOException {
        authority.issueInto(directory.resolve(name), role, name, List.of(LOOPBACK));
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--federation", path(name), "--host", LOOPBACK, "--port", "0"));
        arguments.addAll(List.of("--port-file", portFile(name).toString()));
        FspProcess process = FspProcess.start(name, directory.resolve(name + ".log"), arguments);
        processes.add(process);
        return process;
    }

    private Path portFile(String name) {
        return directory.resolve(name + ".port");
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    /// Ends every process.
    @Override
    public void close() {
        processes.forEach(FspProcess::stop);
        processes.forEach(FspProcess::close);
    }
}
