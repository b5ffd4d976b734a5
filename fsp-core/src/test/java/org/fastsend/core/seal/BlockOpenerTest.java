package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.InnerBlock;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockOpenerTest {
    private final Buffers buffers = new Buffers(64 << 20);

    @AfterEach
    void everyLentBufferCameBack() {
        assertEquals(0, buffers.lentBytes());
    }

    @ParameterizedTest
    @EnumSource
    void everyFlippedBitFailsTheChecksum(CipherSuite suite) throws Exception {
        byte[] good = block(suite, 0);
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = flipped(good, bit);
            try {
                assertFalse(SealedBlock.parse(ByteBuffer.wrap(bad)).checksumHolds(), "bit " + bit);
            } catch (BlockFormatException e) {
                assertTrue(bit < BlockHeader.LENGTH * 8, "only the header is parsed: " + e.getMessage());
            }
        }
    }

    /// Whoever alters a block can make its checksums right again; the seal must still notice every single bit.
    @ParameterizedTest
    @EnumSource
    void everyFlippedBitFailsTheSealWhenTheChecksumsAreMadeRight(CipherSuite suite) throws Exception {
        byte[] good = block(suite, 0);
        BlockOpener opener = SealedBlocks.opener(suite);
        int checksums = 0;
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = flipped(good, bit);
            int inByte = bit / 8;
            boolean inHeaderChecksum = inByte >= BlockHeader.LENGTH - 4 && inByte < BlockHeader.LENGTH;
            boolean inAChecksum = inHeaderChecksum || inByte >= good.length - 4;
            if (inAChecksum) {
                assertArrayEquals(good, SealedBlocks.bytes(SealedBlocks.withRightChecksums(bad)));
                checksums++;
                continue;
            }
            try {
                SealedBlock altered = SealedBlocks.withRightChecksums(bad);
                assertTrue(altered.checksumHolds());
                opener.open(altered, buffers);
                fail(suite + " opened with bit " + bit + " flipped");
            } catch (SealException e) {
                assertTrue(e.getMessage().contains("not as it was sealed"));
            } catch (BlockFormatException e) {
                assertTrue(bit < BlockHeader.LENGTH * 8, "bit " + bit + ": " + e.getMessage());
            }
        }
        assertEquals(64, checksums);
    }

    @ParameterizedTest
    @EnumSource
    void blockMovedToAnotherNumberIsRefused(CipherSuite suite) throws Exception {
        byte[] bytes = block(suite, 3);
        ByteBuffer.wrap(bytes).putInt(24, 2);
        SealedBlock moved = SealedBlocks.withRightChecksums(bytes);
        assertEquals(2, moved.number());
        assertThrows(SealException.class, () -> SealedBlocks.opener(suite).open(moved, 2, buffers));
    }

    @Test
    void anotherBlockThanTheOneAskedForIsRefused() throws Exception {
        SealedBlock block = SealedBlock.parse(ByteBuffer.wrap(block(CipherSuite.AES_256_GCM, 3)));
        BlockOpener opener = SealedBlocks.opener(CipherSuite.AES_256_GCM);
        var refused = assertThrows(BlockFormatException.class, () -> opener.open(block, 2, buffers));
        assertEquals("block 3 came in place of 2", refused.getMessage());
        assertEquals(100, SealedBlocks.data(opener.open(block, 3, buffers), buffers).length);
    }

    @ParameterizedTest
    @EnumSource
    void blockOfAnotherTransferIsRefused(CipherSuite suite) throws Exception {
        SealedBlock block = SealedBlock.parse(ByteBuffer.wrap(block(suite, 0)));
        BlockOpener others = new BlockOpener(new TransferId(1, 2), SealedBlocks.KEY, suite);
        assertThrows(BlockFormatException.class, () -> others.open(block, buffers));

        byte[] moved = block(suite, 0);
        new TransferId(1, 2).write(ByteBuffer.wrap(moved).position(8));
        assertThrows(SealException.class, () -> others.open(SealedBlocks.withRightChecksums(moved), buffers));
    }

    @ParameterizedTest
    @EnumSource
    void otherKeyOrOtherCipherOpensNothing(CipherSuite suite) throws Exception {
        SealedBlock block = SealedBlock.parse(ByteBuffer.wrap(block(suite, 0)));
        BlockOpener otherKey = new BlockOpener(SealedBlocks.TRANSFER, new TransferKey(new byte[32]), suite);
        assertThrows(SealException.class, () -> otherKey.open(block, buffers));
        for (CipherSuite other : CipherSuite.values()) {
            if (other != suite) {
                assertThrows(
                        SealException.class, () -> SealedBlocks.opener(other).open(block, buffers));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void blocksOfALaterRunOpenOnceTheManifestHasTold(CipherSuite suite) throws Exception {
        SealOptions options = new SealOptions(suite, new Compression.None(), ChecksumAlgorithm.CRC32C);
        SenderRun run = SenderRun.later(new SecureRandom());
        BlockSealer sealer =
                new BlockSealer(SealedBlocks.TRANSFER, SealedBlocks.KEY, options, run, BlockNumbers.from(1));
        SealedBlock late = sealer.seal(SealedBlocks.extent(100), SealedBlocks.random(100, 1), buffers);
        SealedBlock early = SealedBlock.parse(ByteBuffer.wrap(block(suite, 0)));
        BlockOpener opener = SealedBlocks.opener(suite);
        assertThrows(SealException.class, () -> opener.open(late, buffers));
        opener.resumed(1, run);
        assertArrayEquals(SealedBlocks.random(100, 1).array(), SealedBlocks.data(opener.open(late, buffers), buffers));
        buffers.give(opener.open(early, buffers).data());
        buffers.give(late.bytes());
    }

    @Test
    void blockIsMadeOfThePiecesOfTheWireFormat() throws Exception {
        HexFormat hex = HexFormat.of();
        byte[] data = {10, 20, 30};
        SealedBlock block = SealedBlocks.sealer(CipherSuite.AES_256_GCM)
                .seal(List.of(new Extent(5, 1 << 14, 3, false)), ByteBuffer.wrap(data), buffers);

        byte[] key = KeyPurpose.BLOCK.derive(
                SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.AES_256_GCM, SenderRun.FIRST);
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, new byte[12]));
        byte[] bytes = SealedBlocks.bytes(block);
        gcm.updateAAD(bytes, 0, 36);
        byte[] inner = gcm.doFinal(bytes, 36, bytes.length - 36 - 4);
        assertEquals("01" + "00" + "03" + "03" + "01" + "05" + "808001" + "06" + "0a141e", hex.formatHex(inner));
        assertEquals(
                "46535042" + "01000124" + SealedBlocks.TRANSFER + "00000000" + "0000001d", hex.formatHex(bytes, 0, 32));
        buffers.give(block.bytes());
    }

    @Test
    void blockIsOpenedWhereItLiesInALargerBuffer() throws Exception {
        byte[] bytes = block(CipherSuite.AES_256_GCM, 0);
        ByteBuffer larger = ByteBuffer.allocate(bytes.length + 30).put(11, bytes);
        SealedBlock block =
                SealedBlock.parse(larger.slice(3, bytes.length + 20).position(8).limit(8 + bytes.length));
        assertEquals(
                100,
                SealedBlocks.data(SealedBlocks.opener(CipherSuite.AES_256_GCM).open(block, buffers), buffers).length);
        assertArrayEquals(bytes, SealedBlocks.bytes(block), "opening leaves the sealed bytes as they are");
    }

    /// What the seal cannot exclude: nonsense from someone who has the key.
    @Test
    void nonsenseUnderTheRightKeyCausesNoMoreThanARefusal() throws Exception {
        long seed = 99;
        Random random = new Random(seed);
        byte[] good = innerBlock();
        int opened = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] inner = Arrays.copyOf(good, round % 5 == 0 ? random.nextInt(good.length) : good.length);
            for (int changes = random.nextInt(4); changes > 0 && inner.length > 0; changes--) {
                inner[random.nextInt(Math.min(20, inner.length))] = (byte) random.nextInt();
            }
            try {
                OpenedBlock block = SealedBlocks.opener(CipherSuite.HMAC_ONLY).open(sealedPlaintext(inner), buffers);
                assertTrue(block.data().remaining() <= 2000, "seed " + seed + " round " + round);
                buffers.give(block.data());
                opened++;
            } catch (BlockFormatException e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
        assertTrue(opened > 1000, "seed " + seed + ": " + opened);
    }

    private byte[] block(CipherSuite suite, int number) throws InterruptedException {
        BlockSealer sealer = new BlockSealer(
                SealedBlocks.TRANSFER,
                PayloadCipher.of(
                        suite,
                        KeyPurpose.BLOCK.derive(SealedBlocks.TRANSFER, SealedBlocks.KEY, suite, SenderRun.FIRST)),
                new SealOptions(suite, new Compression.None(), ChecksumAlgorithm.CRC32C),
                number);
        SealedBlock block = sealer.seal(SealedBlocks.extent(100), SealedBlocks.random(100, 8), buffers);
        byte[] bytes = SealedBlocks.bytes(block);
        buffers.give(block.bytes());
        return bytes;
    }

    private static byte[] innerBlock() {
        InnerBlock header = InnerBlock.uncompressed(
                List.of(new Extent(0, 0, 1000, false), new Extent(1, 300, 900, true), new Extent(2, 0, 24, false)));
        ByteBuffer inner = ByteBuffer.allocate(header.length() + 1024);
        header.write(inner);
        return inner.array();
    }

    private static SealedBlock sealedPlaintext(byte[] inner) {
        byte[] key = KeyPurpose.BLOCK.derive(
                SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.HMAC_ONLY, SenderRun.FIRST);
        PayloadCipher cipher = PayloadCipher.of(CipherSuite.HMAC_ONLY, key);
        BlockHeader header =
                new BlockHeader(SealedBlocks.TRANSFER, 0, ChecksumAlgorithm.CRC32C, cipher.sealedLength(inner.length));
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        byte[] associated = new byte[BlockHeader.LENGTH];
        bytes.get(0, associated);
        cipher.seal(0, associated, bytes.slice().put(0, inner), inner.length);
        return new SealedBlock(header, bytes.rewind());
    }

    private static byte[] flipped(byte[] good, int bit) {
        byte[] bad = good.clone();
        bad[bit / 8] ^= (byte) (1 << bit % 8);
        return bad;
    }
}
