package org.fastsend.core.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class FileLayoutTest {
    private static final int MIB = 1 << 20;

    @Test
    void fileIsCutAtMultiplesOfTheExtentSize() {
        assertEquals(
                List.of(new Extent(7, 0, 100, false), new Extent(7, 100, 100, false), new Extent(7, 200, 50, false)),
                all(7, 250, 100));
        assertEquals(List.of(new Extent(7, 0, 100, false), new Extent(7, 100, 100, false)), all(7, 200, 100));
    }

    @Test
    void fileSmallerThanAnExtentIsOneExtent() {
        assertEquals(List.of(new Extent(0, 0, 1, false)), all(0, 1, MIB));
        assertEquals(List.of(new Extent(0, 0, MIB, false)), all(0, MIB, MIB));
    }

    @Test
    void emptyFileHasNoExtents() {
        assertEquals(0, FileLayout.extentCount(0, MIB));
        assertFalse(FileLayout.extents(0, 0, MIB).hasNext());
    }

    @Test
    void extentsCoverEveryByteOnce() {
        for (long size : new long[] {1, 99, 100, 101, 12_345, 99_999}) {
            long covered = 0;
            for (Extent extent : all(0, size, 100)) {
                assertEquals(covered, extent.offset());
                covered += extent.length();
            }
            assertEquals(size, covered);
        }
    }

    @Test
    void hugeFileIsLaidOutWithoutListingIt() {
        long size = Long.MAX_VALUE;
        long count = FileLayout.extentCount(size, MIB);
        assertEquals((size >> 20) + 1, count);
        assertEquals(new Extent(1, (count - 1) << 20, MIB - 1, false), FileLayout.extent(1, size, MIB, count - 1));
        assertEquals(
                new Extent(1, 0, MIB, false), FileLayout.extents(1, size, MIB).next());
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> FileLayout.extent(0, 100, 100, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> FileLayout.extent(0, 100, 100, -1));
        assertThrows(NoSuchElementException.class, FileLayout.extents(0, 0, 100)::next);
        assertThrows(IllegalArgumentException.class, () -> FileLayout.extents(0, -1, 100));
        assertThrows(IllegalArgumentException.class, () -> FileLayout.extents(0, 1, 0));
    }

    private static List<Extent> all(int file, long size, int extentSize) {
        List<Extent> extents = new ArrayList<>();
        FileLayout.extents(file, size, extentSize).forEachRemaining(extents::add);
        return extents;
    }
}
