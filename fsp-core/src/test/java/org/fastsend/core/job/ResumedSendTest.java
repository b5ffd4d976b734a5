package org.fastsend.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.CollectRequest;
import org.fastsend.core.receive.FeedSource;
import org.fastsend.core.receive.RelayFeed;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.send.SenderState;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.send.TransferSecrets;
import org.fastsend.core.sim.Seeds;
import org.fastsend.core.stripe.Strategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A sender that is killed and run again: what was placed is not sent again, and what is collected is what is there.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ResumedSendTest {
    private static final int BLOCK = 64 << 10;
    /// Of headers and seals, and of blocks that a slow relay is given besides.
    private static final int OVERHEAD_BYTES = 10 * BLOCK;

    @TempDir
    Path work;

    private RelayFarm farm;
    private Path tree;
    private Path journal;
    private TransferSecrets secrets;
    /// Where a ticket says that the manifest is; empty before the release.
    private List<ManifestHost> hosts = List.of();

    private int copies = 1;

    /// What a kill looks like from within.
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @BeforeEach
    void makeTree() throws IOException {
        farm = new RelayFarm(3);
        journal = work.resolve("state");
        tree = Files.createDirectories(work.resolve("tree/inner"));
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            Files.write(tree.resolve("small " + i), bytes(random, random.nextInt(5_000)));
        }
        Files.write(tree.resolve("empty"), new byte[0]);
        Files.write(tree.resolve("large"), bytes(random, 6_000_000));
        Files.write(tree.resolve("zeros"), new byte[1_000_000]);
        Files.createSymbolicLink(tree.resolve("link"), Path.of("large"));
        tree = work.resolve("tree");
    }

    @AfterEach
    void stopRelays() {
        farm.close();
    }

    @Test
    void oneThatNeverSealedABlockLeavesNothingBehind() {
        SenderState.begin(journal, TransferSecrets.fresh(farm.clock)).close();
        assertFalse(Files.exists(journal));
    }

    @Test
    void aSenderKilledInTheMiddleGoesOnWhereItWas() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));

        Sent sent = send(event -> {});

        assertTrue(sent.resumedBytes > 0, "what was placed is not sent again");
        long again = sent.report.relays().stream().mapToLong(RelayShare::bytes).sum();
        assertTrue(again < sent.report.bytes() - sent.resumedBytes + OVERHEAD_BYTES, again + " bytes sent again");
        assertEquals(List.of(), sent.report.troubles());
        assertCollected("dest");
        assertFalse(Files.exists(journal));
    }

    @Test
    void howeverOftenItIsKilledEveryFileArrivesAndNoNumberIsUsedTwice() {
        Seeds.each(3, seed -> {
            try {
                stopRelays();
                deleteTree();
                makeTree();
                Random random = new Random(seed);
                copies = 1 + random.nextInt(2);
                int kills = 1 + random.nextInt(4);
                int forgetful = random.nextInt(3); // the other two are enough for two copies
                boolean killed = true;
                for (int i = 0; i < kills && killed; i++) {
                    killed = killed(random);
                    if (killed && random.nextInt(3) == 0) {
                        change(random);
                    }
                    if (killed && random.nextInt(4) == 0) {
                        farm.relays.get(forgetful).store().forget();
                    }
                }
                if (killed) {
                    send(event -> {});
                }
                assertCollected("dest" + seed);
            } catch (Exception e) {
                throw new AssertionError("seed " + seed, e);
            }
        });
    }

    /// Whether it was killed before it was done.
    private boolean killed(Random random) throws Exception {
        try {
            send(random.nextBoolean() ? killAtPlacements(1) : killAfter(random.nextInt(8_000_000)));
            return false;
        } catch (Killed _) {
            return true;
        }
    }

    @Test
    void filesThatChangedCameOrWentBetweenTheRunsAreAsTheyAreNow() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));
        Path inner = tree.resolve("inner");
        Random random = new Random(9);
        Files.write(inner.resolve("large"), bytes(random, 6_000_000));
        Files.write(inner.resolve("small 3"), bytes(random, 77));
        Files.delete(inner.resolve("small 4"));
        Files.write(inner.resolve("small new"), bytes(random, 1234));
        Files.delete(inner.resolve("link"));
        Files.createSymbolicLink(inner.resolve("link"), Path.of("small 5"));

        Sent sent = send(event -> {});

        assertEquals(List.of(), sent.report.troubles());
        assertEquals(66, sent.report.files());
        assertCollected("dest");
        assertFalse(Files.exists(work.resolve("dest/tree/inner/small 4")));
    }

    @Test
    void aFileWithOtherContentButTheOldSizeAndTimeIsSentAgain() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));
        Path large = tree.resolve("inner/large");
        FileTime modified = Files.getLastModifiedTime(large);
        Files.write(large, bytes(new Random(10), 6_000_000));
        Files.setLastModifiedTime(large, modified);

        send(event -> {});

        assertCollected("dest");
    }

    @Test
    void aRelayThatIsGoneOrHasLostBlocksDoesNotCount() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));
        farm.relays.get(0).listener().close();
        farm.relays.get(1).store().lose(1);

        Sent sent = send(event -> {});

        assertEquals(List.of(), sent.report.troubles());
        assertCollected("dest");
    }

    @Test
    void aRelayThatHasForgottenAllOfItIsUsedAllTheSame() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));
        farm.relays.forEach(relay -> relay.store().forget());

        Sent sent = send(event -> {});

        assertEquals(0, sent.resumedBytes);
        assertCollected("dest");
    }

    @Test
    void aSenderKilledWhileItIsBeingCollectedIsFollowedIntoItsNextRun() throws Exception {
        assertThrows(Killed.class, () -> send(killAtPlacements(1)));
        List<Throwable> failures = new ArrayList<>();
        Thread collecting = Thread.ofVirtual().start(() -> {
            try {
                collect(work.resolve("dest"));
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
        });

        send(event -> {});

        collecting.join();
        assertEquals(List.of(), failures);
        assertSame(tree, work.resolve("dest/tree"));
    }

    @Test
    void oneThatWasReleasedAndCouldNotSaySoSendsNothingAgain() throws Exception {
        copies = 2;
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        TransferId first = secrets.transfer();

        Sent sent = send(event -> {});

        assertEquals(first, secrets.transfer());
        assertEquals(sent.report.bytes(), sent.resumedBytes);
        assertEquals(
                0, sent.report.relays().stream().mapToLong(RelayShare::bytes).sum());
        assertEquals(List.of(), sent.report.troubles());
        assertEquals(2, hosts.size());
        assertCollected("dest");
        assertFalse(Files.exists(journal));
    }

    @Test
    void whatChangedAfterARunThatWasReleasedIsSentAnew() throws Exception {
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        TransferId first = secrets.transfer();
        Files.write(tree.resolve("inner/small new"), bytes(new Random(9), 1234));

        Sent sent = send(event -> {});

        assertNotEquals(first, secrets.transfer());
        assertEquals(0, sent.resumedBytes);
        assertCollected("dest");
    }

    @Test
    void blocksThatWereLostAfterARunThatWasReleasedAreSentAnewByTheNextButOne() throws Exception {
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        farm.relays.get(0).store().lose(1);

        FspException lost = assertThrows(FspException.class, () -> send(event -> {}));

        assertEquals(ErrorCode.NOT_ENOUGH_RELAYS, lost.code());
        send(event -> {});
        assertCollected("dest");
    }

    @Test
    void aRelayThatMovedAfterARunThatWasReleasedIsNotWhereItsReceiversLook() throws Exception {
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        farm.move(0);

        assertThrows(FspException.class, () -> send(event -> {}));

        send(event -> {});
        assertCollected("dest");
    }

    @Test
    void aRelayThatIsAwayForAMomentCostsNoKey() throws Exception {
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        TransferId first = secrets.transfer();
        farm.relays.get(0).listener().close();

        FspException away = assertThrows(FspException.class, () -> send(event -> {}));

        assertEquals(ErrorCode.NOT_ENOUGH_RELAYS, away.code());
        assertEquals(first, secrets.transfer());
        assertTrue(Files.exists(journal), away.getMessage());
    }

    @Test
    void oneThatWantsMoreCopiesThanItHadSendsAnew() throws Exception {
        assertThrows(Killed.class, () -> send(ResumedSendTest::killWhenReleased));
        copies = 2;

        Sent sent = send(event -> {});

        assertEquals(0, sent.resumedBytes);
        assertCollected("dest");
    }

    private static void killWhenReleased(TransferEvent event) {
        if (event instanceof TransferEvent.Released) {
            throw new Killed();
        }
    }

    private record Sent(TransferReport report, long resumedBytes) {}

    private Consumer<TransferEvent> killAfter(long bytes) {
        return event -> {
            if (event instanceof TransferEvent.Progress progress && progress.bytes() >= bytes) {
                throw new Killed();
            }
        };
    }

    /// When placements are being published for the count-th time.
    private Consumer<TransferEvent> killAtPlacements(int count) {
        AtomicInteger seen = new AtomicInteger();
        return event -> {
            if (event instanceof TransferEvent.Appended(FeedEntry entry)
                    && entry.kind() == FeedEntry.Kind.PLACEMENTS
                    && seen.incrementAndGet() == count) {
                throw new Killed();
            }
        };
    }

    private Sent send(Consumer<TransferEvent> listener) throws Exception {
        Workplace workplace = farm.workplace(farm.sender, work);
        var seal = new SealOptions(CipherSuite.AES_256_GCM, Compression.parse("none"), ChecksumAlgorithm.CRC32C);
        var shape = new StripeRequest.Shape(seal, BLOCK, Strategy.FIRST_COME, copies, StreamWish.exactly(2));
        try (SenderState state = SenderState.resume(
                        journal,
                        Optional.of(new SenderState.Wanted(SourceRoots.of(List.of(tree)), copies)),
                        seal.cipher(),
                        farm.sender,
                        work)
                .orElseGet(() -> SenderState.begin(journal, TransferSecrets.fresh(farm.clock)))) {
            secrets = state.secrets();
            var request = new StripeRequest(
                    secrets.transfer(),
                    secrets.key(),
                    SourceRoots.of(List.of(tree)),
                    shape,
                    new StripeRequest.Reader(secrets.holder().keyHash(), false),
                    3600);
            try (StripeJob job = new StripeJob(request, farm::addresses, Optional.of(state), workplace, listener)) {
                TransferReport report = job.run();
                hosts = job.manifestHosts();
                state.delete();
                return new Sent(report, job.resumedBytes());
            }
        }
    }

    private void assertCollected(String destination) throws Exception {
        TransferReport collected = collect(work.resolve(destination));
        assertEquals(List.of(), collected.troubles());
        assertSame(tree, work.resolve(destination).resolve("tree"));
    }

    private TransferReport collect(Path destination) throws Exception {
        var request = new CollectRequest(
                secrets.transfer(),
                secrets.key(),
                CipherSuite.AES_256_GCM,
                farm.sender.keyHash(),
                secrets.holder(),
                farm.federation,
                StreamWish.exactly(2),
                false,
                false);
        Workplace workplace = farm.workplace(secrets.holder(), work);
        List<FeedSource> feeds = new ArrayList<>();
        List<ManifestHost> all = farm.relays.stream().map(this::host).toList();
        for (ManifestHost host : hosts.isEmpty() ? all : hosts) {
            feeds.add(new RelayFeed(request, host, workplace));
        }
        try (OutputTree output = OutputTree.open(Files.createDirectories(destination), secrets.transfer())) {
            return new CollectJob(request, output, feeds, workplace, event -> {}).run();
        }
    }

    private ManifestHost host(RelayFarm.Relay relay) {
        return new ManifestHost(
                "r",
                "127.0.0.1",
                relay.listener().port(),
                relay.self().keyHash(),
                farm.reading(relay, secrets.transfer(), secrets.holder()));
    }

    private void change(Random random) throws IOException {
        Path inner = tree.resolve("inner");
        Files.write(inner.resolve("small " + random.nextInt(60)), bytes(random, random.nextInt(5_000)));
        Files.deleteIfExists(inner.resolve("small " + random.nextInt(60)));
        if (random.nextBoolean()) {
            Files.write(inner.resolve("large"), bytes(random, 5_000_000 + random.nextInt(1_000_000)));
        }
    }

    private void deleteTree() throws IOException {
        Files.deleteIfExists(journal);
        try (var all = Files.walk(tree)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void assertSame(Path expected, Path actual) throws IOException {
        try (var all = Files.walk(expected)) {
            for (Path path : all.toList()) {
                Path other = actual.resolve(expected.relativize(path).toString());
                if (Files.isSymbolicLink(path)) {
                    assertEquals(Files.readSymbolicLink(path), Files.readSymbolicLink(other));
                } else if (Files.isRegularFile(path)) {
                    assertEquals(-1, Files.mismatch(path, other), other.toString());
                } else {
                    assertTrue(Files.isDirectory(other), other.toString());
                }
            }
        }
    }
}
