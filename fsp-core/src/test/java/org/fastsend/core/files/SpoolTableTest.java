package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTableTest {
    @TempDir
    Path temp;

    @Test
    void everyRecordReadsBackUnderItsIndexWhileMoreAreAdded() {
        Random random = new Random(5);
        Map<Integer, byte[]> added = new HashMap<>();
        try (SpoolTable table = new SpoolTable(temp)) {
            for (int i = 0; i < 5_000; i++) {
                byte[] record = Trees.bytes(random, random.nextInt(100) == 0 ? 100_000 : random.nextInt(40));
                assertEquals(i, table.add(record));
                added.put(i, record);
                int any = random.nextInt(i + 1);
                assertArrayEquals(added.get(any), table.get(any), "record " + any + " of " + i + ", seed 5");
            }
            assertEquals(5_000, table.size());
        }
    }

    @Test
    void whatWasNeverAddedIsNotThere() {
        try (SpoolTable table = new SpoolTable(temp)) {
            assertThrows(IndexOutOfBoundsException.class, () -> table.get(0));
            table.add(new byte[0]);
            assertEquals(0, table.get(0).length);
            assertThrows(IndexOutOfBoundsException.class, () -> table.get(1));
            assertThrows(IndexOutOfBoundsException.class, () -> table.get(-1));
            byte[] tooLong = new byte[SpoolTable.MAX_RECORD_BYTES + 1];
            assertThrows(IllegalArgumentException.class, () -> table.add(tooLong));
        }
    }

    @Test
    void nothingIsLeftInTheDirectory() throws Exception {
        try (SpoolTable table = new SpoolTable(temp)) {
            table.add(new byte[100_000]);
            try (var list = Files.list(temp)) {
                assertEquals(List.of(), list.toList(), "its files have no names even while it is open");
            }
        }
    }

    @Test
    void aDirectoryThatDoesNotExistIsNamed() {
        FspException failure = assertThrows(FspException.class, () -> new SpoolTable(temp.resolve("missing")));
        assertEquals(ErrorCode.NOT_WRITABLE, failure.code());
        assertEquals("cannot write " + temp.resolve("missing") + ": no such file or directory", failure.getMessage());
    }

    @Test
    void slotsKeepWhatWasWrittenLastInAnyOrder() {
        Random random = new Random(6);
        Map<Integer, byte[]> written = new HashMap<>();
        try (SlotTable table = new SlotTable(temp, 33)) {
            for (int i = 0; i < 4_000; i++) {
                int slot = random.nextInt(3) == 0 ? random.nextInt(100_000) : i;
                byte[] record = Trees.bytes(random, 33);
                table.put(slot, record);
                written.put(slot, record);
            }
            written.forEach((slot, record) -> assertArrayEquals(record, table.get(slot), "slot " + slot + ", seed 6"));
            byte[] run = table.get(1000, 1500);
            for (int slot = 1000; slot < 2500; slot++) {
                byte[] one = Arrays.copyOfRange(run, (slot - 1000) * 33, (slot - 999) * 33);
                assertArrayEquals(written.getOrDefault(slot, new byte[33]), one, "slot " + slot + ", seed 6");
            }
            assertArrayEquals(new byte[33], table.get(1 << 20), "a slot never written");
        }
    }
}
