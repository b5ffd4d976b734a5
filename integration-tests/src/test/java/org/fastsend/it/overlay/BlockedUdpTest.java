package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/// An overlay in a network that lets no datagram through: it forms, is asked and measured over TCP. Needs root, ip and
/// nft.
class BlockedUdpTest {
    private static final String FIRST = "127.0.0.1:4377";

    @TempDir
    Path work;

    private Optional<NamespacedOverlay> built = Optional.empty();
    private String blocked = "";

    @BeforeEach
    void blockDatagrams() {
        NamespacedOverlay overlay = new NamespacedOverlay(work);
        built = Optional.of(overlay);
        blocked = overlay.namespace("tcp");
        overlay.runIn(blocked, "nft", "add table inet filter");
        overlay.runIn(blocked, "nft", "add chain inet filter in { type filter hook input priority 0 ; }");
        overlay.runIn(blocked, "nft", "add rule inet filter in meta l4proto udp drop");
    }

    @AfterEach
    void removeTheNetwork() {
        built.ifPresent(NamespacedOverlay::close);
    }

    @Test
    void relaysFindEachOtherAndAreFoundOverTcp() {
        NamespacedOverlay overlay = built.orElseThrow();
        overlay.relay(blocked, "p1", "--host", "127.0.0.1", "--port", "4377");
        overlay.relay(blocked, "p2", "--host", "127.0.0.1", "--port", "4378", "--join", FIRST);

        List<JsonNode> listed = new ArrayList<>();
        Await.until("both are named by the one that was asked", () -> {
            listed.clear();
            listed.addAll(overlay.relays(blocked, FIRST));
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
}
