package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.seal.BlockNumbers;
import org.fastsend.core.sim.Mutations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendJournalTest {
    private static final byte[] HEAD = {1, 2, 3};
    private static final FeedEntry ENTRY = new FeedEntry(0, FeedEntry.Kind.SEALED, new byte[] {5, 6});
    private static final SealedNote BLOCK = new SealedNote(
            7,
            new byte[] {9, 9, 9, 9},
            List.of(new Extent(0, 0, 100, false), new Extent(3, 1 << 20, 5, false)),
            List.of(new byte[32], new byte[32]),
            List.of(true, false));

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("journal");
    }

    @Test
    void aJournalTakesThePlaceOfNoOther() throws Exception {
        try (SendJournal journal = SendJournal.create(file, HEAD)) {
            FspException failure = assertThrows(FspException.class, () -> SendJournal.create(file, new byte[1]));
            assertEquals(ErrorCode.NOT_WRITABLE, failure.code());
            journal.entries(List.of(ENTRY));
        }
        Told told = new Told();
        SendJournal.open(file, told).close();
        assertArrayEquals(HEAD, told.head);
        try (var left = Files.list(directory)) {
            assertEquals(List.of(file), left.toList());
        }
    }

    /// What a replay has told.
    private static final class Told implements SendJournalReplay {
        private final List<String> records = new ArrayList<>();
        private byte[] head = new byte[0];

        @Override
        public void head(byte[] told) {
            head = told;
        }

        @Override
        public void entry(FeedEntry entry) {
            records.add(entry.toString());
        }

        @Override
        public void block(SealedNote block) {
            records.add("block " + block.number() + " " + block.extents() + block.good()
                    + Arrays.toString(block.checksum()));
        }

        @Override
        public void stamps(int firstFile, List<FileStamp> stamps) {
            records.add(firstFile + " " + stamps);
        }
    }

    private void write() {
        try (SendJournal journal = SendJournal.create(file, HEAD)) {
            journal.stamps(4, List.of(new FileStamp(1, 2), FileStamp.NONE));
            journal.block(BLOCK);
            journal.entries(List.of(ENTRY));
            journal.force();
        }
    }

    private Told read() {
        Told told = new Told();
        SendJournal.open(file, told).close();
        return told;
    }

    @Test
    void everythingComesBackInItsOrder() throws Exception {
        write();
        Told told = read();
        assertArrayEquals(HEAD, told.head);
        assertEquals(
                List.of(
                        "4 " + List.of(new FileStamp(1, 2), FileStamp.NONE),
                        "block 7 " + BLOCK.extents() + BLOCK.good() + "[9, 9, 9, 9]",
                        ENTRY.toString()),
                told.records);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void whateverIsCutOffWhatIsWholeBeforeItComesBack() throws Exception {
        write();
        byte[] all = Files.readAllBytes(file);
        List<String> whole = read().records;
        for (int length = all.length; length >= 0; length--) {
            Files.write(file, Arrays.copyOf(all, length));
            List<String> left = read().records;
            assertEquals(whole.subList(0, left.size()), left, "cut at " + length);
        }
    }

    @Test
    void damageIsNeverMoreThanAnErrorWithAName() throws Exception {
        write();
        byte[] all = Files.readAllBytes(file);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Files.write(file, Mutations.of(all, random));
            try {
                read();
            } catch (FspException e) {
                assertEquals(ErrorCode.IO_FAILURE, e.code(), "seed " + seed);
            }
        }
    }

    @Test
    void noNumberIsEverGivenTwiceHoweverARunEnds() throws Exception {
        SendJournal first = SendJournal.create(file, HEAD);
        BlockNumbers numbers = first.numbers();
        int last = -1;
        for (int i = 0; i < SendJournal.RESERVED_NUMBERS + 10; i++) {
            int next = numbers.next();
            assertEquals(last + 1, next);
            last = next;
        }
        first.close();
        try (SendJournal second = SendJournal.open(file, new Told())) {
            assertEquals(2 * SendJournal.RESERVED_NUMBERS, second.nextNumber(), "above all that were reserved");
            assertEquals(2 * SendJournal.RESERVED_NUMBERS, second.numbers().next());
        }
        try (SendJournal third = SendJournal.open(file, new Told())) {
            assertEquals(3 * SendJournal.RESERVED_NUMBERS, third.numbers().next());
        }
    }

    @Test
    void oneProcessAtATimeHasIt() {
        try (SendJournal first = SendJournal.create(file, HEAD)) {
            FspException refused = assertThrows(FspException.class, () -> SendJournal.open(file, new Told()));
            assertEquals(ErrorCode.NOT_WRITABLE, refused.code());
            first.delete();
        }
        assertFalse(Files.exists(file));
    }

    @Test
    void aClosedJournalGivesNoNumbersAndTakesNothing() {
        SendJournal journal = SendJournal.create(file, HEAD);
        journal.close();
        assertThrows(IllegalStateException.class, () -> journal.numbers().next());
        assertThrows(IllegalStateException.class, () -> journal.entries(List.of(ENTRY)));
        assertTrue(Files.exists(file), "what was written stays");
    }
}
