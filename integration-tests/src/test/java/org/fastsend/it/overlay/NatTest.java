package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.it.cluster.Await;
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

    private Optional<NamespacedOverlay> built = Optional.empty();
    private String outside = "";
    private String inside = "";

    @BeforeEach
    void buildTheNetwork() {
        NamespacedOverlay overlay = new NamespacedOverlay(work);
        built = Optional.of(overlay);
        outside = overlay.namespace("out");
        inside = overlay.namespace("in");
        String router = overlay.namespace("nat");
        link(outside, "o0", "192.0.2.1/24", router, "r0", "198.51.100.254/24"); // of one subnet two at most are named
        link(inside, "i0", "10.9.0.2/24", router, "r1", "10.9.0.1/24");
        overlay.run("ip", "-n", outside, "addr", "add", "192.0.2.2/24", "dev", "o0");
        overlay.run("ip", "-n", outside, "route", "add", "198.51.100.0/24", "dev", "o0");
        overlay.run("ip", "-n", router, "route", "add", "192.0.2.0/24", "dev", "r0");
        overlay.run("ip", "-n", inside, "route", "add", "default", "via", "10.9.0.1");
        overlay.runIn(router, "sysctl", "-qw", "net.ipv4.ip_forward=1");
        overlay.runIn(router, "nft", "add table ip nat");
        overlay.runIn(router, "nft", "add chain ip nat out { type nat hook postrouting priority 100 ; }");
        overlay.runIn(router, "nft", "add rule ip nat out oifname r0 masquerade");
    }

    @AfterEach
    void removeTheNetwork() {
        built.ifPresent(NamespacedOverlay::close);
    }

    @Test
    void aRelayBehindMasqueradingIsAMemberButNoSenderIsSentToIt() {
        overlay().relay(outside, "p1", "--host", "192.0.2.1");
        overlay().relay(outside, "p2", "--host", "192.0.2.2", "--join", FIRST);
        overlay().relay(inside, "hidden", "--host", "0.0.0.0", "--join", FIRST + ",192.0.2.2:4377");

        List<JsonNode> listed = new ArrayList<>();
        Await.until("the one behind the NAT is named beside the public ones", () -> {
            listed.clear();
            listed.addAll(overlay().relays(outside, FIRST));
            return listed.size() == 3 && listed.stream().anyMatch(NatTest::isHidden);
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
        return relay.path("address").asText().startsWith("198.51.100.254:");
    }

    private NamespacedOverlay overlay() {
        return built.orElseThrow();
    }

    private void link(String one, String name, String address, String two, String otherName, String other) {
        overlay().run("ip", "link", "add", name, "netns", one, "type", "veth", "peer", "name", otherName, "netns", two);
        overlay().run("ip", "-n", one, "addr", "add", address, "dev", name);
        overlay().run("ip", "-n", two, "addr", "add", other, "dev", otherName);
        overlay().run("ip", "-n", one, "link", "set", name, "up");
        overlay().run("ip", "-n", two, "link", "set", otherName, "up");
    }
}
