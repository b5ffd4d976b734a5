package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** {@code fsp transfers} sees transfers of other processes and changes them while they run; and the path test as two processes. */
class RunningTransfersTest {
    private static final long SEED = 11;

    @TempDir
    Path work;

    private Path runtime;
    private LocalFederation federation;

    @BeforeEach
    void start() throws IOException {
        runtime = Files.createDirectory(work.resolve("run"));
        federation = new LocalFederation(work.resolve("federation"));
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    @Test
    void aTransferThatWouldTakeAnHourIsToldToHurry() throws IOException {
        Node relay = federation.relay("r1");
        Path file = Trees.file(work.resolve("data.bin"), 20_000_000, SEED);
        try (FspProcess sender = fsp(
                "evacuate",
                file.toString(),
                "--relays",
                relay.address(),
                "--federation",
                federation.member(Role.CLIENT, "c1").toString(),
                "--ticket-file",
                work.resolve("ticket").toString(),
                "--channel",
                "udp",
                "--rate",
                "50k",
                "--min-rate",
                "8k",
                "--weight",
                "0.5",
                "--policy",
                "low",
                "--json")) {
            Await.until("the transfer is listed", () -> transfer().isPresent());
            JsonNode seen = transfer().orElseThrow();
            assertEquals(50_000, seen.get("targetBitsPerSecond").asLong());
            assertEquals("udp", seen.get("channel").asText());
            assertEquals(8_000, seen.get("minBitsPerSecond").asLong());
            assertEquals(0.5, seen.get("weight").asDouble());
            assertEquals("low", seen.get("policy").asText());

            FspProcess.Ended changed = fsp("transfers", seen.get("id").asText(), "--rate", "unbounded", "--json")
                    .await();

            assertEquals(0, changed.exit(), changed.out() + changed.err());
            assertTrue(changed.out().contains("\"targetBitsPerSecond\":null"), changed.out());
            Report.success(sender.await());
        }
        assertEquals(Optional.empty(), transfer());
    }

    @Test
    void twoTransfersOfOneUserShareACapByTheirWeightsAndItCanBeLifted() throws IOException {
        Node relay = federation.relay("r1");
        assertEquals(0, fsp("transfers", "--cap", "8M").await().exit());
        try (FspProcess overTcp = evacuation(relay, "tcp", "1");
                FspProcess overUdp = evacuation(relay, "udp", "3")) {
            Await.until("both have their part of it", () -> {
                Map<String, Long> speeds = speeds();
                long tcp = speeds.getOrDefault("tcp", 0L);
                return tcp > 1_000_000 && speeds.getOrDefault("udp", 0L) > 2 * tcp;
            });
            assertTrue(
                    speeds().values().stream().mapToLong(Long::longValue).sum() < 11_000_000,
                    () -> listing().toString());
            assertEquals(8_000_000, listing().get("capBitsPerSecond").asLong());

            assertEquals(0, fsp("transfers", "--cap", "unbounded").await().exit());
            Report.success(overTcp.await());
            Report.success(overUdp.await());
        }
        assertTrue(listing().get("capBitsPerSecond").isNull());
    }

    private FspProcess evacuation(Node relay, String channel, String weight) throws IOException {
        return fsp(
                "evacuate",
                Trees.file(work.resolve(channel + ".bin"), 20_000_000, SEED).toString(),
                "--relays",
                relay.address(),
                "--federation",
                federation.member(Role.CLIENT, channel).toString(),
                "--ticket-file",
                work.resolve(channel + ".ticket").toString(),
                "--channel",
                channel,
                "--weight",
                weight,
                "--json");
    }

    /** How fast each of them sends, in bits a second, by its channel. */
    private Map<String, Long> speeds() {
        Map<String, Long> speeds = new HashMap<>();
        listing()
                .get("transfers")
                .forEach(one -> speeds.put(
                        one.get("channel").asText(),
                        one.get("sendingBitsPerSecond").asLong()));
        return speeds;
    }

    @Test
    void aPathIsMeasuredBetweenTwoProcesses() throws IOException {
        Path portFile = work.resolve("port");
        try (FspProcess server = fsp(
                "bench",
                "serve",
                "--warm-up",
                "0",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--port-file",
                portFile.toString())) {
            server.awaitLine(line -> line.contains("listening"));
            String port = Files.readString(portFile).strip();
            FspProcess.Ended ended = fsp(
                            "bench", "run", "127.0.0.1:" + port, "--channel", "udp", "--bytes", "20M", "--json")
                    .await();
            assertEquals(0, ended.exit(), ended.out() + ended.err());
            JsonNode report = new ObjectMapper().readTree(ended.lastLine());
            assertEquals("udp", report.get("channel").asText());
            assertTrue(report.get("goodputBitsPerSecond").asLong() > 0, ended.out());
        }
    }

    /** The one that is listed, if it is. */
    private Optional<JsonNode> transfer() {
        return Optional.ofNullable(listing().get("transfers").get(0));
    }

    private JsonNode listing() {
        FspProcess.Ended listed = fsp("transfers", "--json").await();
        assertEquals(0, listed.exit(), listed.out() + listed.err());
        try {
            return new ObjectMapper().readTree(listed.lastLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FspProcess fsp(String... arguments) {
        return FspProcess.start(
                work,
                List.of("-Xmx256m"),
                Map.of("XDG_RUNTIME_DIR", runtime.toString()),
                new ArrayList<>(List.of(arguments)));
    }
}
