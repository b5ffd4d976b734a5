package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.zip.Deflater;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.extent.Extent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {
    private static final int MIB = 1 << 20;

    private final Buffers buffers = new Buffers(64 * MIB);

    @AfterEach
    void everyLentBufferCameBack() {
        assertEquals(0, buffers.lentBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd:1", "zstd:3", "zstd:22", "zlib:1", "zlib:6", "zlib:9"})
    void compressibleBlockIsSealedSmallerAndOpensAgain(String compression) throws Exception {
        for (int length :
                new int[] {100, 5000, Compressor.SAMPLED_FROM_BYTES, Compressor.SAMPLED_FROM_BYTES + 1, MIB}) {
            ByteBuffer data = text(length);
            SealedBlock block = sealer(compression).seal(SealedBlocks.extent(length), data, buffers);
            assertTrue(length < 1000 || block.length() < length / 2, compression + ": " + block.length());
            OpenedBlock opened = SealedBlocks.opener(CipherSuite.AES_256_GCM).open(block, buffers);
            assertEquals(data, opened.data());
            buffers.give(opened.data());
            buffers.give(block.bytes());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "zlib"})
    void whatDoesNotShrinkIsStoredAsItIs(String compression) throws Exception {
        for (int length : new int[] {1, 2, 100, 5000, MIB}) {
            ByteBuffer data = SealedBlocks.random(length, length);
            SealedBlock plain = sealer("none").seal(SealedBlocks.extent(length), data, buffers);
            SealedBlock block = sealer(compression).seal(SealedBlocks.extent(length), data, buffers);
            assertEquals(plain.bytes(), block.bytes());
            buffers.give(plain.bytes());
            buffers.give(block.bytes());
        }
    }

    @Test
    void sampleDecidesWhetherABlockIsTried() {
        Compressor compressor = new Compressor(new Compression.Zstd(3));
        ByteBuffer out = ByteBuffer.allocate(MIB);
        ByteBuffer looksRandom = SealedBlocks.random(MIB, 1);
        looksRandom.put(50_000, new byte[200_000]); // between the pieces of the sample
        assertEquals(OptionalInt.empty(), compressor.compress(looksRandom, out));
        ByteBuffer halfZero = SealedBlocks.random(MIB, 1);
        halfZero.put(0, new byte[MIB / 2]);
        assertTrue(compressor.compress(halfZero, out).orElseThrow() < MIB * 5 / 8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "zlib"})
    void dataAreCompressedFromAndToAnyPlaceInTheirArrays(String compression) throws Exception {
        Compressor compressor = new Compressor(Compression.parse(compression));
        ByteBuffer data = ByteBuffer.allocate(9000)
                .put(1000, text(8000), 0, 8000)
                .slice(500, 8500)
                .position(500);
        ByteBuffer out = ByteBuffer.allocate(9000).slice(100, 8900).position(7);
        int stored = compressor.compress(data, out).orElseThrow();
        assertEquals(500, data.position());
        assertEquals(7, out.position());
        ByteBuffer back = ByteBuffer.allocate(9000).slice(10, 8500).position(500);
        Decompressor.decompress(compressor.code(), out.limit(7 + stored), back);
        assertEquals(data, back);
    }

    @ParameterizedTest
    @ValueSource(ints = {99, 101, 50_000_000})
    void dataOfAnotherSizeThanStatedAreRefused(int realLength) {
        byte[] zeros = new byte[realLength];
        byte[] zstd = Zstd.compress(zeros, 1);
        ByteBuffer into = ByteBuffer.allocate(100);
        assertThrows(
                BlockFormatException.class,
                () -> Decompressor.decompress(Compression.Zstd.CODE, ByteBuffer.wrap(zstd), into));
        byte[] zlib = zlib(zeros);
        assertThrows(
                BlockFormatException.class,
                () -> Decompressor.decompress(Compression.Zlib.CODE, ByteBuffer.wrap(zlib), into));
    }

    @Test
    void bytesBehindTheCompressedDataAreRefused() {
        byte[] zlib = zlib(new byte[100]);
        byte[] longer = Arrays.copyOf(zlib, zlib.length + 1);
        ByteBuffer into = ByteBuffer.allocate(100);
        assertThrows(
                BlockFormatException.class,
                () -> Decompressor.decompress(Compression.Zlib.CODE, ByteBuffer.wrap(longer), into));
        assertThrows(BlockFormatException.class, () -> Decompressor.decompress(0, ByteBuffer.wrap(zlib), into));
    }

    @ParameterizedTest
    @ValueSource(ints = {Compression.Zstd.CODE, Compression.Zlib.CODE})
    void mutatedCompressedDataCauseNoMoreThanARefusal(int code) {
        long seed = 42;
        Random random = new Random(seed);
        byte[] plain = new byte[3000];
        text(3000).get(plain);
        byte[] good = code == Compression.Zstd.CODE ? Zstd.compress(plain, 3) : zlib(plain);
        int refused = 0;
        for (int round = 0; round < 5000; round++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
            for (int changes = random.nextInt(4); changes > 0 && bad.length > 0; changes--) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            ByteBuffer whole = ByteBuffer.allocate(plain.length + 200);
            try {
                Decompressor.decompress(code, ByteBuffer.wrap(bad), whole.slice(100, plain.length));
            } catch (BlockFormatException e) {
                refused++;
            }
            assertEquals(ByteBuffer.allocate(100), whole.slice(0, 100), "seed " + seed);
            assertEquals(ByteBuffer.allocate(100), whole.slice(plain.length + 100, 100), "seed " + seed);
        }
        assertTrue(refused > 1000);
    }

    @Test
    void compressedBlockOfManyExtentsOpensAgain() throws Exception {
        List<Extent> extents =
                List.of(new Extent(0, 0, 70_000, false), new Extent(1, 0, 1 << 20, true), new Extent(2, 0, 200, false));
        ByteBuffer data = text(70_200);
        SealedBlock block = sealer("zstd").seal(extents, data, buffers);
        OpenedBlock opened = SealedBlocks.opener(CipherSuite.AES_256_GCM).open(block, buffers);
        assertEquals(extents, opened.extents());
        assertEquals(data, opened.data());
        buffers.give(opened.data());
        buffers.give(block.bytes());
    }

    private static BlockSealer sealer(String compression) {
        return new BlockSealer(
                SealedBlocks.TRANSFER,
                SealedBlocks.KEY,
                new SealOptions(CipherSuite.AES_256_GCM, Compression.parse(compression), ChecksumAlgorithm.CRC32C));
    }

    private static ByteBuffer text(int length) {
        StringBuilder text = new StringBuilder();
        for (int line = 0; text.length() < length; line++) {
            text.append("line ").append(line * 7919L % 1000).append(" of a log that shrinks well\n");
        }
        return ByteBuffer.wrap(text.substring(0, length).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] zlib(byte[] plain) {
        Deflater deflater = new Deflater(6);
        deflater.setInput(plain);
        deflater.finish();
        byte[] out = new byte[plain.length + 100];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }
}
