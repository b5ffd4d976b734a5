package org.fastsend.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.channel.ScriptedChannel;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.CollectRequest;
import org.fastsend.core.receive.FeedSource;
import org.fastsend.core.receive.RelayFeed;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Both jobs over real channels to relays in this process: what is striped is what is collected.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TransferTest {
    private static final int BLOCK = 64 << 10;
    private static final long LEASE_SECONDS = 3600;

    @TempDir
    Path work;

    private final TransferId transfer = new TransferId(1, 2);
    private final TransferKey key = TransferKey.random(new SecureRandom());
    private final Identity reader = Identity.ephemeral();
    private final List<TransferEvent> events = new CopyOnWriteArrayList<>();
    private Consumer<StripeJob> prepare = job -> {};
    private Optional<Workplace> working = Optional.empty();
    private boolean alone;
    private long leaseEnd;
    private RelayFarm farm;
    private RelayDirectory directory = () -> farm.addresses();
    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        farm = new RelayFarm(3);
        tree = Files.createDirectories(work.resolve("tree/inner"));
        Random random = new Random(3);
        for (int i = 0; i < 50; i++) {
            Files.write(tree.resolve("small " + i), bytes(random, random.nextInt(5_000)));
        }
        Files.write(tree.resolve("large"), bytes(random, 5_000_000));
        Files.createSymbolicLink(tree.resolve("link"), Path.of("large"));
        tree = work.resolve("tree");
    }

    @AfterEach
    void stopRelays() {
        farm.close();
    }

    @Test
    void aTreeIsStripedOverAllRelaysAndCollectedWithTheSenderGone() throws Exception {
        TransferReport sent = stripe(Strategy.FIRST_COME, 1, event -> {});

        assertEquals(List.of(), sent.troubles());

        TransferReport collected = collect(work.resolve("dest"));

        assertEquals(sent.bytes(), collected.bytes());
        assertSame(tree, work.resolve("dest/tree"));
        try (var left = Files.list(work.resolve("dest"))) {
            assertEquals(List.of(work.resolve("dest/tree")), left.toList());
        }
    }

    @Test
    void aTransferIsKeptAsLongAsItsRelaysSigned() throws Exception {
        long before = farm.clock.seconds();

        stripe(Strategy.ROUND_ROBIN, 1, event -> {});

        assertTrue(leaseEnd >= before + MemoryRelay.LEASE_SECONDS, () -> leaseEnd - before + " s");
        assertTrue(leaseEnd <= farm.clock.seconds() + MemoryRelay.LEASE_SECONDS, () -> leaseEnd - before + " s");
    }

    @Test
    void whatALongStripePlacedAtFirstIsCollectedToTheEndOfItsLease() throws Exception {
        boolean[] later = new boolean[1];

        stripe(Strategy.ROUND_ROBIN, 1, event -> {
            if (event instanceof TransferEvent.Progress && !later[0]) {
                later[0] = true;
                farm.passSeconds(LEASE_SECONDS - 60);
            }
        });
        farm.passSeconds(120);

        collect(work.resolve("dest"));
        assertSame(tree, work.resolve("dest/tree"));
    }

    @Test
    void aReceiverThatHasTheManifestMayDropItAtTheRelaysBeforeTheyHaveAllOfIt() throws Exception {
        farm.relays.forEach(relay -> relay.store().keepNoFeed());
        prepare = job -> job.pushManifest(receiver());

        assertEquals(List.of(), stripe(Strategy.ROUND_ROBIN, 1, event -> {}).troubles());
    }

    @Test
    void nobodyIsReleasedWhoseManifestNoRelayKeeps() {
        farm.relays.forEach(relay -> relay.store().keepNoFeed());

        FspException failure = assertThrows(FspException.class, () -> stripe(Strategy.ROUND_ROBIN, 1, event -> {}));

        assertEquals("too few relays keep a copy of the manifest: 0 of 1; name more relays", failure.getMessage());
    }

    /// A receiver that keeps all of the manifest that it is given.
    private static BlockChannel receiver() {
        return ScriptedChannel.answering(Map.of("appendFeed", CompletableFuture.completedFuture(null)));
    }

    @Test
    void theOnlyReaderHasTheRelaysForgetWhatItHasCollected() throws Exception {
        alone = true;
        stripe(Strategy.ROUND_ROBIN, 1, event -> {});

        collect(work.resolve("dest"));

        assertSame(tree, work.resolve("dest/tree"));
        assertEquals(
                0, farm.relays.stream().mapToInt(relay -> relay.store().size()).sum());
    }

    @Test
    void aRelayThatDiesInTheMiddleIsStripedAgainBeforeRelease() throws Exception {
        Consumer<TransferEvent> killOne = event -> {
            if (event instanceof TransferEvent.Progress progress && progress.bytes() > 1_000_000) {
                farm.relays.get(0).listener().close();
            }
        };

        TransferReport sent = stripe(Strategy.ROUND_ROBIN, 1, killOne);

        assertEquals(1, sent.copies());
        assertTrue(events.stream().anyMatch(TransferEvent.PeerDown.class::isInstance), "its loss is reported");
        collect(work.resolve("dest"));
        assertSame(tree, work.resolve("dest/tree"));
    }

    @Test
    void aRelayThatLostWhatItStoredCannotSignAndIsStripedAgain() throws Exception {
        boolean[] done = new boolean[1];
        Consumer<TransferEvent> loseOne = event -> {
            if (!done[0] && event instanceof TransferEvent.Progress progress && progress.bytes() > 2_000_000) {
                done[0] = true;
                farm.relays.get(1).store().forget();
            }
        };

        stripe(Strategy.FIRST_COME, 1, loseOne);

        collect(work.resolve("dest"));
        assertSame(tree, work.resolve("dest/tree"));
    }

    @Test
    void aRottenBlockIsReportedWithItsRelayAndItsOtherCopyIsFetched() throws Exception {
        stripe(Strategy.ROUND_ROBIN, 2, event -> {});
        RelayFarm.Relay rotten = farm.relays.stream()
                .max(Comparator.comparingInt(relay -> relay.store().size())) // the last to connect may hold none
                .orElseThrow();
        rotten.store().rot(block -> true);
        CountDownLatch oneWasBad = new CountDownLatch(1); // else the others may be the quicker ones for every block
        farm.relays.stream()
                .filter(relay -> !relay.equals(rotten))
                .forEach(relay -> relay.store().behind(oneWasBad));
        List<String> blamed = new CopyOnWriteArrayList<>();

        collect(work.resolve("dest"), event -> {
            if (event instanceof TransferEvent.BadBlock bad) {
                blamed.add(bad.peer());
                oneWasBad.countDown();
            }
        });

        assertSame(tree, work.resolve("dest/tree"));
        assertFalse(blamed.isEmpty());
        assertEquals(
                List.of(),
                blamed.stream()
                        .filter(peer -> !peer.contains(":" + rotten.listener().port()))
                        .toList());
    }

    @Test
    void aRelayThatGivesOtherBlocksThanAskedForIsNotBelieved() throws Exception {
        stripe(Strategy.ROUND_ROBIN, 2, event -> {});
        farm.relays.get(0).store().mixUp();

        collect(work.resolve("dest"));

        assertSame(tree, work.resolve("dest/tree"));
    }

    @Test
    void aRelayThatDeliveredNothingForSomeTimeIsConnectedToAgain() throws Exception {
        stripe(Strategy.ROUND_ROBIN, 1, event -> {});
        MemoryRelay store = farm.relays.get(0).store();
        store.readable(false);
        events.clear();

        collect(work.resolve("dest"), event -> store.readable(events.stream().anyMatch(TransferTest::isDropped)));

        assertSame(tree, work.resolve("dest/tree"));
        assertTrue(events.stream().anyMatch(TransferTest::isDropped), events.toString());
    }

    private static boolean isDropped(TransferEvent event) {
        return event instanceof TransferEvent.PeerDown down && down.reason().contains("cannot read blocks");
    }

    @Test
    void theOnlyCopyBeingRottenFailsTheCollectionAndLeavesNoFinalName() throws Exception {
        stripe(Strategy.ROUND_ROBIN, 1, event -> {});
        farm.relays.forEach(relay -> relay.store().rot(block -> block == 7));

        FspException failure = assertThrows(FspException.class, () -> collect(work.resolve("dest")));

        assertEquals(ErrorCode.RELAY_FAILED, failure.code(), failure.getMessage());
        assertFalse(Files.exists(work.resolve("dest/tree/large")));
    }

    @Test
    void aFileThatShrinksWhileItIsStripedIsReportedAndNotDelivered() throws Exception {
        Path huge = tree.resolve("inner/huge");
        byte[] some = bytes(new Random(5), 1 << 20);
        try (var out = Files.newOutputStream(huge)) { // more than can be read ahead of what is stored
            for (long written = 0; written < RelayFarm.MEMORY_BYTES; written += some.length) {
                out.write(some);
            }
        }
        long otherBytes = 5_000_000 + 50 * 5_000;
        boolean[] done = new boolean[1];
        Consumer<TransferEvent> shrink = event -> {
            if (!done[0] && event instanceof TransferEvent.Progress progress && progress.bytes() > otherBytes) {
                done[0] = true;
                truncate(huge);
            }
        };

        TransferReport sent = stripe(Strategy.FIRST_COME, 1, shrink);
        TransferReport collected = collect(work.resolve("dest"));

        assertEquals(1, sent.troubles().size(), sent.troubles().toString());
        assertTrue(
                sent.troubles().getFirst().contains("inner/huge"),
                sent.troubles().toString());
        assertEquals(1, collected.troubles().size(), collected.troubles().toString());
        assertFalse(Files.exists(work.resolve("dest/tree/inner/huge")), "a mix of versions has no final name");
        assertTrue(Files.exists(work.resolve("dest/tree/inner/small 7")), "everything else arrives");
        assertEquals(5_000_000, Files.size(work.resolve("dest/tree/inner/large")));
    }

    @Test
    void moreCopiesThanRelaysIsRefusedInOneLine() throws Exception {
        FspException failure = assertThrows(FspException.class, () -> stripe(Strategy.FIRST_COME, 4, event -> {}));

        assertEquals(ErrorCode.NOT_ENOUGH_RELAYS, failure.code());
        assertTrue(failure.getMessage().contains("4 copies"), failure::getMessage);
        assertAllMemoryComesBack();
    }

    @Test
    void relaysThatAreFullTakeWhatTheyCanAndTheOthersTheRest() throws Exception {
        farm.relays.get(0).store().room(3);
        farm.relays.get(1).store().room(5);

        stripe(Strategy.FIRST_COME, 1, event -> {});

        assertTrue(farm.relays.get(0).store().size() <= 3);
        collect(work.resolve("dest"));
        assertSame(tree, work.resolve("dest/tree"));
    }

    /// A server's stripes share its memory.
    @Test
    void aStripeThatIsStoppedGivesAllMemoryBack() throws Exception {
        farm.relays.forEach(relay -> relay.store().room(3));

        assertStopped(() ->
                stripe(Strategy.FIRST_COME, 1, event -> Thread.currentThread().interrupt()));

        assertAllMemoryComesBack();
    }

    @Test
    void aCollectionThatIsStoppedGivesAllMemoryBack() throws Exception {
        stripe(Strategy.FIRST_COME, 1, event -> {});

        assertStopped(() ->
                collect(work.resolve("dest"), event -> Thread.currentThread().interrupt()));

        assertAllMemoryComesBack();
    }

    /// An interruption meets a job that waits, or one that just writes to a file.
    private static void assertStopped(Executable job) {
        Exception stopped = assertThrows(Exception.class, job);
        assertTrue(
                stopped instanceof InterruptedException
                        || (stopped instanceof FspException failure && failure.code() == ErrorCode.INTERRUPTED),
                stopped.toString());
    }

    private void assertAllMemoryComesBack() throws InterruptedException {
        Buffers buffers = working.orElseThrow().buffers();
        buffers.take(RelayFarm.MEMORY_BYTES); // waits until nothing else is lent; the class has a time-out
        assertEquals(RelayFarm.MEMORY_BYTES, buffers.lentBytes());
    }

    @Test
    void whyNoRelayIsKnownIsWhatPeopleAreTold() {
        directory = () -> {
            throw new FspException(ErrorCode.CONNECTION_LOST, "no relay of the overlay answers");
        };

        FspException failure = assertThrows(FspException.class, () -> stripe(Strategy.FIRST_COME, 1, event -> {}));

        assertEquals(ErrorCode.CONNECTION_LOST, failure.code());
        assertEquals("no relay can be used: no relay of the overlay answers", failure.getMessage());
    }

    private TransferReport stripe(Strategy strategy, int copies, Consumer<TransferEvent> listener) throws Exception {
        var seal = new SealOptions(CipherSuite.AES_256_GCM, Compression.parse("none"), ChecksumAlgorithm.CRC32C);
        var shape = new StripeRequest.Shape(seal, BLOCK, strategy, copies, StreamWish.exactly(2));
        var request = new StripeRequest(
                transfer,
                key,
                SourceRoots.of(List.of(tree)),
                shape,
                new StripeRequest.Reader(reader.keyHash(), alone),
                LEASE_SECONDS);
        Workplace workplace = farm.workplace(farm.sender, work);
        working = Optional.of(workplace);
        try (StripeJob job = new StripeJob(request, directory, workplace, event -> {
            events.add(event);
            listener.accept(event);
        })) {
            prepare.accept(job);
            TransferReport report = job.run();
            leaseEnd = job.leaseEndEpochSeconds();
            return report;
        }
    }

    private TransferReport collect(Path destination) throws Exception {
        return collect(destination, event -> {});
    }

    private TransferReport collect(Path destination, Consumer<TransferEvent> listener) throws Exception {
        var request = new CollectRequest(
                transfer,
                key,
                CipherSuite.AES_256_GCM,
                farm.sender.keyHash(),
                reader,
                farm.federation,
                StreamWish.exactly(2),
                false,
                false);
        Workplace workplace = farm.workplace(reader, work);
        working = Optional.of(workplace);
        List<FeedSource> feeds = new ArrayList<>();
        for (RelayFarm.Relay relay : farm.relays) {
            feeds.add(new RelayFeed(request, host(relay), workplace));
        }
        try (OutputTree output = OutputTree.open(Files.createDirectories(destination), transfer)) {
            Consumer<TransferEvent> hears = events::add;
            return new CollectJob(request, output, feeds, workplace, hears.andThen(listener)).run();
        }
    }

    private ManifestHost host(RelayFarm.Relay relay) {
        return new ManifestHost(
                "r",
                "127.0.0.1",
                relay.listener().port(),
                relay.self().keyHash(),
                farm.reading(relay, transfer, reader));
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void truncate(Path file) {
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(100);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
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
