package org.fastsend.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Role;
import org.fastsend.it.fault.FaultyRelay;

/// A throw-away federation on loopback: its authority, and the relays and servers started under it.
public final class LocalFederation implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on \\S*?:(\\d+)\\b");

    private final Path directory;
    private final Authority authority;
    private final List<Node> nodes = new ArrayList<>();

    public LocalFederation(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.authority = Authority.create(directory.resolve("ca"), "test", new SystemEpochClock());
    }

    /// A started process that listens.
    public record Node(String name, FspProcess process, int port, Path data) {
        public String address() {
            return "127.0.0.1:" + port;
        }
    }

    /// A member's directory, as {@code --federation} wants it.
    public Path member(Role role, String name) {
        Path at = directory.resolve(name + ".member");
        if (!Files.exists(at)) {
            authority.issueInto(at, role, name, List.of("localhost", "127.0.0.1"));
        }
        return at;
    }

    public Node relay(String name, String... more) {
        return relay(name, 0, more);
    }

    /// A relay on a given port, such as the one that a killed relay had.
    public Node relay(String name, int port, String... more) {
        Path data = directory.resolve(name);
        List<String> arguments = new ArrayList<>(List.of("relay", "--dir", data.toString(), "--host", "127.0.0.1"));
        arguments.addAll(List.of("--port", Integer.toString(port)));
        arguments.addAll(List.of("--federation", member(Role.RELAY, name).toString()));
        arguments.addAll(List.of(more));
        return listening(name, data, FspProcess.startOn(List.of(), directory, arguments));
    }

    /// A relay on another host's network, to which the prefix leads.
    public Node relayOn(List<String> prefix, String address, String name) {
        Path data = directory.resolve(name);
        List<String> arguments = List.of(
                "relay",
                "--dir",
                data.toString(),
                "--host",
                address,
                "--port",
                "0",
                "--federation",
                member(Role.RELAY, name).toString());
        return listening(name, data, FspProcess.startOn(prefix, directory, arguments));
    }

    /// A relay that does one thing wrong, every time.
    public Node faultyRelay(String name, String fault) {
        Path data = directory.resolve(name);
        FspProcess process = FspProcess.startMain(
                directory,
                FaultyRelay.class.getName(),
                List.of(data.toString(), member(Role.RELAY, name).toString(), fault, "1"));
        return listening(name, data, process);
    }

    public Node server(String name, Path root, List<Node> relays, String... more) {
        return serverOn(List.of(), name, root, relays, more);
    }

    /// A server at the loopback address of another host, to which the prefix leads.
    public Node serverOn(List<String> prefix, String name, Path root, List<Node> relays, String... more) {
        List<String> arguments = new ArrayList<>(List.of("server", "--root", root.toString(), "--host", "127.0.0.1"));
        arguments.addAll(
                List.of("--port", "0", "--federation", member(Role.SERVER, name).toString()));
        if (!relays.isEmpty()) {
            arguments.addAll(List.of("--relays", addresses(relays)));
        }
        arguments.addAll(List.of(more));
        return listening(name, root, FspProcess.startOn(prefix, directory, arguments));
    }

    /// A file of users with one in it, who may do everything.
    public Path usersWith(String name, String password) {
        Path users = directory.resolve("users");
        FspProcess.Ended added = FspProcess.runWithInput(
                directory, password + "\n", "user", "add", "--users", users.toString(), name, "--rights", "rwd");
        if (added.exit() != 0) {
            throw new AssertionError(added.out() + added.err());
        }
        return users;
    }

    public static String addresses(List<Node> relays) {
        return String.join(",", relays.stream().map(Node::address).toList());
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.process().kill());
    }

    private Node listening(String name, Path data, FspProcess process) {
        Matcher line =
                LISTENING.matcher(process.awaitLine(l -> LISTENING.matcher(l).find()));
        if (!line.find()) {
            throw new AssertionError("unreachable: the line was matched before");
        }
        Node node = new Node(name, process, Integer.parseInt(line.group(1)), data);
        nodes.add(node);
        return node;
    }
}
