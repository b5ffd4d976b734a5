package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.fastsend.it.cluster.WideArea;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client behind a NAT that forgets it in mid-transfer: its datagrams come from another port from then on, and its
/// old one is nobody's. The relay follows it, whichever of the two sends the blocks.
class MovedPortTest {
    private static final int BYTES = 15_000_000;
    /// So many are on their way when the port changes.
    private static final long SOME = 1_000_000;

    @TempDir
    Path work;

    private WideArea network;
    private LocalFederation federation;
    private Node relay;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(WideArea.isPossible(), "not root, or no nft, cc or /dev/net/tun");
        network = WideArea.start(work);
        federation = new LocalFederation(work.resolve("federation"));
        relay = federation.relayOn(network.on("far"), WideArea.address("far"), "r1");
    }

    @AfterEach
    void stop() {
        if (federation != null) {
            federation.close();
            network.close();
        }
    }

    @Test
    void blocksGoOnOverUdpInBothDirections() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), BYTES, 12);
        String ticket = work.resolve("ticket").toString();
        goesOn(
                "far",
                "evacuate",
                file.toString(),
                "--relays",
                WideArea.address("far") + ":" + relay.port(),
                "--ticket-file",
                ticket,
                "--federation",
                federation.member(Role.CLIENT, "c1").toString());
        Path arrived = work.resolve("arrived.bin");
        goesOn("near", "collect", ticket, arrived.toString());
        assertEquals(-1, Files.mismatch(file, arrived));
    }

    /// Runs a command that sends blocks there, and moves its port when some have come.
    private void goesOn(String taker, String... command) {
        network.filterUdp("continue"); // counts from here
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--channel", "udp", "--json"));
        try (FspProcess running = FspProcess.startOn(network.on("near"), work, arguments)) {
            Await.until("blocks travel", () -> network.arrived(taker).udp() > SOME);
            network.filterUdp("continue");
            network.renumberUdp();
            Report.success(running.await());
        }
        WideArea.Arrived since = network.arrived(taker);
        assertTrue(since.udp() > BYTES / 2, since.toString());
        assertTrue(since.tcp() < SOME, since.toString());
    }
}
