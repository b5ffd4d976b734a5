package org.fastsend.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.fastsend.server.auth.PasswordHash;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UsersFile;
import org.fastsend.server.command.Extension;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Site;

/// A served directory with three users, `alice`, who may do everything with files, `bob`, who may only read below
/// `/bob`, and `carol`, who may also have others connect;
/// the password of all is `secret`.
public final class Served implements AutoCloseable {
    /// Of `secret`; real ones cost a server more, and tests too.
    private static final String CHEAP_HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$+RsCrdHrAKGEJIDLM0Esow";

    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final Path root;
    private final RunningServer server;

    private Served(Path root, RunningServer server) {
        this.root = root;
        this.server = server;
    }

    public static Served in(Path directory) throws IOException {
        return in(directory, House.USUAL);
    }

    public static Served in(
            Path directory, ServerTls.Provider kind, UnaryOperator<Policy> policy, Supplier<Extension> extensions)
            throws IOException {
        return in(directory, House.USUAL.on(kind).under(policy).speaking(extensions));
    }

    public static Served in(Path directory, House house) throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        Files.createDirectories(root.resolve("bob"));
        UsersFile users = new UsersFile(directory.resolve("users"));
        Map<String, UsersFile.Account> accounts = new LinkedHashMap<>();
        PasswordHash secret = PasswordHash.parse(CHEAP_HASH);
        List<User> everybody = new ArrayList<>(List.of(
                new User("alice", "/", Rights.ALL),
                new User("bob", "/bob", Rights.READ_ONLY),
                new User("carol", "/", Rights.parse("rwdt"))));
        everybody.addAll(house.guests());
        everybody.forEach(user -> accounts.put(user.name(), new UsersFile.Account(user, secret)));
        users.write(accounts);
        return new Served(root, RunningServer.start(root, directory, Optional.of(users), house));
    }

    public Path root() {
        return root;
    }

    Site site() {
        return server.site();
    }

    public FtpServer server() {
        return server.server();
    }

    /// Any free port of the loopback.
    InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /// Connects without expecting to be welcome.
    ControlClient knock() throws IOException {
        return ControlClient.knock(server.port());
    }

    public ControlClient connect() throws IOException {
        return ControlClient.connect(server.port());
    }

    public ControlClient alice() throws IOException {
        return connect().login("alice", "secret");
    }

    public ControlClient anonymous() throws IOException {
        return connect().login("anonymous", "x");
    }

    /// A file that is too large to hide in the buffers of sockets; of zeros, and sparse.
    public Path large(String name) throws IOException {
        Path file = root.resolve(name);
        try (var channel = Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.position((64L << 20) - 1);
            channel.write(ByteBuffer.wrap(new byte[1]));
        }
        return file;
    }

    /// Waits until something that another thread is about to do is done.
    public static void await(BooleanSupplier done, String what) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("in vain waited for: " + what);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
