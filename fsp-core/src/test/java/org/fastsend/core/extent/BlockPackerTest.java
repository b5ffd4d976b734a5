package org.fastsend.core.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockPackerTest {
    private static final int EXTENT = 1000;

    private final BlockPacker packer = new BlockPacker(EXTENT);

    @Test
    void fullExtentIsABlockByItselfAtOnce() {
        Extent full = new Extent(0, 0, EXTENT, false);
        assertEquals(Optional.of(new BlockPlan(List.of(full))), packer.add(full));
        assertEquals(Optional.empty(), packer.flush());
    }

    @Test
    void smallExtentsShareABlockUntilTheNextDoesNotFit() {
        assertEquals(Optional.empty(), packer.add(small(0, 400)));
        assertEquals(Optional.empty(), packer.add(small(1, 600)));
        assertEquals(Optional.of(new BlockPlan(List.of(small(0, 400), small(1, 600)))), packer.add(small(2, 1)));
        assertEquals(Optional.of(new BlockPlan(List.of(small(2, 1)))), packer.flush());
        assertEquals(Optional.empty(), packer.flush());
    }

    @Test
    void fullExtentOvertakesTheSmallOnesThatStillGather() {
        Extent full = new Extent(1, 0, EXTENT, false);
        assertEquals(Optional.empty(), packer.add(small(0, 10)));
        assertEquals(Optional.of(new BlockPlan(List.of(full))), packer.add(full));
        assertEquals(Optional.empty(), packer.add(small(2, 10)));
        assertEquals(Optional.of(new BlockPlan(List.of(small(0, 10), small(2, 10)))), packer.flush());
    }

    @Test
    void blockHoldsNoMoreExtentsThanTheFormatAllows() {
        BlockPacker wide = new BlockPacker(1 << 20);
        for (int file = 0; file < BlockPlan.MAX_EXTENTS; file++) {
            assertEquals(Optional.empty(), wide.add(small(file, 1)));
        }
        BlockPlan full = wide.add(small(BlockPlan.MAX_EXTENTS, 1)).orElseThrow();
        assertEquals(BlockPlan.MAX_EXTENTS, full.extents().size());
        assertEquals(1, wide.flush().orElseThrow().extents().size());
    }

    @Test
    void whatFitsNoBlockIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> packer.add(small(0, EXTENT + 1)));
        assertThrows(IllegalArgumentException.class, () -> packer.add(small(0, 0)));
        assertThrows(IllegalArgumentException.class, () -> new BlockPacker(0));
    }

    @Test
    void everyExtentIsInExactlyOneBlockAndBlocksAreWellFilled() {
        long seed = 20_251_121;
        Random random = new Random(seed);
        List<BlockPlan> plans = new ArrayList<>();
        Set<Extent> expected = new HashSet<>();
        long bytes = 0;
        for (int file = 0; file < 5000; file++) {
            Extent extent = small(file, 1 + random.nextInt(EXTENT));
            expected.add(extent);
            bytes += extent.length();
            packer.add(extent).ifPresent(plans::add);
        }
        packer.flush().ifPresent(plans::add);

        Set<Extent> found = new HashSet<>();
        for (BlockPlan plan : plans) {
            assertTrue(plan.dataLength() <= EXTENT, "seed " + seed);
            plan.extents().forEach(extent -> assertTrue(found.add(extent), "seed " + seed));
        }
        assertEquals(expected, found, "seed " + seed);
        assertTrue(plans.size() <= 2 * bytes / EXTENT + 1, "two neighbours hold more than one block's worth");
    }

    private static Extent small(int file, int length) {
        return new Extent(file, 0, length, false);
    }
}
