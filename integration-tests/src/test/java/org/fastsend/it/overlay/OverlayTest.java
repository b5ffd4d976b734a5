package org.fastsend.it.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.fastsend.overlay.net.OverlayDirectory;
import org.fastsend.overlay.net.OverlayDirectory.Sides;
import org.fastsend.overlay.net.OverlayRelays;
import org.fastsend.overlay.select.Candidate;
import org.fastsend.overlay.select.RelaySet;
import org.fastsend.overlay.select.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Eight relays that know one address become an overlay, lose members, take one back that knows no address, and serve a
/// stripe that loses one more.
class OverlayTest {
    private static final int RELAYS = 8;
    private static final long BYTES = 500_000_000;
    private static final long MEMORY_BYTES = 64 << 20;

    @TempDir
    Path work;

    private LocalFederation federation;
    private final List<Node> relays = new ArrayList<>();

    @Test
    void relaysFindEachOtherThroughOneAddressAndAStripeFindsThem() throws Exception {
        try (LocalFederation local = new LocalFederation(work.resolve("federation"))) {
            federation = local;
            start();
            Path member = federation.member(Role.CLIENT, "client");
            Identity self = Identity.load(member);
            Federation trusted = Federation.load(member, new SystemEpochClock());
            List<RelayAddress> join = List.of(address(relays.get(1)), address(relays.get(2)));
            try (OverlayRelays overlay = OverlayRelays.open(
                    self, trusted, join, Optional.empty(), work.resolve("goodput"), new SystemNanoClock())) {
                Await.until("all eight are members", () -> answered(overlay).size() == RELAYS);

                relays.get(6).process().kill();
                relays.get(7).process().kill();
                Await.until(
                        "the two that were killed are gone",
                        () -> answered(overlay).size() == RELAYS - 2);

                int port = relays.get(6).port();
                relays.set(
                        6, federation.relay("r6", port, "--join", relays.get(7).address()));
                Await.until(
                        "one came back by whom it remembered, since whoever it was to join is gone",
                        () -> answered(overlay).size() == RELAYS - 1);

                stripeThatLosesARelay(
                        overlay,
                        new Workplace(
                                self,
                                trusted,
                                new Buffers(MEMORY_BYTES),
                                MEMORY_BYTES,
                                new SystemNanoClock(),
                                new SystemEpochClock(),
                                work));
            }
            commandsFindTheOverlayToo(member);
            relaysAreMeasuredByTheReceiverToo(member);
        }
    }

    private void start() {
        relays.add(federation.relay("r0"));
        for (int i = 1; i < RELAYS; i++) {
            relays.add(federation.relay("r" + i, "--join", relays.getFirst().address()));
        }
    }

    private static List<Candidate> answered(OverlayRelays overlay) {
        try {
            RelaySet set = overlay.directory(Wish.ANY, Sides.FROM_HERE).ask();
            return set.verdicts().stream().map(RelaySet.Judged::candidate).toList();
        } catch (FspException _) {
            return List.of(); // nobody has answered yet
        }
    }

    /// Two relays are used at a time; one of them is killed on the way, and a third takes its place.
    private void stripeThatLosesARelay(OverlayRelays overlay, Workplace workplace) throws Exception {
        Path file = Trees.file(work.resolve("file"), BYTES, 7);
        List<TransferEvent> events = new CopyOnWriteArrayList<>();
        var shape =
                new StripeRequest.Shape(SealOptions.standard(), 1 << 20, Strategy.FIRST_COME, 1, StreamWish.exactly(2));
        var request = new StripeRequest(
                new TransferId(1, 2),
                TransferKey.random(new SecureRandom()),
                SourceRoots.of(List.of(file)),
                shape,
                new StripeRequest.Reader(workplace.self().keyHash(), false),
                3600);
        OverlayDirectory directory = overlay.directory(Wish.ANY.withRelays(2), Sides.FROM_HERE);
        List<String> used = new ArrayList<>();
        boolean[] killed = new boolean[1];
        TransferReport report;
        try (StripeJob job = new StripeJob(request, directory, workplace, event -> {
            events.add(event);
            if (event instanceof TransferEvent.PeerUp up) {
                used.add(up.peer());
            }
            if (event instanceof TransferEvent.Progress progress
                    && progress.bytes() > BYTES / 8
                    && used.size() == 2
                    && !killed[0]) {
                killed[0] = true;
                kill(used.getFirst());
            }
        })) {
            report = job.run();
        }

        assertTrue(killed[0], "one was killed");
        assertTrue(used.size() >= 3, "another took its place: " + used);
        assertFalse(used.subList(2, used.size()).contains(used.getFirst()));
        assertEquals(BYTES, report.bytes());
        assertEquals(1, report.copies(), events.toString());
    }

