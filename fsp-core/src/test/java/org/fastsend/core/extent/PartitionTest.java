package org.fastsend.core.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTest {
    private static final int EXTENT = 100;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 100, 101, 1_599, 1_601, 1_700, 409_600, 409_601, 1_000_033})
    void everyExtentComesOnce(long size) {
        List<Extent> extents = read(size);

        assertEquals(FileLayout.extentCount(size, EXTENT), extents.size());
        assertEquals(extents.size(), new HashSet<>(extents).size());
        assertEquals(size, extents.stream().mapToLong(Extent::length).sum());
    }

    @Test
    void theFirstTurnsReachEveryShareOfTheFile() {
        Partition partition = new Partition(3, 160 * EXTENT, EXTENT);
        List<Extent> extents = read(160 * EXTENT);

        for (int targets = 2; targets <= Partition.LANES; targets++) {
            boolean[] busy = new boolean[targets];
            for (Extent extent : extents.subList(0, Partition.LANES)) {
                busy[(int) (partition.position(extent) * targets)] = true;
            }
            for (boolean each : busy) {
                assertTrue(each, targets + " targets all have work at once");
            }
        }
    }

    @Test
    void noExtentWaitsForLongerThanItsWindow() {
        List<Extent> extents = read(3L * Partition.WINDOW_EXTENTS * EXTENT + 1);

        for (int turn = 0; turn < extents.size(); turn++) {
            long index = extents.get(turn).offset() / EXTENT;
            assertEquals(turn / Partition.WINDOW_EXTENTS, index / Partition.WINDOW_EXTENTS);
        }
    }

    private static List<Extent> read(long size) {
        List<Extent> extents = new ArrayList<>();
        new Partition(3, size, EXTENT).extents().forEachRemaining(extents::add);
        return extents;
    }
}
