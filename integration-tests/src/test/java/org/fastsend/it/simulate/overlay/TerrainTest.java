package org.fastsend.it.simulate.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerrainTest {
    private static final RttMatrix THREE = parsed("0\t10\t20", "10\t0\t30", "20\t30\t0");

    private static RttMatrix parsed(String... rows) {
        try {
            return RttMatrix.parse(List.of(rows), "rows");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTableThatIsNotSquareOrNotOfTimesIsRefused() {
        assertThrows(IOException.class, () -> RttMatrix.parse(List.of("0\t1", "1"), "x"));
        assertThrows(IOException.class, () -> RttMatrix.parse(List.of("0\t-1", "1\t0"), "x"));
        assertThrows(IOException.class, () -> RttMatrix.parse(List.of("0\tten", "1\t0"), "x"));
        assertThrows(IOException.class, () -> RttMatrix.parse(List.of(), "x"));
    }

    @Test
    void aManyTimesExpandedMatrixIsSymmetricAndTheSameEachTime() {
        var terrain = new Terrain(THREE, 400, 3);
        var again = new Terrain(THREE, 400, 3);
        assertEquals(500, terrain.hosts());
        for (int i = 0; i < 500; i += 7) {
            for (int j = 0; j < 500; j += 11) {
                assertEquals(terrain.rttMillis(i, j), terrain.rttMillis(j, i), 1e-9);
                assertEquals(terrain.rttMillis(i, j), again.rttMillis(i, j));
            }
        }
    }

    @Test
    void aboutAThirdOfTheHostsLiveInNetworksOfEight() {
        var terrain = new Terrain(THREE, 8000, 3);
        int inLans = 0;
        for (int i = 0; i < terrain.hosts(); i++) {
            if (terrain.lanOf(i) >= 0) {
                inLans++;
                int mate = i / 8 * 8;
                assertTrue(mate == i || Math.abs(terrain.rttMillis(i, mate) - 0.3) < 0.016);
            }
        }
        assertEquals(0.3, (double) inLans / terrain.hosts(), 0.05);
    }

    @Test
    void addressesTellTheirHostBack() {
        var terrain = new Terrain(THREE, 1000, 3);
        var addresses = new Addresses(terrain);
        for (int i = 0; i < terrain.hosts(); i++) {
            assertEquals(i, Addresses.hostAt(addresses.of(i, 3)));
        }
    }

    @Test
    void eventsHappenInTheirOrder() {
        var heap = new EventHeap<Integer>();
        for (int i = 0; i < 1000; i++) {
            heap.add(i * 7919L % 100, i);
        }
        long before = -1;
        int last = -1;
        while (!heap.isEmpty()) {
            long time = heap.nextNanos();
            int event = heap.take();
            assertTrue(time > before || event > last, "what is added first happens first");
            last = event;
            before = time;
        }
    }
}
