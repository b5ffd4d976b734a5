package org.fastsend.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockSetTest {
    @Test
    void itHoldsWhatABitSetWouldHold() {
        long seed = 8_412;
        Random random = new Random(seed);
        BlockSet set = new BlockSet();
        BitSet model = new BitSet();
        for (int step = 0; step < 20_000; step++) {
            int block = random.nextInt(random.nextBoolean() ? 600 : 100_000);
            if (random.nextInt(3) > 0) {
                set.add(block);
                model.set(block);
            } else {
                int present = Math.max(0, model.nextSetBit(block));
                set.remove(present);
                model.clear(present);
            }
            int from = random.nextInt(100_001);
            assertEquals(model.nextSetBit(from), set.next(from), "seed " + seed + ", step " + step);
            assertEquals(model.get(block), set.contains(block), "seed " + seed + ", step " + step);
        }
        List<Integer> all = new ArrayList<>();
        set.forEach(all::add);
        assertEquals(model.stream().boxed().toList(), all);
        set.clear();
        assertEquals(-1, set.next(0));
    }

    @Test
    void theHighestNumberIsOneLikeAnyOther() {
        BlockSet set = new BlockSet();
        set.add(Integer.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE, set.next(0));
        assertEquals(Integer.MAX_VALUE, set.next(Integer.MAX_VALUE));
        set.remove(Integer.MAX_VALUE);
        assertEquals(-1, set.next(0));
    }
}
