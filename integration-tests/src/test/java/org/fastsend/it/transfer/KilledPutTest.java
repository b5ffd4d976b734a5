package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

/// A client that dies in the middle of a put and is started again with the same words.
class KilledPutTest {
    private static final long BYTES = 200_000_000;

    /// A sender's journal has some hundred bytes for each block, so half of them are in this one.
    private static final long HALF_A_JOURNAL_BYTES = 12_000;

    /// Half of it takes two seconds then: whoever is killed in the middle is so on a quick machine, too.
    private static final List<String> SLOWLY = List.of("--rate", "400M");

    @TempDir
    Path work;

    private LocalFederation federation;
    private Path root;
    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        federation = new LocalFederation(work.resolve("federation"));
        root = Files.createDirectories(work.resolve("root"));
        Files.createDirectories(root.resolve("inbox"));
        tree = work.resolve("results");
        Trees.file(tree.resolve("big.bin"), BYTES, 31);
        for (int i = 0; i < 50; i++) {
            Trees.file(tree.resolve("small/" + i), 1000 + i, i);
        }
    }

    @AfterEach
    void stopFederation() {
        federation.close();
    }

    @Test
    void runAgainItSendsOnlyWhatNeitherServerNorRelaysHave() throws IOException {
        List<String> words = putOverARelay();
        killInTheMiddle(words);

        assertGoesOn(words);
    }

    @Test
    void withoutAnyRelayTheServerItselfSaysWhatItHas() throws IOException {
        List<String> words = putToTheServerAlone();
        killInTheMiddle(words);

        assertGoesOn(words);
    }

    @Test
    void oneThatDiedWhenAllWasCollectedSendsItOnceMore() throws IOException {
        List<String> words = putOverARelay();
        dieAtTheEnd(words);

        assertBegins(words);
    }

    @Test
    void soDoesOneThatTheServerItselfHasAllOf() throws IOException {
        List<String> words = putToTheServerAlone();
        dieAtTheEnd(words);

        assertBegins(words);
    }

    private List<String> putOverARelay() {
        Node relay = federation.relay("r1");
        return put(server(List.of(relay)), "--relays", relay.address());
    }

    private List<String> putToTheServerAlone() {
        return put(server(List.of(federation.relay("of-the-server"))));
    }

    /// What is there if it dies just before it forgets what it kept.
    private void dieAtTheEnd(List<String> words) throws IOException {
        Path states = work.resolve(".state/fsp");
        Path other = work.resolve("other name");
        Path journal;
        try (FspProcess first = FspProcess.start(work, List.of(), Map.of("FSP_PASSWORD", "secret"), words)) {
            Await.until("it keeps a journal", () -> journal(states).isPresent());
            journal = journal(states).orElseThrow();
            Files.createLink(other, journal);
            Report.success(first.await());
        }
        assertFalse(Files.exists(journal));
        Files.move(other, journal);
    }

    private static Optional<Path> journal(Path states) {
        if (!Files.isDirectory(states)) {
            return Optional.empty();
        }
        try (var left = Files.list(states)) {
            return left.filter(file -> file.toString().endsWith(".run")).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void killInTheMiddle(List<String> words) {
        List<String> slowly = new ArrayList<>(words);
        slowly.addAll(SLOWLY);
        try (FspProcess first = FspProcess.start(work, List.of(), Map.of("FSP_PASSWORD", "secret"), slowly)) {
            Await.until(
                    "half of it is sent", () -> Await.bytesBelow(work.resolve(".state/fsp")) > HALF_A_JOURNAL_BYTES);
            first.kill();
        }
        assertFalse(Files.exists(root.resolve("inbox/results/big.bin")), "it was not done yet");
    }

    private void assertGoesOn(List<String> words) throws IOException {
        again(words).assertContinued(BYTES / 10);
    }

    private void assertBegins(List<String> words) throws IOException {
        assertEquals(0, again(words).resumedBytes());
    }

    private Report again(List<String> words) throws IOException {
        Report second;
        try (FspProcess again = FspProcess.start(work, List.of(), Map.of("FSP_PASSWORD", "secret"), words)) {
            second = Report.success(again.await());
        }
        Trees.assertSame(tree, root.resolve("inbox/results"));
        try (var left = Files.list(work.resolve(".state/fsp"))) {
            assertEquals(List.of(), left.toList(), "nothing is kept of a sender that is released");
        }
        return second;
    }

    private Node server(List<Node> relays) {
        Path users = federation.usersWith("alice", "secret");
        return federation.server("server", root, relays, "--users", users.toString());
    }

    private List<String> put(Node server, String... more) {
        List<String> words = new ArrayList<>(List.of("put", tree.toString()));
        words.add("ftp://alice@127.0.0.1:" + server.port() + "/inbox/");
        words.addAll(List.of("--json", "--wait"));
        words.addAll(
                List.of("--federation", federation.member(Role.CLIENT, "client").toString()));
        words.addAll(List.of(more));
        return words;
    }
}
