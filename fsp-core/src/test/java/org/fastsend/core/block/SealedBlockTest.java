package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SealedBlockTest {
    private static final TransferId TRANSFER = TransferId.parse("00112233445566778899aabbccddeeff");

    @ParameterizedTest
    @EnumSource
    void everyFlippedBitOfPayloadOrChecksumBreaksTheChecksum(ChecksumAlgorithm algorithm) throws BlockFormatException {
        ByteBuffer bytes = block(algorithm, "some payload".getBytes(StandardCharsets.US_ASCII));
        assertTrue(SealedBlock.parse(bytes).checksumHolds());
        for (int bit = BlockHeader.LENGTH * 8; bit < bytes.limit() * 8; bit++) {
            flip(bytes, bit);
            assertFalse(SealedBlock.parse(bytes).checksumHolds(), algorithm + " bit " + bit);
            flip(bytes, bit);
        }
        assertTrue(SealedBlock.parse(bytes).checksumHolds());
    }

    @Test
    void blockIsParsedWhereItLiesInALargerBuffer() throws BlockFormatException {
        byte[] payload = {1, 2, 3};
        ByteBuffer alone = block(ChecksumAlgorithm.MD5, payload);
        ByteBuffer larger =
                ByteBuffer.allocate(alone.remaining() + 20).position(7).put(alone);
        SealedBlock block = SealedBlock.parse(larger.flip().position(7));
        assertEquals(9, block.number());
        assertEquals(BlockHeader.LENGTH + 3 + 16, block.length());
        assertEquals(ByteBuffer.wrap(payload), block.payload());
        assertTrue(block.checksumHolds());
    }

    @Test
    void emptyPayloadIsABlock() throws BlockFormatException {
        assertTrue(
                SealedBlock.parse(block(ChecksumAlgorithm.CRC32C, new byte[0])).checksumHolds());
    }

    @Test
    void blockOfTheWrongLengthIsRefused() {
        ByteBuffer bytes = block(ChecksumAlgorithm.CRC32C, new byte[10]);
        for (int length = 0; length < bytes.limit(); length++) {
            ByteBuffer cut = bytes.slice(0, length);
            assertThrows(BlockFormatException.class, () -> SealedBlock.parse(cut));
        }
        ByteBuffer longer =
                ByteBuffer.allocate(bytes.limit() + 1).put(bytes.duplicate()).rewind();
        assertThrows(BlockFormatException.class, () -> SealedBlock.parse(longer));
    }

    @Test
    void randomBytesAreNoBlock() {
        long seed = 3;
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            assertThrows(BlockFormatException.class, () -> SealedBlock.parse(ByteBuffer.wrap(bytes)), "seed " + seed);
        }
    }

    @Test
    void transferIdIsPrintedAsItIsParsed() {
        assertEquals("00112233445566778899aabbccddeeff", TRANSFER.toString());
        assertEquals(TRANSFER, TransferId.parse(TRANSFER.toString()));
        assertThrows(IllegalArgumentException.class, () -> TransferId.parse("0011"));
        assertThrows(IllegalArgumentException.class, () -> TransferId.parse("zz112233445566778899aabbccddeeff"));
    }

    private static ByteBuffer block(ChecksumAlgorithm algorithm, byte[] payload) {
        BlockHeader header = new BlockHeader(TRANSFER, 9, algorithm, payload.length);
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        bytes.put(payload);
        algorithm.compute(bytes.duplicate().flip(), bytes);
        return bytes.flip();
    }

    private static void flip(ByteBuffer bytes, int bit) {
        bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ 1 << bit % 8));
    }
}
