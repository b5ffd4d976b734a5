package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole transfers of which every block travels over UDP, through the kernel's fast path and through NIO.
class UdpTransferTest {
    private static final long SEED = 4;

    @TempDir
    Path work;

    private LocalFederation federation;
    private List<Node> relays;

    @BeforeEach
    void startRelays() {
        federation = new LocalFederation(work.resolve("federation"));
        relays = List.of(federation.relay("r1"), federation.relay("r2"), federation.relay("r3"));
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "nio"})
    void anEvacuationAndItsCollection(String sockets) throws IOException {
        Path tree = work.resolve("results");
        Trees.awkward(tree, SEED);
        Report.success(run(sockets, evacuation(tree)));
        Report.success(run(
                sockets,
                "collect",
                work.resolve("ticket").toString(),
                work.resolve("dest").toString(),
                "--channel",
                "udp",
                "--streams",
                "8",
                "--json"));
        Trees.assertSame(tree, work.resolve("dest/results"));
    }

    @Test
    void aStripedGet() throws IOException {
        Path root = Files.createDirectories(work.resolve("root"));
        Trees.small(root.resolve("tree"), 200, 5_000, SEED);
        Trees.file(root.resolve("tree/large.bin"), 40_000_000, SEED);
        Node server = federation.server("s1", root, relays, "--anonymous");
        Report report = Report.success(run(
                "auto",
                "get",
                "fsp://" + server.address() + "/tree",
                work.resolve("dest").toString(),
                "--federation",
                federation.member(Role.CLIENT, "c1").toString(),
                "--channel",
                "udp",
                "--rate",
                "2G",
                "--json"));
        assertTrue(report.relayBytes() > 0, "relays took part");
        Path dest = work.resolve("dest");
        Trees.assertSame(root.resolve("tree"), Files.exists(dest.resolve("tree")) ? dest.resolve("tree") : dest);
    }

    @Test
    void forgedDatagramsAtTheRelaysPortChangeNothing() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), 30_000_000, SEED);
        Random random = new Random(SEED);
        try (FspProcess sender = FspProcess.start(work, evacuation(file));
                DatagramSocket forger = new DatagramSocket()) {
            Await.until(
                    "the relay holds something",
                    () -> Await.bytesBelow(relays.getFirst().data()) > 0);
            for (int i = 0; i < 3_000; i++) {
                byte[] junk = new byte[random.nextInt(1400)];
                random.nextBytes(junk);
                forger.send(new DatagramPacket(
                        junk,
                        junk.length,
                        InetAddress.getLoopbackAddress(),
                        relays.getFirst().port()));
            }
            Report.success(sender.await());
        }
        Report.success(run(
                "auto",
                "collect",
                work.resolve("ticket").toString(),
                work.resolve("dest").toString(),
                "--channel",
                "udp",
                "--json"));
        assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
    }

    private String[] evacuation(Path path) {
        return new String[] {
            "evacuate",
            path.toString(),
            "--json",
            "--channel",
            "udp",
            "--relays",
            LocalFederation.addresses(relays),
            "--ticket-file",
            work.resolve("ticket").toString(),
            "--federation",
            federation.member(Role.CLIENT, "sender").toString()
        };
    }

    private FspProcess.Ended run(String sockets, String... arguments) {
        try (FspProcess running = FspProcess.start(
                work, List.of("-Xmx256m", "-Dfsp.datagrams=" + sockets), Map.of(), List.of(arguments))) {
            return running.await();
        }
    }
}
