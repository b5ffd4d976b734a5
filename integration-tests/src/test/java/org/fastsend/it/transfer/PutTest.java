package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/// {@code fsp put}: the client stripes and is released, the server collects.
class PutTest {
    private static final long SEED = 5;

    @TempDir
    Path work;

    private LocalFederation federation;
    private List<Node> relays;
    private Path root;
    private Path users;
    private Node server;

    @BeforeEach
    void startFederation() throws IOException {
        federation = new LocalFederation(work.resolve("federation"));
        root = Files.createDirectories(work.resolve("root"));
        users = federation.usersWith("alice", "secret");
        relays = List.of(federation.relay("r1"), federation.relay("r2"), federation.relay("r3"));
        server = startServer();
    }

    private Node startServer() {
        return federation.server("server", root, relays, "--users", users.toString());
    }

    @AfterEach
    void stopFederation() {
        federation.close();
    }

    @Test
    void theServerHoldsTheTreeWhenTheClientHasWaitedForIt() throws IOException {
        Path tree = work.resolve("results");
        Trees.awkward(tree, SEED);

        Report report = Report.success(put(tree, "secret", "--wait"));

        assertTrue(report.bytes() > 5_000_000);
        Trees.assertSame(tree, root.resolve("inbox/results"));
    }

    @Test
    void everythingMayGoOverRelaysAndBeCollectedOnlyThen() throws IOException {
        Path file = Trees.file(work.resolve("big.bin"), 50_000_000, SEED);

        Report report = Report.success(put(file, "secret", "--no-direct", "--collect", "after", "--wait"));

        assertTrue(report.relayBytes() > 50_000_000, "all of it went to relays");
        assertEquals(-1, Files.mismatch(file, root.resolve("inbox/big.bin")));
    }

    @Test
    void aServerThatDiesMeanwhileIsNamedAndCollectsWhenItRunsAgain() throws IOException {
        Path file = Trees.file(work.resolve("big.bin"), 200_000_000, SEED);
        FspProcess.Ended sent;
        try (FspProcess sender = startPut(file, "secret", "--no-direct")) {
            Await.until("the server knows relays", () -> Await.bytesBelow(root.resolve("inbox")) > 2_000);
            server.process().kill();
            sent = sender.await();
        }
        server = startServer();

        if (sent.exit() == 0) {
            assertTrue(Report.of(sent).json().path("dropped").toString().contains("lost sight of it"), sent.out());
            Await.until("all is collected", () -> Files.exists(root.resolve("inbox/big.bin")));
        } else { // what the server had just heard of relays, it could no longer acknowledge
            assertEquals(12, sent.exit(), sent.out() + sent.err());
            Report.success(put(file, "secret", "--no-direct", "--wait"));
        }
        assertEquals(-1, Files.mismatch(file, root.resolve("inbox/big.bin")));
    }

    @Test
    void aWrongPasswordIsSaidInOneLine() throws IOException {
        Path file = Trees.file(work.resolve("small"), 10, SEED);

        FspProcess.Ended ended = put(file, "wrong");

        assertEquals(13, ended.exit(), ended.out() + ended.err());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
    }

    private FspProcess.Ended put(Path path, String password, String... more) throws IOException {
        try (FspProcess running = startPut(path, password, more)) {
            return running.await();
        }
    }

    private FspProcess startPut(Path path, String password, String... more) throws IOException {
        Files.createDirectories(root.resolve("inbox"));
        List<String> arguments = new ArrayList<>(List.of("put", path.toString()));
        arguments.add("ftp://alice@127.0.0.1:" + server.port() + "/inbox/");
        arguments.add("--json");
        arguments.addAll(List.of("--relays", LocalFederation.addresses(relays)));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "client").toString()));
        arguments.addAll(List.of(more));
        return FspProcess.start(work, List.of("-Xmx256m"), Map.of("FSP_PASSWORD", password), arguments);
    }
}
