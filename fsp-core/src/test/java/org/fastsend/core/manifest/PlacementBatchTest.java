package org.fastsend.core.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementBatchTest {
    private static final TransferId TRANSFER = new TransferId(1, 2);
    private static final List<Placement> PLACEMENTS = List.of(
            new Placement(7, 1), new Placement(3, 0), new Placement(Integer.MAX_VALUE, 200), new Placement(3, 2));

    private final Identity sender = Identity.ephemeral();

    private List<Placement> verify(byte[] bytes) throws ManifestFormatException {
        return PlacementBatch.verify(TRANSFER, 5, bytes, sender.verifyingKey());
    }

    @Test
    void placementsComeBackSortedByBlock() throws ManifestFormatException {
        List<Placement> read = verify(PlacementBatch.sign(TRANSFER, 5, PLACEMENTS, sender));
        assertEquals(
                List.of(
                        new Placement(3, 0),
                        new Placement(3, 2),
                        new Placement(7, 1),
                        new Placement(Integer.MAX_VALUE, 200)),
                read);
    }

    @Test
    void aBatchHoldsInItsPlaceAndFromItsSenderOnly() {
        byte[] batch = PlacementBatch.sign(TRANSFER, 5, PLACEMENTS, sender);
        var key = sender.verifyingKey();
        assertThrows(ManifestFormatException.class, () -> PlacementBatch.verify(new TransferId(1, 3), 5, batch, key));
        assertThrows(ManifestFormatException.class, () -> PlacementBatch.verify(TRANSFER, 6, batch, key));
        var other = Identity.ephemeral().verifyingKey();
        assertThrows(ManifestFormatException.class, () -> PlacementBatch.verify(TRANSFER, 5, batch, other));
    }

    @Test
    void arbitraryBytesAreRefusedByType() {
        byte[] good = PlacementBatch.sign(TRANSFER, 5, PLACEMENTS, sender);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 1500; i++) {
            byte[] bad = Mutations.of(good, random);
            assertThrows(ManifestFormatException.class, () -> verify(bad), "seed " + seed + " round " + i);
        }
    }

    /// First-come-first-serve at its worst: every block of a window that large is in flight, and the next to be stored
    /// is any of them on any relay.
    @ParameterizedTest
    @CsvSource({"100,10000", "100,1000000", "1000,4096", "10000,100"})
    void aBlockCostsAtMostFourBytesWhateverTheOrder(int relays, int window) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ManifestWriter writer = Feeds.writer(sender);
        writer.add(Feeds.beginning(sender, relays));
        int batches = 30;
        int blocks = batches * ManifestWriter.MAX_PLACEMENTS;
        List<Integer> inFlight = new ArrayList<>();
        int next = 0;
        List<Placement> stored = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < blocks; i++) {
            while (inFlight.size() < window) {
                inFlight.add(next++);
            }
            int chosen = random.nextInt(inFlight.size());
            stored.add(new Placement(inFlight.get(chosen), random.nextInt(relays)));
            inFlight.set(chosen, inFlight.getLast());
            inFlight.removeLast();
            if (stored.size() == ManifestWriter.MAX_PLACEMENTS) {
                for (FeedEntry entry : writer.addPlacements(stored)) {
                    bytes += entry.bytes().length;
                }
                stored.clear();
            }
        }
        double each = (double) bytes / blocks;
        assertTrue(each <= 4.0, each + " bytes a block, seed " + seed);
    }

    @Test
    void aBatchIsNeitherEmptyNorLargerThanItsBound() {
        assertThrows(IllegalArgumentException.class, () -> PlacementBatch.sign(TRANSFER, 0, List.of(), sender));
        List<Placement> many = java.util.Collections.nCopies(PlacementBatch.MAX_PLACEMENTS + 1, new Placement(1, 1));
        assertThrows(IllegalArgumentException.class, () -> PlacementBatch.sign(TRANSFER, 0, many, sender));
    }
}
