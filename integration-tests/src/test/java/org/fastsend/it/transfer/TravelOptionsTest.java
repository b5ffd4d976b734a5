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

/// What is said of the way that blocks travel, at either end of it, holds for the other as well.
class TravelOptionsTest {
    private static final long SEED = 12;
    private static final int BYTES = 5_000_000;
    /// What 40 Mbit/s take for so many bytes, less what may be saved up.
    private static final double LEAST_SECONDS = 0.85;

    @TempDir
    Path work;

    private Path runtime;
    private Path root;
    private LocalFederation federation;
    private Node relay;

    @BeforeEach
    void start() throws IOException {
        runtime = Files.createDirectory(work.resolve("run"));
        root = work.resolve("root");
        federation = new LocalFederation(work.resolve("federation"));
        relay = federation.relay("r1", "--rate", "40M");
    }

    @AfterEach
    void stop() {
        federation.close();
    }

    @Test
    void aRelayTakesAndGivesNoFasterThanItsRate() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), BYTES, SEED);
        String ticket = work.resolve("ticket").toString();
        String[] over = {"--channel", "udp"};

        Report sent = Report.success(
                member(over, "evacuate", file.toString(), "--relays", relay.address(), "--ticket-file", ticket)
                        .await());
        assertTrue(sent.sendSeconds() > LEAST_SECONDS, sent.toString());

        Path dest = work.resolve("dest");
        Report collected = Report.success(fsp(List.of("collect", ticket, dest.toString(), "--channel", "udp"))
                .await());
        assertTrue(collected.totalSeconds() > LEAST_SECONDS, collected.toString());
        assertEquals(-1, Files.mismatch(file, dest));
    }

    @Test
    void aServerHoldsTheTreeThatWasPutOverUdp() throws IOException {
        Path tree = work.resolve("results");
        Trees.awkward(tree, SEED);
        Node server = server();

        Report report =
                Report.success(put(server, tree, "--channel", "udp", "--wait").await());

        assertTrue(report.relayBytes() > 5_000_000, report.toString());
        Trees.assertSame(tree, root.resolve("inbox/results"));
    }

    @Test
    void whatAClientSaysOfTheWayHoldsAtTheServerToo() throws IOException {
        Path file = Trees.file(work.resolve("data.bin"), BYTES, SEED);
        Node server = server();
        String[] slowly = {"--channel", "udp", "--rate", "50k", "--min-rate", "8k", "--weight", "0.5", "--policy", "low"
        };
        try (FspProcess running = put(server, file, slowly)) {
            for (String what : List.of("put ", "collect ")) {
                JsonNode seen = Await.found(what + "is listed", () -> listed(what));
                assertEquals("udp", seen.get("channel").asText(), seen.toString());
                assertEquals(50_000, seen.get("targetBitsPerSecond").asLong(), seen.toString());
                assertEquals(8_000, seen.get("minBitsPerSecond").asLong(), seen.toString());
                assertEquals(0.5, seen.get("weight").asDouble(), seen.toString());
                assertEquals("low", seen.get("policy").asText(), seen.toString());
            }
            assertTrue(running.process().isAlive(), "it runs still");
        }
    }

    /// The transfer that is listed so, if one is.
    private Optional<JsonNode> listed(String what) {
        FspProcess.Ended listing = fsp(List.of("transfers")).await();
        assertEquals(0, listing.exit(), listing.out() + listing.err());
        try {
            for (JsonNode one : new ObjectMapper().readTree(listing.lastLine()).get("transfers")) {
                if (one.get("what").asText().startsWith(what)) {
                    return Optional.of(one);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Node server() throws IOException {
        Files.createDirectories(root.resolve("inbox"));
        String users = federation.usersWith("alice", "secret").toString();
        List<String> prefix = List.of("env", "XDG_RUNTIME_DIR=" + runtime);
        return federation.serverOn(prefix, "s1", root, List.of(relay), "--anonymous", "--users", users);
    }

    private FspProcess put(Node server, Path path, String... more) {
        String to = "ftp://alice@" + server.address() + "/inbox/";
        return member(more, "put", path.toString(), to, "--no-direct", "--relays", relay.address());
    }

    /// A command of a member of the federation.
    private FspProcess member(String[] more, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(more));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "c1").toString()));
        return fsp(arguments);
    }

    private FspProcess fsp(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--json");
        return FspProcess.start(
                work,
                List.of("-Xmx256m"),
                Map.of("XDG_RUNTIME_DIR", runtime.toString(), "FSP_PASSWORD", "secret"),
                all);
    }
}
