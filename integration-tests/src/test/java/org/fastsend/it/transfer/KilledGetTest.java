package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client that dies in the middle of a get: the server stripes on to release, and the client goes on where it was.
class KilledGetTest {
    private static final long BYTES = 150_000_000;

    @TempDir
    Path work;

    @Test
    void theServerGoesOnToReleaseAndTheClientFetchesOnlyWhatItLacks() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            Path root = work.resolve("root");
            Path file = Trees.file(root.resolve("big.bin"), BYTES, 21);
            List<Node> relays = List.of(federation.relay("r1"), federation.relay("r2"));
            Node server = federation.server("server", root, relays, "--anonymous");
            Path dest = Files.createDirectories(work.resolve("dest"));
            String[] get = {
                "get",
                "ftp://127.0.0.1:" + server.port() + "/big.bin",
                dest.toString(),
                "--json",
                "--no-direct",
                "--federation",
                federation.member(Role.CLIENT, "client").toString()
            };

            try (FspProcess first = FspProcess.start(work, get)) {
                Await.until("some of it is there", () -> Await.bytesBelow(dest) > BYTES / 3);
                first.kill();
            }
            assertFalse(Files.exists(dest.resolve("big.bin")), "nothing half-written has the final name");
            server.process().awaitErrorLine(line -> line.contains("outcome=complete"));
            server.process().kill(); // released: nobody needs it any more

            Report second = Report.success(FspProcess.run(work, get));

            assertEquals(-1, Files.mismatch(file, dest.resolve("big.bin")));
            assertTrue(second.resumedBytes() > 0, second.json().toString());
            assertTrue(second.relayBytes() < BYTES * 0.97, "only what was lacking: " + second.relayBytes());
        }
    }

    @Test
    void aClientThatCollectsAfterwardsNeedsNoServerThen() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            Path root = work.resolve("root");
            Path file = Trees.file(root.resolve("big.bin"), 60_000_000, 22);
            List<Node> relays = List.of(federation.relay("r1"), federation.relay("r2"));
            Node server = federation.server("server", root, relays, "--anonymous");
            Path dest = work.resolve("big.bin");
            String[] get = {
                "get",
                "ftp://127.0.0.1:" + server.port() + "/big.bin",
                dest.toString(),
                "--json",
                "--collect",
                "after",
                "--no-direct",
                "--federation",
                federation.member(Role.CLIENT, "client").toString()
            };

            try (FspProcess client = FspProcess.start(work, get)) {
                server.process().awaitErrorLine(line -> line.contains("outcome=complete"));
                server.process().kill();
                Report.success(client.await());

                assertEquals(-1, Files.mismatch(file, dest));
            }
        }
    }
}
