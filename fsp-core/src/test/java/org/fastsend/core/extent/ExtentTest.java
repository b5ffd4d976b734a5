package org.fastsend.core.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtentTest {
    @Test
    void holeCarriesNoData() {
        assertEquals(0, new Extent(0, 0, 100, true).dataLength());
        assertEquals(100, new Extent(0, 0, 100, false).dataLength());
        assertEquals(5, new BlockPlan(List.of(new Extent(0, 0, 100, true), new Extent(1, 0, 5, false))).dataLength());
    }

    @Test
    void extentThatEndsBehindTheLargestFileIsRefused() {
        assertEquals(Long.MAX_VALUE - 1, new Extent(0, Long.MAX_VALUE - 1, 1, false).offset());
        assertThrows(IllegalArgumentException.class, () -> new Extent(0, Long.MAX_VALUE, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new Extent(-1, 0, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new Extent(0, -1, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new Extent(0, 0, -1, false));
    }

    @Test
    void planKeepsItsOwnListOfOneToManyExtents() {
        List<Extent> list = new ArrayList<>(List.of(new Extent(0, 0, 1, false)));
        BlockPlan plan = new BlockPlan(list);
        list.clear();
        assertEquals(1, plan.extents().size());
        assertThrows(IllegalArgumentException.class, () -> new BlockPlan(list));
        List<Extent> tooMany = Collections.nCopies(BlockPlan.MAX_EXTENTS + 1, new Extent(0, 0, 1, false));
        assertThrows(IllegalArgumentException.class, () -> new BlockPlan(tooMany));
    }
}
