package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class BlockHeaderTest {
    private static final TransferId TRANSFER = new TransferId(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final BlockHeader HEADER = new BlockHeader(TRANSFER, 5, ChecksumAlgorithm.CRC32C, 0x1234);

    @Test
    void headerIsLaidOutAsTheTableSays() {
        String fields =
                "46535042" + "01" + "00" + "01" + "24" + "0123456789abcdeffedcba9876543210" + "00000005" + "00001234";
        CRC32C crc = new CRC32C();
        crc.update(HexFormat.of().parseHex(fields));
        String expected = fields + HexFormat.of().toHexDigits((int) crc.getValue());
        assertEquals(expected, HexFormat.of().formatHex(bytes(HEADER).array()));
    }

    @Test
    void headerReadsBackBehindOtherBytes() throws BlockFormatException {
        ByteBuffer buffer = ByteBuffer.allocate(3 + BlockHeader.LENGTH + 3).position(3);
        HEADER.write(buffer);
        buffer.position(3);
        assertEquals(HEADER, BlockHeader.read(buffer));
        assertEquals(3 + BlockHeader.LENGTH, buffer.position());
    }

    @Test
    void everyFlippedBitIsNoticed() {
        byte[] good = bytes(HEADER).array();
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(BlockFormatException.class, () -> BlockHeader.read(ByteBuffer.wrap(bad)), "bit " + bit);
        }
    }

    @Test
    void headerCutShortIsRefusedAndNothingIsConsumed() {
        byte[] good = bytes(HEADER).array();
        for (int length = 0; length < good.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(good, 0, length);
            assertThrows(BlockFormatException.class, () -> BlockHeader.read(cut));
            assertEquals(0, cut.position());
        }
    }

    @Test
    void unknownFlagsAreIgnoredAndUnknownVersionsRefused() throws BlockFormatException {
        assertEquals(HEADER, BlockHeader.read(altered(5, (byte) 0xff)));
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(4, (byte) 2)));
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(6, (byte) 7)));
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(7, (byte) 40)));
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(24, (byte) 0x80)), "number < 0");
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(28, (byte) 0x80)), "length < 0");
        assertThrows(BlockFormatException.class, () -> BlockHeader.read(altered(28, (byte) 0x7f)), "length too large");
    }

    @Test
    void mutatedHeadersWithGoodChecksumsNeverCauseMoreThanARefusal() {
        long seed = 1;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = bytes(HEADER).array();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(BlockHeader.LENGTH - 4)] = (byte) random.nextInt();
            }
            try {
                BlockHeader read = BlockHeader.read(checksummed(bytes));
                assertEquals(read, BlockHeader.read(bytes(read)), "seed " + seed + " round " + round);
            } catch (BlockFormatException e) {
                assertEquals(false, e.getMessage().isEmpty());
            }
        }
    }

    @Test
    void headerOutOfRangeIsNeverMade() {
        assertThrows(IllegalArgumentException.class, () -> new BlockHeader(TRANSFER, -1, ChecksumAlgorithm.MD5, 0));
        assertThrows(IllegalArgumentException.class, () -> new BlockHeader(TRANSFER, 0, ChecksumAlgorithm.MD5, -1));
        int tooLong = BlockHeader.MAX_PAYLOAD + 1;
        assertThrows(
                IllegalArgumentException.class, () -> new BlockHeader(TRANSFER, 0, ChecksumAlgorithm.MD5, tooLong));
    }

    private static ByteBuffer bytes(BlockHeader header) {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.LENGTH);
        header.write(bytes);
        return bytes.flip();
    }

    private static ByteBuffer altered(int offset, byte value) {
        byte[] bytes = bytes(HEADER).array();
        bytes[offset] = value;
        return checksummed(bytes);
    }

    private static ByteBuffer checksummed(byte[] header) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, BlockHeader.LENGTH - 4);
        return ByteBuffer.wrap(header).putInt(BlockHeader.LENGTH - 4, (int) crc.getValue());
    }
}
