package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/// {@code --channel auto} over a lossy path of 20 ms on which a packet filter does as it likes with UDP.
class ChannelFallbackTest {
    private static final long SEED = 11;
    /// Of data packets, that is: more than a handshake.
    private static final int MANY = 2_000;

    @TempDir
    Path work;

    private WideArea network;
    private LocalFederation federation;
    private Node relay;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(WideArea.isPossible(), "not root, or no nft, cc or /dev/net/tun");
        network = WideArea.start(work);
        network.filterUdp("accept");
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
    void blockedFromTheStartTcpCarriesEverything() throws IOException {
        network.filterUdp("drop");
        Path file = Trees.file(work.resolve("data.bin"), 20_000_000, SEED);
        Report.success(near("evacuate", file, "auto").await());
        Report.success(collect("auto"));
        assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
    }

    @Test
    void blockedInMidTransferTcpTakesOver() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), 100_000_000, SEED);
        try (FspProcess sender = near("evacuate", file, "auto")) {
            awaitUdpData();
            network.filterUdp("drop");
            Report.success(sender.await());
        }
        Report.success(collect("auto"));
        assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
    }

    @Test
    void throttledInMidTransferTcpTakesOver() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), 100_000_000, SEED);
        try (FspProcess sender = near("evacuate", file, "auto")) {
            awaitUdpData();
            network.filterUdp("limit rate over 20 kbytes/second drop");
            Report.success(sender.await());
        }
    }

    @Test
    void udpByNameFailsWithOneLineWhereItIsBlocked() throws IOException {
        network.filterUdp("drop");
        Path file = Trees.file(work.resolve("data.bin"), 1_000_000, SEED);
        FspProcess.Ended ended = near("evacuate", file, "udp").await();
        assertTrue(ended.exit() != 0, ended.out());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
        assertTrue(ended.err().contains("UDP"), ended.err());
    }

    private void awaitUdpData() {
        Await.until("data travels over UDP", () -> network.udpPackets() > MANY);
    }

    private FspProcess near(String verb, Path file, String channel) {
        return FspProcess.startOn(
                network.on("near"),
                work,
                List.of(
                        verb,
                        file.toString(),
                        "--json",
                        "--channel",
                        channel,
                        "--relays",
                        WideArea.address("far") + ":" + relay.port(),
                        "--ticket-file",
                        work.resolve("ticket").toString(),
                        "--federation",
                        federation.member(Role.CLIENT, "sender").toString()));
    }

    private FspProcess.Ended collect(String channel) {
        List<String> arguments = List.of(
                "collect",
                work.resolve("ticket").toString(),
                work.resolve("dest").toString(),
                "--channel",
                channel,
                "--json");
        return FspProcess.startOn(network.on("near"), work, arguments).await();
    }
}
