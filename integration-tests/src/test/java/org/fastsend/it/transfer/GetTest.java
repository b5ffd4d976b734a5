package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// {@code fsp get}: a server stripes over three relays while the client collects.
@TestInstance(Lifecycle.PER_CLASS)
class GetTest {
    private static final long SEED = 42;

    private Path work;
    private LocalFederation federation;
    private Path root;
    private Node server;

    @BeforeAll
    void startFederation(@TempDir Path directory) throws IOException {
        work = directory;
        federation = new LocalFederation(work.resolve("federation"));
        root = work.resolve("root");
        Trees.awkward(root.resolve("tree"), SEED);
        Trees.file(root.resolve("big.bin"), 60_000_000, SEED);
        List<Node> relays = List.of(federation.relay("r1"), federation.relay("r2"), federation.relay("r3"));
        server = federation.server("server", root, relays, "--anonymous");
    }

    @AfterAll
    void stopFederation() {
        federation.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--no-direct",
                "--direct --collect after --strategy round-robin",
                "--strategy partitioned --no-direct",
                "--copies 4 --direct",
                "--copies 2 --no-direct --block-size 64K --streams 1",
                "--cipher chacha20-poly1305 --compression zstd --checksum sha-256",
                "--cipher aes-128-gcm --compression zlib:1 --checksum md5 --direct"
            })
    void aTreeOfAwkwardNamesArrivesUnchanged(String switches) throws IOException {
        Path dest = Files.createTempDirectory(work, "dest");

        Report report = Report.success(get("tree", dest, switches));

        Trees.assertSame(root.resolve("tree"), dest.resolve("tree"));
        assertTrue(report.bytes() > 5_000_000, "bytes " + report.bytes());
        if (switches.startsWith("--copies ")) {
            String said = report.json().toString();
            assertEquals(switches.charAt("--copies ".length()) - '0', report.copies(), said);
            assertFalse(report.json().path("sendSeconds").isNull(), "the server is free: " + said);
        }
        try (var left = Files.list(dest)) {
            assertEquals(List.of(dest.resolve("tree")), left.toList(), "nothing but the tree is there");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--no-direct", "--plain"})
    void ofAWholeServerComesWhatIsInItAndNotTheNameThatItHasThere(String switches) throws IOException {
        Path dest = work.resolve("whole" + switches);

        Report.success(get("", dest, switches));

        try (var top = Files.list(dest)) {
            assertEquals(
                    List.of(dest.resolve("big.bin"), dest.resolve("tree")),
                    top.sorted().toList());
        }
        assertEquals(-1, Files.mismatch(root.resolve("big.bin"), dest.resolve("big.bin")));
        assertEquals(-1, Files.mismatch(root.resolve("tree/big.bin"), dest.resolve("tree/big.bin")));
    }

    @Test
    void plainFtpBringsTheContentsOfATreeWithoutAnyRelay() throws IOException {
        Path dest = Files.createTempDirectory(work, "plain");

        Report report = Report.success(get("tree", dest, "--plain"));

        assertEquals(0, report.relays());
        for (String name : List.of("big.bin", "with spaces/a file.txt", "ünïcödé/日本語.bin", "empty file")) {
            assertEquals(
                    -1,
                    Files.mismatch(
                            root.resolve("tree").resolve(name),
                            dest.resolve("tree").resolve(name)));
        }
    }

    @Test
    void aSingleFileArrivesUnderTheNameThatWasAskedFor() throws IOException {
        Path dest = work.resolve("renamed.bin");

        Report report = Report.success(get("big.bin", dest, "--no-direct"));

        assertEquals(-1, Files.mismatch(root.resolve("big.bin"), dest));
        assertEquals(60_000_000, report.bytes());
        assertEquals(3, report.relays());
        assertTrue(report.relayBytes() > 60_000_000, report.toString());
        assertTrue(
                report.keptRelayBytes() < 60_000_000 * 1.35,
                "striped once, but for the 18 of 58 blocks that may be put again near the end: " + report);
        assertTrue(report.sendSeconds() <= report.totalSeconds(), "the sender is free before the collection ends");
    }

    @Test
    void aNameThatEndsWithASlashIsADirectoryOverPlainFtpToo() throws IOException {
        Report.success(get("big.bin", work.resolve("new") + "/", "--plain"));

        assertEquals(-1, Files.mismatch(root.resolve("big.bin"), work.resolve("new/big.bin")));
    }

    @Test
    void aMissingPathIsSaidInOneLine() {
        FspProcess.Ended ended = get("no such thing", work.resolve("nowhere"), "");

        assertEquals(20, ended.exit());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
        assertTrue(Report.of(ended).errorMessage().contains("no such thing"), ended.out());
    }

    private FspProcess.Ended get(String path, Path dest, String switches) {
        return get(path, dest.toString(), switches);
    }

    private FspProcess.Ended get(String path, String dest, String switches) {
        List<String> arguments = new ArrayList<>(List.of("get"));
        arguments.add("ftp://127.0.0.1:" + server.port() + "/" + path.replace(" ", "%20"));
        arguments.addAll(List.of(dest, "--json"));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "client").toString()));
        if (!switches.isEmpty()) {
            arguments.addAll(List.of(switches.split(" ")));
        }
        return FspProcess.run(work, arguments.toArray(String[]::new));
    }
}
