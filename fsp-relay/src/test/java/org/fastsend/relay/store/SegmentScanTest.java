package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.junit.jupiter.api.Test;

/// Segments as they may be found after years or crashes: damage to one block never hides another.
class SegmentScanTest {
    private static final int BLOCKS = 12;

    private final List<Integer> found = new ArrayList<>();

    @Test
    void everyBlockOfAClosedSegmentIsFound() throws Exception {
        SegmentScan.Result result = scan(segment(true));
        assertEquals(all(), found);
        assertTrue(result.closed());
        assertEquals(0, result.damagedBytes());
    }

    @Test
    void damagedHeaderInAClosedSegmentCostsOneBlock() throws Exception {
        ByteBuffer segment = segment(true);
        segment.put(start(4) + 28, (byte) 77);
        SegmentScan.Result result = scan(segment);
        assertEquals(all().stream().filter(n -> n != 4).toList(), found);
        assertEquals(Samples.block(4).length(), result.damagedBytes());
    }

    @Test
    void tornBlockInAnOpenSegmentIsPassedOver() throws Exception {
        ByteBuffer segment = segment(false);
        segment.put(start(7) + 90, (byte) ~segment.get(start(7) + 90));
        SegmentScan.Result result = scan(segment);
        assertEquals(all().stream().filter(n -> n != 7).toList(), found);
        assertTrue(!result.closed());
        assertEquals(Samples.block(7).length(), result.damagedBytes());
    }

    @Test
    void blocksOfOtherTransfersAreNotTakenFor() throws Exception {
        ByteBuffer segment = ByteBuffer.allocate(1000);
        segment.put(Samples.block(
                        new org.fastsend.core.block.TransferId(1, 2),
                        0,
                        org.fastsend.core.block.ChecksumAlgorithm.CRC32C,
                        100,
                        1)
                .bytes());
        scan(segment.flip());
        assertEquals(List.of(), found);
    }

    @Test
    void whateverBytesComeWholeBlocksAreFoundAndNothingElse() throws Exception {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            ByteBuffer segment = segment(random.nextBoolean());
            boolean[] touched = new boolean[BLOCKS + 1];
            for (int i = random.nextInt(6); i >= 0; i--) {
                int at = random.nextInt(segment.limit());
                segment.put(at, (byte) ~segment.get(at));
                touched[blockAt(at)] = true;
            }
            found.clear();
            SegmentScan.Result result = scan(segment);
            for (int number = 0; number < BLOCKS; number++) {
                assertTrue(touched[number] || found.contains(number), "seed " + seed + " block " + number);
            }
            // An open segment's blocks are verified here, those of a closed one when they are read.
            assertTrue(
                    result.closed() || found.stream().noneMatch(n -> touched[n]),
                    "seed " + seed + " claims a damaged block");
        }
    }

    private SegmentScan.Result scan(ByteBuffer segment) throws Exception {
        PowerCutDisk disk = new PowerCutDisk();
        DiskFile file = disk.create("segment");
        file.write(segment, 0);
        return new SegmentScan(file, Samples.TRANSFER, new Buffers(1 << 20)).run((header, offset, checksum) -> {
            assertEquals(start(header.number()), offset);
            found.add(header.number());
        });
    }

    private static ByteBuffer segment(boolean closed) {
        ByteBuffer segment = ByteBuffer.allocate(start(BLOCKS) + SegmentFooter.LENGTH);
        IntStream.range(0, BLOCKS)
                .mapToObj(Samples::block)
                .map(SealedBlock::bytes)
                .forEach(segment::put);
        if (closed) {
            segment.put(SegmentFooter.encode(segment.position()));
        }
        return segment.flip();
    }

    private static int start(int block) {
        return IntStream.range(0, block).map(n -> Samples.block(n).length()).sum();
    }

    private static int blockAt(int offset) {
        return IntStream.rangeClosed(0, BLOCKS)
                .filter(n -> offset >= start(n))
                .max()
                .orElseThrow();
    }

    private static List<Integer> all() {
        return IntStream.range(0, BLOCKS).boxed().toList();
    }
}
