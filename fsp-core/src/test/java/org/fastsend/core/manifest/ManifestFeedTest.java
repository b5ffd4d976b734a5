package org.fastsend.core.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.fastsend.core.manifest.ManifestRecord.BlockReplaced;
import org.fastsend.core.manifest.ManifestRecord.Final;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.SenderRun;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestFeedTest {
    private static final Identity SENDER = Identity.ephemeral();

    private final ManifestWriter writer = Feeds.writer(SENDER);
    private final ManifestReader reader = Feeds.reader(SENDER);

    private static List<FeedEntry> wholeFeed() {
        ManifestWriter writer = Feeds.writer(SENDER);
        List<FeedEntry> feed = new ArrayList<>(writer.add(Feeds.beginning(SENDER, 2)));
        feed.addAll(writer.add(List.of(Feeds.file(0))));
        feed.addAll(writer.addPlacements(List.of(new Placement(0, 1), new Placement(1, 0))));
        feed.addAll(writer.add(List.of(Feeds.closed(0), new BlockReplaced(0, 2))));
        feed.addAll(writer.addPlacements(List.of(new Placement(2, 0))));
        feed.addAll(writer.add(List.of(new Final(3, 1, 10, 1))));
        return feed;
    }

    @Test
    void aReceiverFollowsWhatTheSenderWrites() throws ManifestFormatException {
        List<ManifestUpdate> updates = new ArrayList<>();
        for (FeedEntry entry : wholeFeed()) {
            assertFalse(reader.complete());
            updates.add(reader.read(entry));
        }
        assertTrue(reader.complete());
        assertEquals(6, reader.nextSequence());
        assertEquals(
                List.of(
                        new ManifestUpdate.Records(Feeds.beginning(SENDER, 2)),
                        new ManifestUpdate.Records(List.of(Feeds.file(0))),
                        new ManifestUpdate.Placements(List.of(new Placement(0, 1), new Placement(1, 0))),
                        new ManifestUpdate.Records(List.of(Feeds.closed(0), new BlockReplaced(0, 2))),
                        new ManifestUpdate.Placements(List.of(new Placement(2, 0))),
                        new ManifestUpdate.Records(List.of(new Final(3, 1, 10, 1)))),
                updates);
    }

    @Test
    void aLaterRunContinuesTheFeedOfAnEarlierOneUnderAnotherKey() throws ManifestFormatException {
        List<FeedEntry> feed = new ArrayList<>(writer.add(Feeds.beginning(SENDER, 1)));
        feed.addAll(writer.add(List.of(Feeds.file(0))));
        feed.addAll(writer.addPlacements(List.of(new Placement(3, 0))));
        ManifestReader replay = Feeds.reader(SENDER);
        for (FeedEntry entry : feed) {
            replay.read(entry);
        }
        SenderRun run = new SenderRun(77);
        ManifestWriter later = new ManifestWriter(Feeds.key(), CipherSuite.AES_256_GCM, run, SENDER, replay);
        assertThrows(
                IllegalArgumentException.class,
                () -> later.add(List.of(new ManifestRecord.Resumed(3, run))),
                "block 3 is of the earlier run");
    }

    @Test
    void aFileMayBeWithdrawnAfterItWasClosedAndUnplacedNumbersBeGivenUp() throws ManifestFormatException {
        List<FeedEntry> feed = new ArrayList<>(writer.add(Feeds.beginning(SENDER, 1)));
        feed.addAll(writer.add(List.of(Feeds.file(0), Feeds.closed(0))));
        feed.addAll(writer.addPlacements(List.of(new Placement(3, 0))));
        ManifestReader replay = Feeds.reader(SENDER);
        for (FeedEntry entry : feed) {
            replay.read(entry);
        }
        SenderRun run = new SenderRun(77);
        ManifestWriter later = new ManifestWriter(Feeds.key(), CipherSuite.AES_256_GCM, run, SENDER, replay);
        feed.addAll(later.add(List.of(
                new ManifestRecord.Resumed(10, run),
                new ManifestRecord.FileClosed(0, FileOutcome.WITHDRAWN, new byte[32]),
                new ManifestRecord.BlocksUnneeded(0, 10),
                new Final(10, 1, 0, 1))));
        for (FeedEntry entry : feed) {
            reader.read(entry);
        }
        assertTrue(reader.complete());
    }

    @Test
    void relaysSeeNoNames() {
        FeedEntry entry = writer.add(List.of(
                        Feeds.begin(SENDER),
                        new ManifestRecord.FileOpened(0, FileKind.FILE, "secret-name", 1, 0, 0, "")))
                .getFirst();
        String seen = new String(entry.bytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertFalse(seen.contains("secret-name"));
        assertFalse(seen.contains("root"));
    }

    @Test
    void aDamagedEntryChangesNothingAndAnotherCopyIsRead() throws ManifestFormatException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (FeedEntry entry : wholeFeed()) {
            for (int i = 0; i < 300; i++) {
                FeedEntry bad = new FeedEntry(entry.sequence(), entry.kind(), Mutations.of(entry.bytes(), random));
                assertThrows(ManifestFormatException.class, () -> reader.read(bad), "seed " + seed);
            }
            FeedEntry.Kind other =
                    entry.kind() == FeedEntry.Kind.SEALED ? FeedEntry.Kind.PLACEMENTS : FeedEntry.Kind.SEALED;
            FeedEntry disguised = new FeedEntry(entry.sequence(), other, entry.bytes());
            assertThrows(ManifestFormatException.class, () -> reader.read(disguised));
            reader.read(entry);
        }
        assertTrue(reader.complete());
    }

    @Test
    void entriesCannotBeSkippedRepeatedOrMoved() throws ManifestFormatException {
        List<FeedEntry> feed = wholeFeed();
        assertThrows(ManifestFormatException.class, () -> reader.read(feed.get(1)));
        reader.read(feed.get(0));
        assertThrows(ManifestFormatException.class, () -> reader.read(feed.get(0)));
        FeedEntry moved = new FeedEntry(1, FeedEntry.Kind.SEALED, feed.get(3).bytes());
        assertThrows(ManifestFormatException.class, () -> reader.read(moved));
        reader.read(feed.get(1));
        FeedEntry movedPlacements =
                new FeedEntry(2, FeedEntry.Kind.PLACEMENTS, feed.get(4).bytes());
        assertThrows(ManifestFormatException.class, () -> reader.read(movedPlacements));
        reader.read(feed.get(2));
    }

    @Test
    void aFeedOfAnotherSenderCipherOrKeyIsRefused() {
        FeedEntry first = wholeFeed().getFirst();
        ManifestReader otherSender = Feeds.reader(Identity.ephemeral());
        assertThrows(ManifestFormatException.class, () -> otherSender.read(first));
        ManifestReader otherCipher =
                new ManifestReader(Feeds.TRANSFER, Feeds.key(), CipherSuite.AES_128_GCM, SENDER.keyHash());
        assertThrows(ManifestFormatException.class, () -> otherCipher.read(first));
    }

    @Test
    void nothingFollowsTheFinalRecord() throws ManifestFormatException {
        List<FeedEntry> feed = new ArrayList<>(writer.add(Feeds.beginning(SENDER, 1)));
        feed.addAll(writer.add(List.of(new Final(1, 0, 0, 1))));
        assertThrows(IllegalArgumentException.class, () -> writer.add(List.of(Feeds.file(0))));
        assertThrows(IllegalArgumentException.class, () -> writer.addPlacements(List.of(new Placement(0, 0))));
        assertThrows(IllegalArgumentException.class, () -> writer.add(List.of(new Final(1, 0, 0, 1))));
        for (FeedEntry entry : feed) {
            reader.read(entry);
        }
        byte[] late = PlacementBatch.sign(Feeds.TRANSFER, 2, List.of(new Placement(0, 0)), SENDER);
        assertThrows(
                ManifestFormatException.class, () -> reader.read(new FeedEntry(2, FeedEntry.Kind.PLACEMENTS, late)));
    }

    static Stream<List<ManifestRecord>> disorders() {
        return Stream.of(
                List.of(Feeds.begin(SENDER)),
                List.of(Feeds.file(1)),
                List.of(Feeds.file(0), Feeds.file(0)),
                List.of(Feeds.closed(0)),
                List.of(Feeds.file(0), Feeds.closed(0), Feeds.closed(0)),
                List.of(new ManifestRecord.FileOpened(0, FileKind.DIRECTORY, "d", 0, 0, 0, ""), Feeds.closed(0)),
                List.of(Feeds.relay(2)),
                List.of(Feeds.file(0), new Final(0, 1, 10, 1)),
                List.of(Feeds.file(0), Feeds.closed(0), new Final(0, 2, 10, 1)),
                List.of(new BlockReplaced(0, 5), new Final(5, 0, 0, 1)),
                List.of(new Final(0, 0, 0, 1), Feeds.file(0)));
    }

    @ParameterizedTest
    @MethodSource("disorders")
    void disorderIsRefusedAtBothEnds(List<ManifestRecord> records) throws ManifestFormatException {
        FeedGrammar grammar = new FeedGrammar();
        grammar.take(Feeds.beginning(SENDER, 1));
        assertThrows(ManifestFormatException.class, () -> grammar.take(records));
        writer.add(Feeds.beginning(SENDER, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.add(records));
    }

    @Test
    void nothingComesBeforeTheBeginning() {
        assertThrows(IllegalArgumentException.class, () -> Feeds.writer(SENDER).add(List.of(Feeds.relay(0))));
        assertThrows(
                IllegalArgumentException.class, () -> Feeds.writer(SENDER).addPlacements(List.of(new Placement(0, 0))));
        byte[] early = PlacementBatch.sign(Feeds.TRANSFER, 0, List.of(new Placement(0, 0)), SENDER);
        assertThrows(
                ManifestFormatException.class, () -> reader.read(new FeedEntry(0, FeedEntry.Kind.PLACEMENTS, early)));
    }

    @Test
    void placementsNameKnownRelaysOnly() {
        writer.add(Feeds.beginning(SENDER, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.addPlacements(List.of(new Placement(0, 1))));
    }

    @Test
    void manyRecordsAndPlacementsAreCutIntoEntriesThatFit() throws ManifestFormatException {
        List<ManifestRecord> records = new ArrayList<>(Feeds.beginning(SENDER, 1));
        String longName = "n".repeat(250);
        for (int i = 0; i < 3000; i++) {
            records.add(new ManifestRecord.FileOpened(i, FileKind.FILE, longName + "/" + i, 1, 0, 0644, ""));
        }
        List<FeedEntry> entries = writer.add(records);
        assertTrue(entries.size() > 2);
        List<ManifestRecord> read = new ArrayList<>();
        for (FeedEntry entry : entries) {
            if (reader.read(entry) instanceof ManifestUpdate.Records(List<ManifestRecord> some)) {
                read.addAll(some);
            }
        }
        assertEquals(records, read);

        List<Placement> placements = new ArrayList<>();
        for (int i = 0; i < 2 * ManifestWriter.MAX_PLACEMENTS + 1; i++) {
            placements.add(new Placement(i, 0));
        }
        List<FeedEntry> batches = writer.addPlacements(placements);
        assertEquals(3, batches.size());
        assertTrue(Arrays.stream(batches.toArray(FeedEntry[]::new)).allMatch(e -> e.bytes().length < 20_000));
        for (FeedEntry entry : batches) {
            reader.read(entry);
        }
    }

    @Test
    void manyFilesLeaveNothingBehindButABitEach() throws ManifestFormatException {
        int files = 300_000;
        int page = 5000;
        feed(writer.add(Feeds.beginning(SENDER, 1)));
        long before = usedBytes();
        for (int from = 0; from < files; from += page) {
            List<ManifestRecord> records = new ArrayList<>();
            for (int i = from; i < from + page; i++) {
                records.add(Feeds.file(i));
                records.add(Feeds.closed(i));
            }
            feed(writer.add(records));
        }
        long grown = usedBytes() - before;
        feed(writer.add(List.of(new Final(0, files, 10L * files, 1))));
        assertTrue(reader.complete());
        assertTrue(grown < 3 << 20, grown + " bytes are kept");
    }

    private void feed(List<FeedEntry> entries) throws ManifestFormatException {
        for (FeedEntry entry : entries) {
            reader.read(entry);
        }
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
