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
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sender that dies in the middle of an evacuation and is started again with the same words.
class KilledEvacuationTest {
    private static final long BYTES = 150_000_000;
    /// Of a sender's journal, which has some hundred for each block: several blocks are in them.
    private static final long BLOCKS_BYTES = 1_000;

    @TempDir
    Path work;

    private LocalFederation federation;
    private List<Node> relays;
    private Path tree;
    private Path ticket;

    @BeforeEach
    void startRelays() throws IOException {
        federation = new LocalFederation(work.resolve("federation"));
        relays = List.of(federation.relay("r1"), federation.relay("r2"));
        ticket = work.resolve("ticket");
        tree = work.resolve("results");
        Trees.file(tree.resolve("big.bin"), BYTES, 21);
        for (int i = 0; i < 200; i++) {
            Trees.file(tree.resolve("small/" + i), 1000 + i, i);
        }
    }

    @AfterEach
    void stopRelays() {
        federation.close();
    }

    @Test
    void runAgainItSendsOnlyWhatIsNotOnRelaysYet() throws IOException {
        killInTheMiddle();

        Report second = Report.success(evacuate());

        second.assertContinued(BYTES / 10);
        assertCollected();
        try (var left = Files.list(work.resolve(".state/fsp"))) {
            assertEquals(List.of(), left.toList(), "nothing is kept of a sender that is released");
        }
    }

    @Test
    void whatChangedInBetweenIsSentAsItIsNow() throws IOException {
        killInTheMiddle();
        Trees.file(tree.resolve("small/7"), 5000, 99);
        Files.delete(tree.resolve("small/8"));
        Trees.file(tree.resolve("small/new"), 3000, 98);

        Report second = Report.success(evacuate());

        assertTrue(second.resumedBytes() > 0, second.json().toString());
        assertCollected();
        assertFalse(Files.exists(work.resolve("dest/results/small/8")));
    }

    @Test
    void oneWhoseTicketCouldNotBeWrittenSendsNothingAgain() throws IOException {
        ticket = work.resolve("gone/ticket");
        Files.createDirectory(work.resolve("gone"));
        try (FspProcess first = FspProcess.start(work, evacuation("--rate", "400M"))) {
            Await.until("some of it is there", () -> Await.bytesBelow(work.resolve("federation")) > BYTES / 4);
            Files.delete(work.resolve("gone"));
            assertEquals(21, first.await().exit(), "nobody has the ticket");
        }
        Files.createDirectory(work.resolve("gone"));

        Report second = Report.success(evacuate());

        assertEquals(second.bytes(), second.resumedBytes());
        assertEquals(0, second.keptRelayBytes());
        assertCollected();
    }

    private void killInTheMiddle() {
        try (FspProcess first = FspProcess.start(work, evacuation("--rate", "400M"))) {
            Await.until("some of it is there", () -> Await.bytesBelow(work.resolve("federation")) > BYTES / 4);
            // What a relay has, counts once the sender has written it down.
            long written = Await.bytesBelow(work.resolve(".state/fsp"));
            Await.until(
                    "its sender knows that",
                    () -> Await.bytesBelow(work.resolve(".state/fsp")) > written + BLOCKS_BYTES);
            first.kill();
        }
        assertFalse(Files.exists(ticket), "it was not done yet");
    }

    private FspProcess.Ended evacuate() {
        return FspProcess.run(work, evacuation());
    }

    private String[] evacuation(String... more) {
        List<String> words = new ArrayList<>(List.of("evacuate", tree.toString(), "--json"));
        words.addAll(List.of("--relays", LocalFederation.addresses(relays)));
        words.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "sender").toString()));
        words.addAll(List.of("--ticket-file", ticket.toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private void assertCollected() throws IOException {
        Path dest = work.resolve("dest");
        Report.success(FspProcess.run(work, "collect", ticket.toString(), dest.toString(), "--json"));
        Trees.assertSame(tree, dest.resolve("results"));
    }
}