    private void kill(String peer) {
        relays.stream()
                .filter(relay -> peer.startsWith(relay.name() + " "))
                .forEach(relay -> relay.process().kill());
    }

    /// One of those that were not killed: of the stripe's relays any may have been, who came back, too.
    private Node alive() {
        return living().getFirst();
    }

    private List<Node> living() {
        return relays.stream()
                .filter(relay -> relay.process().process().isAlive())
                .toList();
    }

    private void commandsFindTheOverlayToo(Path member) throws IOException {
        Node alive = alive();
        FspProcess.Ended listed = run("relays", "--federation", member.toString(), "--join", alive.address(), "--json");
        assertEquals(0, listed.exit(), listed.err());
        assertTrue(listed.lastLine().contains("\"chosen\":true"), listed.out());

        FspProcess.Ended capped =
                run("relays", "--federation", member.toString(), "--join", alive.address(), "--caps", "0,2", "--json");
        assertEquals(2, capped.lastLine().split("\"address\"", -1).length - 1, "of one subnet: " + capped.out());

        FspProcess.Ended evacuated = run(
                "evacuate",
                "--federation",
                member.toString(),
                "--join",
                alive.address(),
                "--relays",
                "auto:ds=5000",
                "--ticket-file",
                work.resolve("ticket").toString(),
                "--json",
                Trees.file(work.resolve("small"), 3_000_000, 1).toString());
        assertEquals(0, evacuated.exit(), evacuated.err());

        String dead = relays.get(7).address();
        FspProcess.Ended unknown =
                run("relays", "--federation", member.toString(), "--join", alive.address(), "--near", dead);
        assertTrue(unknown.exit() != 0 && unknown.err().contains("nothing at " + dead), unknown.err());

        String between = alive.address() + "," + living().getLast().address();
        FspProcess.Ended ranked =
                run("relays", "--federation", member.toString(), "--join", alive.address(), "--for", between, "--json");
        assertEquals(0, ranked.exit(), ranked.err());
        assertTrue(ranked.lastLine().contains("\"receiverMillis\":"), ranked.out());
        FspProcess.Ended near =
                run("relays", "--federation", member.toString(), "--join", alive.address(), "--near", alive.address());
        assertEquals(0, near.exit(), near.err());
        assertTrue(near.out().contains("expected to take"), near.out());

        FspProcess.Ended nobody = run("relays", "--federation", member.toString(), "--join", dead);
        assertEquals(1, nobody.err().strip().lines().count(), nobody.err());
        assertTrue(nobody.exit() != 0 && nobody.err().contains("no relay of the overlay answers"), nobody.err());
    }

    /// Whoever gets answers probes for the server that chooses relays, and the server for whoever puts.
    private void relaysAreMeasuredByTheReceiverToo(Path member) throws IOException {
        String alive = alive().address();
        Path root = Files.createDirectory(work.resolve("root"));
        Path file = Trees.file(root.resolve("got"), 3_000_000, 2);
        Path users = federation.usersWith("alice", "secret");
        Node server = federation.server("server", root, List.of(), "--users", users.toString(), "--join", alive);
        String url = "ftp://alice:secret@127.0.0.1:" + server.port() + "/";
        String trusted = "--federation=" + member;

        FspProcess.Ended got = run(
                "get",
                trusted,
                "--relays",
                "auto:dr=5000",
                "--no-direct",
                "--json",
                url + "got",
                work.resolve("got").toString());
        assertEquals(0, got.exit(), got.err());
        assertTrue(got.lastLine().contains("\"relays\":[{"), got.out());
        assertEquals(-1, Files.mismatch(file, work.resolve("got")));
        FspProcess.Ended put = run(
                "put",
                trusted,
                "--join",
                alive,
                "--relays",
                "auto:middle",
                "--wait",
                "--json",
                Trees.file(work.resolve("put"), 3_000_000, 3).toString(),
                url);
        assertEquals(0, put.exit(), put.err());
        assertEquals(-1, Files.mismatch(work.resolve("put"), root.resolve("put")));
    }

    private FspProcess.Ended run(String... arguments) {
        return FspProcess.run(work, arguments);
    }

    private static RelayAddress address(Node node) {
        return new RelayAddress("127.0.0.1", node.port());
    }
}
