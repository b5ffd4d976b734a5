package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Sizes that must not matter: every process here runs in {@code -Xmx256m}.
class LargeTest {
    private static final long GIB = 1L << 30;
    private static final int BLOCK = 8 << 20;

    @TempDir
    Path work;

    private LocalFederation federation;
    private Path root;
    private Node server;

    @BeforeEach
    void startFederation() throws IOException {
        federation = new LocalFederation(work.resolve("federation"));
        root = Files.createDirectories(work.resolve("root"));
        List<Node> relays = List.of(federation.relay("r1"), federation.relay("r2"));
        server = federation.server("server", root, relays, "--anonymous");
    }

    @AfterEach
    void stopFederation() {
        federation.close();
    }

    /// Reading all the holes of both files to compare them would take ten times as long as the transfer. Those of
    /// one size that are the same in the blocks with words, and take no more of the disk than these, are the same.
    @Test
    void aSparseFileOfFiveGigabytesArrivesSparseInSmallMemory() throws IOException {
        Path sparse = root.resolve("sparse.bin");
        Map<Long, String> words = Map.of(0L, "start", 4 * GIB, "middle", 5 * GIB - 3, "end");
        Trees.sparse(sparse, 5 * GIB, words);

        Report report = Report.success(get("sparse.bin", "--block-size", "8M"));

        Path arrived = work.resolve("dest/sparse.bin");
        assertEquals(5 * GIB, report.bytes());
        assertEquals(5 * GIB, Files.size(arrived));
        // At the end a relay that is idle may take what the other is slow to store, too.
        long most = 2L * words.size() * BLOCK + (1 << 20);
        assertTrue(report.relayBytes() < most, "holes do not travel: " + report.relayBytes());
        for (long word : words.keySet()) {
            long block = word / BLOCK * BLOCK;
            assertEquals(Trees.bytesAt(sparse, block, BLOCK), Trees.bytesAt(arrived, block, BLOCK), "from " + block);
        }
        long allocated = Trees.allocatedBytes(arrived);
        assertTrue(allocated < words.size() * BLOCK + (1 << 20), "it is sparse here too, and takes " + allocated);
    }

    /// The long form: {@code -Dfsp.long=true}.
    @Test
    @EnabledIfSystemProperty(named = "fsp.long", matches = "true")
    void fiveGigabytesArriveInSmallMemory() throws IOException {
        Path file = Trees.file(root.resolve("big.bin"), 5_000_000_000L, 12);

        Report report = Report.success(get("big.bin", "--block-size", "8M"));

        assertTrue(report.relayBytes() >= 5_000_000_000L, "all of it travelled: " + report.relayBytes());
        assertEquals(-1, Files.mismatch(file, work.resolve("dest/big.bin")));
    }

    @Test
    void fiveThousandSmallFilesArrive() throws IOException {
        Trees.small(root.resolve("many"), 5_000, 1_000, 11);

        Report report = Report.success(get("many"));

        assertEquals(5_000 + 20 + 1, report.files());
        Trees.assertSame(root.resolve("many"), work.resolve("dest/many"));
    }

    private FspProcess.Ended get(String path, String... more) throws IOException {
        Files.createDirectories(work.resolve("dest"));
        List<String> arguments = new java.util.ArrayList<>(List.of("get", "--json"));
        arguments.add("ftp://127.0.0.1:" + server.port() + "/" + path);
        arguments.add(work.resolve("dest").toString());
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "client").toString()));
        arguments.addAll(List.of(more));
        return FspProcess.run(work, arguments.toArray(String[]::new));
    }
}
