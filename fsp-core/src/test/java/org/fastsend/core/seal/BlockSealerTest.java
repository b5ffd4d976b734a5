package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.InnerBlock;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSealerTest {
    private static final int MIB = 1 << 20;

    private final Buffers buffers = new Buffers(512L * MIB);

    @AfterEach
    void everyLentBufferCameBack() {
        assertEquals(0, buffers.lentBytes());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSealedOpensAgain(CipherSuite suite) throws Exception {
        List<Extent> extents =
                List.of(new Extent(0, 5000, 1000, false), new Extent(1, 0, 500, true), new Extent(2, 0, 77, false));
        ByteBuffer data = SealedBlocks.random(1077, 1);
        SealedBlock block = SealedBlocks.sealer(suite).seal(extents, data, buffers);
        assertTrue(block.checksumHolds());
        assertEquals(1077, data.remaining());

        OpenedBlock opened = SealedBlocks.opener(suite).open(block, buffers);
        assertEquals(0, opened.number());
        assertEquals(extents, opened.extents());
        assertEquals(data, ByteBuffer.wrap(SealedBlocks.data(opened, buffers)));
        buffers.give(block.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void everyChecksumClosesABlock(ChecksumAlgorithm checksum) throws Exception {
        BlockSealer sealer = new BlockSealer(
                SealedBlocks.TRANSFER,
                SealedBlocks.KEY,
                new SealOptions(CipherSuite.AES_128_GCM, new Compression.None(), checksum));
        SealedBlock block = sealer.seal(SealedBlocks.extent(10), SealedBlocks.random(10, 2), buffers);
        assertEquals(checksum, block.header().checksum());
        assertTrue(SealedBlock.parse(ByteBuffer.wrap(SealedBlocks.bytes(block))).checksumHolds());
        buffers.give(block.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void blockOfHolesHasNoData(CipherSuite suite) throws Exception {
        List<Extent> extents = List.of(new Extent(0, 0, MIB, true), new Extent(0, MIB, 5, true));
        SealedBlock block = SealedBlocks.sealer(suite).seal(extents, ByteBuffer.allocate(0), buffers);
        assertTrue(block.length() < 150);
        OpenedBlock opened = SealedBlocks.opener(suite).open(block, buffers);
        assertEquals(extents, opened.extents());
        assertEquals(0, SealedBlocks.data(opened, buffers).length);
        buffers.give(block.bytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {64 << 10, MIB, 64 << 20})
    void blocksOfAllSizesAreSealed(int length) throws Exception {
        ByteBuffer data = SealedBlocks.random(length, 3);
        SealedBlock block =
                SealedBlocks.sealer(CipherSuite.AES_256_GCM).seal(SealedBlocks.extent(length), data, buffers);
        OpenedBlock opened = SealedBlocks.opener(CipherSuite.AES_256_GCM).open(block, buffers);
        assertEquals(data, opened.data());
        buffers.give(opened.data());
        buffers.give(block.bytes());
    }

    @Test
    void fullBlockOfTheLargestSizeHoldsTheMostExtents() throws Exception {
        int length = InnerBlock.MAX_DATA / BlockPlan.MAX_EXTENTS;
        List<Extent> extents = Collections.nCopies(
                BlockPlan.MAX_EXTENTS,
                new Extent(Integer.MAX_VALUE, Long.MAX_VALUE - InnerBlock.MAX_DATA, length, false));
        BlockSealer sealer = SealedBlocks.sealer(CipherSuite.AES_256_GCM);
        SealedBlock block = sealer.seal(extents, ByteBuffer.allocate(InnerBlock.MAX_DATA), buffers);
        assertTrue(block.length() <= sealer.maxSealedLength(InnerBlock.MAX_DATA, BlockPlan.MAX_EXTENTS));
        buffers.give(block.bytes());
        assertThrows(
                IllegalArgumentException.class,
                () -> sealer.seal(
                        List.of(new Extent(0, 0, InnerBlock.MAX_DATA, false), new Extent(1, 0, 1, false)),
                        ByteBuffer.allocate(InnerBlock.MAX_DATA + 1),
                        buffers));
    }

    @ParameterizedTest
    @EnumSource
    void overheadOfABlockOfOneMebibyteIsUnderAThousandth(CipherSuite suite) throws Exception {
        for (ChecksumAlgorithm checksum : ChecksumAlgorithm.values()) {
            SealOptions options = new SealOptions(suite, new Compression.None(), checksum);
            BlockSealer sealer = new BlockSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, options);
            List<Extent> extents = List.of(new Extent(1_000_000, 1L << 50, MIB, false));
            SealedBlock block = sealer.seal(extents, ByteBuffer.allocate(MIB), buffers);
            assertTrue(block.length() - MIB < MIB / 1000, suite + ", " + checksum + ": " + block.length());
            assertTrue(block.length() <= sealer.maxSealedLength(MIB, 1));
            buffers.give(block.bytes());
        }
    }

    @Test
    void noNumberIsSealedTwiceHoweverManyThreadsSeal() throws Exception {
        BlockSealer sealer = SealedBlocks.sealer(CipherSuite.AES_256_GCM);
        List<Callable<List<Integer>>> tasks = Collections.nCopies(8, () -> {
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                SealedBlock block = sealer.seal(SealedBlocks.extent(100), ByteBuffer.allocate(100), buffers);
                numbers.add(block.number());
                buffers.give(block.bytes());
            }
            return numbers;
        });
        Set<Integer> seen = new HashSet<>();
        try (var executor = Executors.newFixedThreadPool(8)) {
            for (var future : executor.invokeAll(tasks)) {
                for (int number : future.get()) {
                    assertTrue(seen.add(number), "sealed twice: " + number);
                }
            }
        }
        assertEquals(2000, seen.size());
        assertTrue(seen.contains(0) && seen.contains(1999), "numbers have no gaps");
    }

    @Test
    void refusedBlockUsesUpNoNumber() throws Exception {
        BlockSealer sealer = SealedBlocks.sealer(CipherSuite.AES_256_GCM);
        assertThrows(
                IllegalArgumentException.class,
                () -> sealer.seal(SealedBlocks.extent(10), ByteBuffer.allocate(9), buffers));
        assertThrows(IllegalArgumentException.class, () -> sealer.seal(List.of(), ByteBuffer.allocate(0), buffers));
        Buffers narrow = new Buffers(1);
        ByteBuffer all = narrow.take(1);
        Thread.currentThread().interrupt();
        assertThrows(
                InterruptedException.class,
                () -> sealer.seal(SealedBlocks.extent(10), ByteBuffer.allocate(10), narrow));
        narrow.give(all);
        SealedBlock block = sealer.seal(SealedBlocks.extent(10), ByteBuffer.allocate(10), buffers);
        assertEquals(0, block.number());
        buffers.give(block.bytes());
    }

    @Test
    void sameDataTwiceAreTwoDifferentBlocks() throws Exception {
        BlockSealer sealer = SealedBlocks.sealer(CipherSuite.AES_256_GCM);
        SealedBlock first = sealer.seal(SealedBlocks.extent(64), ByteBuffer.allocate(64), buffers);
        SealedBlock second = sealer.seal(SealedBlocks.extent(64), ByteBuffer.allocate(64), buffers);
        assertEquals(1, second.number());
        assertFalse(first.payload().equals(second.payload()));
        buffers.give(first.bytes());
        buffers.give(second.bytes());
    }

    @Test
    void sealerStopsWhenTheNumbersRunOut() throws Exception {
        BlockSealer sealer = new BlockSealer(
                SealedBlocks.TRANSFER, PayloadCipher.aesGcm(new byte[32]), SealOptions.standard(), Integer.MAX_VALUE);
        SealedBlock last = sealer.seal(SealedBlocks.extent(1), ByteBuffer.allocate(1), buffers);
        assertEquals(Integer.MAX_VALUE, last.number());
        buffers.give(last.bytes());
        for (int i = 0; i < 3; i++) {
            assertThrows(
                    IllegalStateException.class,
                    () -> sealer.seal(SealedBlocks.extent(1), ByteBuffer.allocate(1), buffers));
        }
    }

    @Test
    void blowfishStopsAtItsLimit() throws Exception {
        SealOptions options =
                new SealOptions(CipherSuite.BLOWFISH_CBC_HMAC, new Compression.None(), ChecksumAlgorithm.CRC32C);
        BlockSealer sealer = new BlockSealer(
                SealedBlocks.TRANSFER, new BlowfishCbcHmac(new byte[32], new byte[32], 2500), options, 0);
        for (int i = 0; i < 2; i++) {
            buffers.give(sealer.seal(SealedBlocks.extent(1000), ByteBuffer.allocate(1000), buffers)
                    .bytes());
        }
        assertThrows(
                IllegalStateException.class,
                () -> sealer.seal(SealedBlocks.extent(1000), ByteBuffer.allocate(1000), buffers));
        assertEquals(4L << 30, BlowfishCbcHmac.MAX_BYTES);
        assertEquals(CipherSuite.AES_256_GCM, SealOptions.standard().cipher());
    }
}
