package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedLogTest {
    @TempDir
    Path temp;

    @Test
    void entriesAreThereAgainAfterReopening() {
        List<FeedEntry> entries = entries(20, 1000);
        try (FeedLog log = FeedLog.open(temp.resolve("feed"))) {
            log.append(entries.subList(0, 5));
            entries.subList(5, 20).forEach(log::append);
            log.force();
            assertEquals(20, log.size());
        }
        try (FeedLog log = FeedLog.open(temp.resolve("feed"))) {
            assertEquals(20, log.size());
            for (FeedEntry entry : entries) {
                assertEquals(entry, log.read(entry.sequence()));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> log.read(20));
        }
    }

    @Test
    void aReaderGetsAsManyAsFitButAtLeastOne() {
        List<FeedEntry> entries = entries(10, 1000);
        try (FeedLog log = FeedLog.temporary(temp)) {
            assertEquals(List.of(), log.read(0, 5000));
            log.append(entries);
            assertEquals(entries.subList(2, 7), log.read(2, 5999));
            assertEquals(entries.subList(9, 10), log.read(9, 5000));
            assertEquals(entries.subList(4, 5), log.read(4, 1));
            assertEquals(List.of(), log.read(10, 5000));
        }
    }

    @Test
    void anEntryThatIsHeldIsIgnoredAndAGapIsRefused() {
        List<FeedEntry> entries = entries(3, 10);
        try (FeedLog log = FeedLog.temporary(temp)) {
            log.append(entries.get(0));
            log.append(entries.subList(0, 2));
            assertEquals(2, log.size());
            FeedEntry farAhead = new FeedEntry(3, FeedEntry.Kind.SEALED, new byte[1]);
            assertThrows(IllegalArgumentException.class, () -> log.append(farAhead));
            log.append(entries.get(2));
            assertEquals(entries, log.read(0, 1000));
        }
    }

    @Test
    void theLongestEntryFits() {
        FeedEntry longest = new FeedEntry(0, FeedEntry.Kind.PLACEMENTS, new byte[FeedEntry.MAX_BYTES]);
        try (FeedLog log = FeedLog.temporary(temp)) {
            log.append(longest);
            assertEquals(longest, log.read(0));
        }
    }

    @Test
    void aLogCutAtAnyByteHoldsTheEntriesThatAreWhole() throws Exception {
        Path file = temp.resolve("feed");
        List<FeedEntry> entries = entries(6, 20);
        try (FeedLog log = FeedLog.open(file)) {
            log.append(entries);
        }
        byte[] whole = Files.readAllBytes(file);
        int entryBytes = whole.length / 6;
        for (int cut = 0; cut <= whole.length; cut++) {
            Files.write(file, Arrays.copyOf(whole, cut));
            try (FeedLog log = FeedLog.open(file)) {
                int held = cut / entryBytes;
                assertEquals(entries.subList(0, held), log.read(0, Integer.MAX_VALUE), "cut at " + cut);
                log.append(entries.subList(held, 6));
            }
            assertEquals(whole.length, Files.size(file), "and it goes on from there");
        }
    }

    @Test
    void damagedLogsHoldAPrefixOrAreRefused() throws Exception {
        Path file = temp.resolve("feed");
        List<FeedEntry> entries = entries(6, 20);
        try (FeedLog log = FeedLog.open(file)) {
            log.append(entries);
        }
        byte[] whole = Files.readAllBytes(file);
        for (int seed = 0; seed < 500; seed++) {
            Files.write(file, Mutations.of(whole, new Random(seed)));
            try (FeedLog log = FeedLog.open(file)) {
                List<FeedEntry> held = log.read(0, Integer.MAX_VALUE);
                assertTrue(held.size() <= 6, "seed " + seed);
                assertEquals(entries.subList(0, held.size()), held, "seed " + seed);
            } catch (FspException e) {
                assertTrue(e.getMessage().contains("is damaged"), "seed " + seed + ": " + e.getMessage());
            }
        }
    }

    private static List<FeedEntry> entries(int count, int bytes) {
        Random random = new Random(1);
        List<FeedEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            FeedEntry.Kind kind = i % 2 == 0 ? FeedEntry.Kind.SEALED : FeedEntry.Kind.PLACEMENTS;
            entries.add(new FeedEntry(i, kind, Trees.bytes(random, bytes)));
        }
        return entries;
    }
}
