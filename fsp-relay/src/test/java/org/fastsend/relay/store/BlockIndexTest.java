package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.fastsend.core.trust.ReceiptRoot;
import org.junit.jupiter.api.Test;

class BlockIndexTest {
    @Test
    void blocksAreFoundInWhateverOrderTheyCame() {
        long seed = 42;
        Random random = new Random(seed);
        BlockIndex index = new BlockIndex();
        TreeMap<Integer, BlockIndex.Spot> expected = new TreeMap<>();
        for (int i = 0; i < 5000; i++) {
            int number = random.nextInt(10) == 0 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(4000);
            // Offsets beyond 2 GiB and high segments must come back as they went in.
            var spot = new BlockIndex.Spot(random.nextInt(1 << 20), random.nextLong(1L << 32), 1 + random.nextInt(100));
            index.put(number, spot, checksum(number));
            expected.put(number, spot);
        }
        expected.forEach((number, spot) -> assertEquals(Optional.of(spot), index.find(number)));
        assertEquals(Optional.empty(), index.find(4001 + 4000));
        ReceiptRoot root = new ReceiptRoot();
        expected.keySet().forEach(number -> root.add(number, checksum(number)));
        Holdings holdings = index.holdings();
        assertArrayEquals(root.finish(), holdings.root());
        assertEquals(expected.size(), holdings.blocks());
        assertEquals(
                expected.values().stream().mapToLong(BlockIndex.Spot::length).sum(), holdings.bytes());
    }

    private static ByteBuffer checksum(int number) {
        return ByteBuffer.allocate(4).putInt(0, number * 31);
    }
}
