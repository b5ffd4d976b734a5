package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.fastsend.it.fault.FaultyRelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Relays that lie: whatever one of them does, what arrives is right, or the command fails and says why.
class BadRelayTest {
    private static final long SEED = 9;

    @TempDir
    Path work;

    @ParameterizedTest
    @ValueSource(strings = {"flip-bit", "truncate", "other-block"})
    void aRelayThatGivesBadBlocksIsNamedAndTheOtherCopyIsFetched(String fault) throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            Node bad = federation.faultyRelay("bad", fault);
            Node good = federation.relay("good");
            Path file = Trees.file(work.resolve("data.bin"), 20_000_000, SEED);
            Report.success(evacuate(federation, List.of(bad, good), file, "--copies", "2"));

            good.process().pause(); // else it may be so fast that the bad one is asked for nothing
            FspProcess.Ended ended;
            try (FspProcess collecting = FspProcess.start(
                    work, "collect", ticket(), work.resolve("dest").toString(), "--json")) {
                bad.process().awaitLine(FaultyRelay.STRUCK::equals);
                good.process().resume();
                ended = collecting.await();
            }

            Report report = Report.success(ended);
            assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
            String dropped = report.json().path("dropped").toString();
            assertTrue(dropped.contains("bad"), "the bad relay is named: " + ended.out());
        }
    }

    @Test
    void theOnlyCopyBeingBadFailsWithOneReasonAndNoFile() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            List<Node> relays = List.of(federation.faultyRelay("bad", "flip-bit"));
            Path file = Trees.file(work.resolve("data.bin"), 5_000_000, SEED);
            Report.success(evacuate(federation, relays, file));

            FspProcess.Ended ended = FspProcess.run(
                    work, "collect", ticket(), work.resolve("dest").toString(), "--json");

            assertEquals(32, ended.exit(), ended.out() + ended.err());
            assertEquals(1, ended.err().strip().lines().count(), ended.err());
            assertFalse(Files.exists(work.resolve("dest")), "nothing has the final name");
        }
    }

    @Test
    void aRelayThatFallsSilentIsLeftAndItsBlocksGoElsewhere() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            List<Node> relays = List.of(federation.faultyRelay("bad", "silent-put"), federation.relay("good"));
            Path file = Trees.file(work.resolve("data.bin"), 100_000_000, SEED);

            Report sent = Report.success(evacuate(federation, relays, file));

            assertTrue(
                    sent.json().path("dropped").toString().contains("bad"),
                    sent.json().toString());
            Report.success(FspProcess.run(
                    work, "collect", ticket(), work.resolve("dest").toString(), "--json"));
            assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
        }
    }

    @Test
    void aRelayThatDiesBetweenItsReceiptAndTheManifestsEndReleasesNobody() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            List<Node> relays = List.of(federation.faultyRelay("bad", "die-signed"));
            Path file = Trees.file(work.resolve("data.bin"), 5_000_000, SEED);

            FspProcess.Ended ended = evacuate(federation, relays, file);

            assertEquals(31, ended.exit(), ended.out() + ended.err());
            assertFalse(Files.exists(work.resolve("ticket")), "there is nothing that it could lead to");
        }
    }

    private String ticket() {
        return work.resolve("ticket").toString();
    }

    private FspProcess.Ended evacuate(LocalFederation federation, List<Node> relays, Path file, String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("evacuate", file.toString(), "--json"));
        arguments.addAll(List.of("--relays", LocalFederation.addresses(relays), "--ticket-file", ticket()));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "sender").toString()));
        arguments.addAll(List.of(more));
        return FspProcess.run(work, arguments.toArray(String[]::new));
    }
}
