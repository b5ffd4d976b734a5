package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.FspProcess;

/// Relays of one overlay in network namespaces of this machine. Needs root, ip and nft; a test that cannot have them is
/// skipped.
final class NamespacedOverlay implements AutoCloseable {
    private final Path work;
    private final Authority authority;
    private final List<String> namespaces = new ArrayList<>();
    private final List<FspProcess> processes = new ArrayList<>();

    NamespacedOverlay(Path work) {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        run("nft", "--version");
        run("ip", "netns", "list");
        this.work = work;
        this.authority = Authority.create(work.resolve("ca"), "test", new SystemEpochClock());
    }

    /// A network of its own with nothing but a loopback interface; returns what the system calls it.
    String namespace(String name) {
        String namespace = "fsp-" + name + "-" + ProcessHandle.current().pid();
        run("ip", "netns", "add", namespace);
        namespaces.add(namespace);
        run("ip", "-n", namespace, "link", "set", "lo", "up");
        return namespace;
    }

    void runIn(String namespace, String... command) {
        run(Stream.concat(enter(namespace).stream(), Arrays.stream(command)).toArray(String[]::new));
    }

    void run(String... command) {
        assumeTrue(succeeds(command), "cannot " + String.join(" ", command));
    }

    /// Starts a relay there and waits until it listens.
    void relay(String namespace, String name, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("relay", "--dir", work.resolve(name).toString(), "--capacity", "1G"));
        arguments.addAll(List.of("--federation", member(Role.RELAY, name)));
        arguments.addAll(List.of(more));
        FspProcess started = FspProcess.startOn(enter(namespace), work, arguments);
        processes.add(started);
        started.awaitLine(line -> line.contains("listening on"));
    }

    /// What `fsp relays` lists there, asking one of them.
    List<JsonNode> relays(String namespace, String asked) {
        List<String> arguments =
                List.of("relays", "--federation", member(Role.CLIENT, "client"), "--join", asked, "--json");
        FspProcess.Ended ended;
        try (FspProcess asking = FspProcess.startOn(enter(namespace), work, arguments)) {
            ended = asking.await();
        }
        try {
            List<JsonNode> relays = new ArrayList<>();
            new ObjectMapper().readTree(ended.lastLine()).path("relays").forEach(relays::add);
            return relays;
        } catch (IOException e) {
            throw new AssertionError(ended.toString(), e);
        }
    }

    @Override
    public void close() {
        processes.forEach(FspProcess::kill);
        namespaces.forEach(namespace -> succeeds("ip", "netns", "del", namespace));
    }

    private static List<String> enter(String namespace) {
        return List.of("ip", "netns", "exec", namespace);
    }

    private String member(Role role, String name) {
        Path at = work.resolve(name + ".member");
        if (!Files.exists(at)) {
            authority.issueInto(at, role, name, List.of());
        }
        return at.toString();
    }

    private static boolean succeeds(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException | InterruptedException _) {
            return false; // the program is not here
        }
    }
}
