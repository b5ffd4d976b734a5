package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assertions.assertFalse;
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

/// A relay behind real masquerading, in network namespaces of this machine: it becomes a member through those that are
/// public, is named by them, and no sender is sent to it. Needs root, ip and nft.
class NatTest {
    private static final String FIRST = "192.0.2.1:4377";

    @TempDir
    Path work;

    private final String outside = "fsp-out-" + ProcessHandle.current().pid();
    private final String router = "fsp-nat-" + ProcessHandle.current().pid();
    private final String inside = "fsp-in-" + ProcessHandle.current().pid();
    private final List<FspProcess> processes = new ArrayList<>();
    private Authority authority;

    @BeforeEach
    void buildTheNetwork() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        assumeTrue(succeeds("nft", "--version") && succeeds("ip", "netns", "list"), "needs nft and ip");
        for (String namespace : List.of(outside, router, inside)) {
            run("ip", "netns", "add", namespace);
            run("ip", "-n", namespace, "link", "set", "lo", "up");
        }
        link(outside, "o0", "192.0.2.1/24", router, "r0", "192.0.2.254/24");
        link(inside, "i0", "10.9.0.2/24", router, "r1", "10.9.0.1/24");
        run("ip", "-n", outside, "addr", "add", "192.0.2.2/24", "dev", "o0");
        run("ip", "-n", inside, "route", "add", "default", "via", "10.9.0.1");
        run("ip", "netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1");
        run("ip", "netns", "exec", router, "nft", "add table ip nat");
        run("ip", "netns", "exec", router, "nft", "add chain ip nat out { type nat hook postrouting priority 100 ; }");
        run("ip", "netns", "exec", router, "nft", "add rule ip nat out oifname r0 masquerade");
        authority = Authority.create(work.resolve("ca"), "test", new SystemEpochClock());
    }

    @AfterEach
    void removeTheNetwork() {
        processes.forEach(FspProcess::kill);
        for (String namespace : List.of(outside, router, inside)) {
            succeeds("ip", "netns", "del", namespace);
        }
    }

    @Test
    void aRelayBehindMasqueradingIsAMemberButNoSenderIsSentToIt() {
        relay(outside, "p1", "192.0.2.1");
        relay(outside, "p2", "192.0.2.2", "--join", FIRST);
        relay(inside, "hidden", "0.0.0.0", "--join", FIRST + ",192.0.2.2:4377");

        List<JsonNode> listed = new ArrayList<>();
        Await.until("the one behind the NAT is named beside a public one", () -> {
            listed.clear();
            listed.addAll(relays());
            return listed.size() >= 2 && listed.stream().anyMatch(NatTest::isHidden);
        });

        JsonNode hidden = listed.stream().filter(NatTest::isHidden).findFirst().orElseThrow();
        assertFalse(hidden.path("chosen").asBoolean(), hidden.toString());
        assertTrue(hidden.path("why").asText().contains("behind a NAT"), hidden.toString());
        assertTrue(
                listed.stream()
                        .filter(relay -> !isHidden(relay))
                        .allMatch(relay -> relay.path("chosen").asBoolean()),
                listed.toString());
    }

    /// It is named where the NAT shows it.
    private static boolean isHidden(JsonNode relay) {
        return relay.path("address").asText().startsWith("192.0.2.254:");
    }

    private void relay(String namespace, String name, String host, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("relay", "--dir", work.resolve(name).toString(), "--host", host, "--capacity", "1G"));
        arguments.addAll(List.of("--federation", member(Role.RELAY, name)));
        arguments.addAll(List.of(more));
        FspProcess started = FspProcess.startOn(enter(namespace), work, arguments);
        processes.add(started);
        started.awaitLine(line -> line.contains("listening on"));
    }

    private List<JsonNode> relays() {
        FspProcess.Ended ended;
        try (FspProcess asking = FspProcess.startOn(
                enter(outside),
                work,
                List.of("relays", "--federation", member(Role.CLIENT, "client"), "--join", FIRST, "--json"))) {
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

    private static List<String> enter(String namespace) {
        return List.of("ip", "netns", "exec", namespace);
    }

    private String member(Role role, String name) {
        Path at = work.resolve(name + ".member");
        if (!at.toFile().exists()) {
            authority.issueInto(at, role, name, List.of());
        }
        return at.toString();
    }

    private static void link(String one, String name, String address, String two, String otherName, String other) {
        run("ip", "link", "add", name, "netns", one, "type", "veth", "peer", "name", otherName, "netns", two);
        run("ip", "-n", one, "addr", "add", address, "dev", name);
        run("ip", "-n", two, "addr", "add", other, "dev", otherName);
        run("ip", "-n", one, "link", "set", name, "up");
        run("ip", "-n", two, "link", "set", otherName, "up");
    }

    private static void run(String... command) {
        assumeTrue(succeeds(command), "cannot " + String.join(" ", command));
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
