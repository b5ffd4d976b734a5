package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An overlay in a network that lets no datagram through: it forms, is asked and measured over TCP. Needs root, ip and
/// nft.
class BlockedUdpTest {
    private static final String FIRST = "127.0.0.1:4377";

    @TempDir
    Path work;

    private final String namespace = "fsp-tcp-" + ProcessHandle.current().pid();
    private final List<String> enter = List.of("ip", "netns", "exec", namespace);
    private final List<FspProcess> processes = new ArrayList<>();

    @BeforeEach
    void blockDatagrams() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        run("nft", "--version");
        run("ip", "netns", "add", namespace);
        run("ip", "-n", namespace, "link", "set", "lo", "up");
        inside("nft", "add table inet filter");
        inside("nft", "add chain inet filter in { type filter hook input priority 0 ; }");
        inside("nft", "add rule inet filter in meta l4proto udp drop");
    }

    @AfterEach
    void removeTheNetwork() {
        processes.forEach(FspProcess::kill);
        succeeds(List.of("ip", "netns", "del", namespace));
    }

    @Test
    void relaysFindEachOtherAndAreFoundOverTcp() {
        Authority authority = Authority.create(work.resolve("ca"), "test", new SystemEpochClock());
        relay(authority, "p1", "4377");
        relay(authority, "p2", "4378", "--join", FIRST);
        String client = member(authority, Role.CLIENT, "client");

        List<JsonNode> listed = new ArrayList<>();
        Await.until("both are named by the one that was asked", () -> {
            listed.clear();
            listed.addAll(relays(client));
            return listed.size() == 2;
        });
        for (JsonNode relay : listed) {
            assertTrue(relay.path("chosen").asBoolean(), relay.toString());
            assertTrue(relay.path("senderMillis").asDouble() > 0, relay.toString());
        }
        assertEquals(
                2,
                listed.stream().map(relay -> relay.path("address")).distinct().count());
    }

    private void relay(Authority authority, String name, String port, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("relay", "--dir", work.resolve(name).toString()));
        arguments.addAll(List.of("--host", "127.0.0.1", "--port", port, "--capacity", "1G"));
        arguments.addAll(List.of("--federation", member(authority, Role.RELAY, name)));
        arguments.addAll(List.of(more));
        FspProcess started = FspProcess.startOn(enter, work, arguments);
        processes.add(started);
        started.awaitLine(line -> line.contains("listening on"));
    }

    private List<JsonNode> relays(String client) {
        List<String> arguments = List.of("relays", "--federation", client, "--join", FIRST, "--json");
        try (FspProcess asking = FspProcess.startOn(enter, work, arguments)) {
            List<JsonNode> relays = new ArrayList<>();
            new ObjectMapper()
                    .readTree(asking.await().lastLine())
                    .path("relays")
                    .forEach(relays::add);
            return relays;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String member(Authority authority, Role role, String name) {
        Path at = work.resolve(name + ".member");
        authority.issueInto(at, role, name, List.of());
        return at.toString();
    }

    private void inside(String... command) {
        List<String> all = new ArrayList<>(enter);
        all.addAll(List.of(command));
        assumeTrue(succeeds(all), "cannot " + String.join(" ", all));
    }

    private static void run(String... command) {
        assumeTrue(succeeds(List.of(command)), "cannot " + String.join(" ", command));
    }

    private static boolean succeeds(List<String> command) {
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
