package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fastsend.core.cli.ExitCode;
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

/// {@code fsp evacuate} and {@code fsp collect}: no server, a ticket, relays that die at awkward moments.
class EvacuateTest {
    private static final long SEED = 7;

    @TempDir
    Path work;

    private LocalFederation federation;
    private List<Node> relays;
    private Path ticket;

    @BeforeEach
    void startRelays() {
        federation = new LocalFederation(work.resolve("federation"));
        relays = List.of(federation.relay("r1"), federation.relay("r2"), federation.relay("r3"));
        ticket = work.resolve("ticket");
    }

    @AfterEach
    void stopRelays() {
        federation.close();
    }

    @Test
    void severalReceiversCollectAtOnceWhatASenderLeftBehind() throws IOException {
        Path tree = work.resolve("results");
        Trees.awkward(tree, SEED);

        Report sent = Report.success(evacuate(tree));
        assertEquals(1, sent.copies());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(ticket)));

        List<CompletableFuture<FspProcess.Ended>> receivers = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> collect(work.resolve("dest" + i))))
                .toList();
        for (int i = 0; i < receivers.size(); i++) {
            Report.success(receivers.get(i).join());
            Trees.assertSame(tree, work.resolve("dest" + i).resolve("results"));
        }
    }

    /// `fsp evacuate $HOME`: what is kept for a later run grows while the tree is read.
    @Test
    void whatAnEvacuationKeepsForItselfIsNoPartOfIt() throws IOException {
        Path home = Files.createDirectory(work.resolve("home"));
        Trees.awkward(home.resolve("results"), SEED);
        Path states = Files.createDirectories(home.resolve(".state/fsp")); // see FspProcess
        Files.writeString(states.resolve("another.run"), "a secret");
        Files.writeString(home.resolve(".state/other"), "of another program");

        String[] forPeople = Stream.of(evacuation(home))
                .filter(word -> !word.equals("--json"))
                .toArray(String[]::new);
        FspProcess.Ended sent = FspProcess.run(home, forPeople);
        assertEquals(0, sent.exit(), sent.err());
        assertTrue(sent.err().contains(states + " is left out"), sent.err());
        Report.success(collect(work.resolve("dest")));
        assertEquals("of another program", Files.readString(work.resolve("dest/home/.state/other")));
        assertFalse(Files.exists(work.resolve("dest/home/.state/fsp")));
        Trees.assertSame(home.resolve("results"), work.resolve("dest/home/results"));
    }

    /// A batch script that is submitted twice.
    @Test
    void aSecondEvacuationDoesNotReplaceTheTicketOfTheFirst() throws IOException {
        Path first = Files.createDirectory(work.resolve("first"));
        Path second = Trees.file(work.resolve("second"), 100, SEED);
        Report.success(evacuate(first));

        FspProcess.Ended refused = evacuate(second);
        assertEquals(ExitCode.NOT_WRITABLE.number(), refused.exit(), refused.err());
        assertTrue(refused.err().contains(ticket + " exists and is not overwritten"), refused.err());

        Report.success(collect(work.resolve("dest")));
        Trees.assertSame(first, work.resolve("dest/first"));
    }

    @Test
    void aRelayThatKeepsNothingForLongIsNoSurprise() throws IOException {
        Path tree = Files.createDirectory(work.resolve("results"));
        Trees.file(tree.resolve("one"), 100, SEED);
        relays = List.of(federation.relay("hasty", "--lease", "1h"));
        Instant before = Instant.now();

        Report sent = Report.success(evacuate(tree));

        Duration kept = Duration.between(before, sent.collectBefore());
        assertTrue(kept.toMinutes() > 50 && kept.toMinutes() < 70, "for " + kept);
    }

    @Test
    void aTreeWithoutASingleByteIsKeptByRelaysToo() throws IOException {
        Path tree = work.resolve("results");
        Files.createDirectories(tree.resolve("empty directory"));
        Files.createFile(tree.resolve("done"));
        Files.createSymbolicLink(tree.resolve("latest"), Path.of("done"));

        FspProcess.Ended refused = evacuate(tree, "--copies", "4");
        assertEquals(ExitCode.NOT_ENOUGH_RELAYS.number(), refused.exit(), refused.err());
        Report.success(evacuate(tree));
        Report.success(collect(work.resolve("dest")));

        Trees.assertSame(tree, work.resolve("dest/results"));
    }

    /// The launcher has it leave without the JVM's hooks, which others count on.
    @Test
    void anEvacuationLeavesNoTemporaryFile() throws IOException {
        Path file = Files.writeString(work.resolve("results.txt"), "the same again\n".repeat(10_000));
        Path temporary = Files.createDirectory(work.resolve("tmp"));

        try (FspProcess sender = FspProcess.start(
                work,
                List.of("-Djava.io.tmpdir=" + temporary),
                Map.of(),
                List.of(evacuation(file, "--compression", "zstd")))) {
            Report.success(sender.await());
        }
        String mailbox = "fsp-" + System.getProperty("user.name"); // where this user's running transfers are spoken to
        try (Stream<Path> left = Files.walk(temporary).skip(1)) {
            assertEquals(List.of(temporary.resolve(mailbox)), left.toList());
        }
    }

    @Test
    void aRelayThatDiesWhileStripingIsReplacedBeforeRelease() throws IOException {
        Path file = Trees.file(work.resolve("big.bin"), 150_000_000, SEED);

        try (FspProcess sender = FspProcess.start(work, evacuation(file))) {
            Node victim = Await.found("a relay that holds something", this::holder); // which one, the machine decides
            victim.process().kill();
            Report report = Report.success(sender.await());
            assertTrue(report.relayBytes() > 150_000_000, "what the relay held was striped again");
        }
        Report.success(collect(work.resolve("dest")));
        assertEquals(-1, Files.mismatch(file, work.resolve("dest")));
    }

    private Optional<Node> holder() {
        return relays.stream()
                .filter(relay -> Await.bytesBelow(relay.data()) > 20_000_000)
                .findFirst();
    }

    @Test
    void threeCopiesSurviveTheLossOfAnyTwoRelaysAfterRelease() throws IOException {
        Path tree = work.resolve("results");
        Trees.small(tree, 500, 3000, SEED);
        assertEquals(3, Report.success(evacuate(tree, "--copies", "3")).copies());

        relays.get(0).process().kill();
        relays.get(1).process().kill();

        Report.success(collect(work.resolve("dest")));
        Trees.assertSame(tree, work.resolve("dest/results"));
    }

    @Test
    void aLostRelayWithTheOnlyCopyEndsTheCollectionWithOneReason() throws IOException {
        Path file = Trees.file(work.resolve("big.bin"), 30_000_000, SEED);
        Report.success(evacuate(file));
        relays.stream()
                .max(Comparator.comparingLong(relay -> Await.bytesBelow(relay.data())))
                .orElseThrow()
                .process()
                .kill();

        FspProcess.Ended ended = collect(work.resolve("dest"));

        assertEquals(32, ended.exit(), ended.out() + ended.err());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
        assertFalse(Files.exists(work.resolve("dest/big.bin")), "nothing half-written has the final name");
    }

    @Test
    void aKilledCollectionGoesOnWhereItWas() throws IOException {
        Path file = Trees.file(work.resolve("big.bin"), 200_000_000, SEED);
        Report.success(evacuate(file));
        Path dest = Files.createDirectories(work.resolve("dest"));
        try (FspProcess first = FspProcess.start(work, "collect", ticket.toString(), dest.toString())) {
            Await.until("part of it is there", () -> Await.bytesBelow(dest) > 0 && journal(dest) > 600);
            first.kill();
        }
        assertFalse(Files.exists(dest.resolve("big.bin")), "nothing half-written has the final name");
        long held = journal(dest);
        assertNotEquals(0, held);

        Report second = Report.success(collect(dest));

        assertEquals(-1, Files.mismatch(file, dest.resolve("big.bin")));
        assertTrue(second.relayBytes() < 195_000_000, "only what was lacking: " + second.relayBytes());
    }

    @Test
    void theTicketIsAllThatACollectionNeedsAndNothingWorksWithoutIt() throws IOException {
        Path tree = work.resolve("results");
        Trees.small(tree, 20, 100, SEED);
        Report.success(evacuate(tree));
        String text = Files.readString(ticket);
        Files.writeString(ticket, text.substring(0, text.length() - 9) + "AAAAAAAA\n");

        FspProcess.Ended ended = collect(work.resolve("dest"));

        assertEquals(25, ended.exit(), ended.out() + ended.err());
        assertEquals(1, ended.err().strip().lines().count(), ended.err());
    }

    private static long journal(Path dest) {
        try (var all = Files.walk(dest)) {
            return all.filter(path -> path.getFileName().toString().startsWith("journal"))
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        } catch (IOException | java.io.UncheckedIOException e) {
            return 0;
        }
    }

    private FspProcess.Ended evacuate(Path path, String... more) {
        return FspProcess.run(work, evacuation(path, more));
    }

    private String[] evacuation(Path path, String... more) {
        List<String> arguments = new ArrayList<>(List.of("evacuate", path.toString(), "--json"));
        arguments.addAll(List.of("--relays", LocalFederation.addresses(relays)));
        arguments.addAll(List.of("--ticket-file", ticket.toString()));
        arguments.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "sender").toString()));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private FspProcess.Ended collect(Path dest) {
        return FspProcess.run(work, "collect", ticket.toString(), dest.toString(), "--json");
    }
}
