package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.junit.jupiter.api.Test;

class InnerBlockTest {
    @Test
    void headerIsLaidOutAsTheTableSays() {
        InnerBlock inner =
                new InnerBlock(1, 300, 200, List.of(new Extent(1, 0, 300, false), new Extent(2, 0x4000, 64, true)));
        assertEquals(
                "01" + "01" + "ac02" + "c801" + "02" + "0100d804" + "02808001" + "8101",
                HexFormat.of().formatHex(encoded(inner)));
        assertEquals(encoded(inner).length, inner.length());
    }

    @Test
    void headerReadsBackAndLeavesTheData() throws BlockFormatException {
        InnerBlock inner = InnerBlock.uncompressed(List.of(new Extent(3, 10, 5, false), new Extent(4, 0, 9, true)));
        ByteBuffer bytes = ByteBuffer.allocate(2 + inner.length() + 5).position(2);
        inner.write(bytes);
        bytes.position(2);
        assertEquals(inner, InnerBlock.read(bytes));
        assertEquals(5, bytes.remaining());
    }

    @Test
    void blockOfHolesCarriesNoData() throws BlockFormatException {
        InnerBlock inner = InnerBlock.uncompressed(List.of(new Extent(0, 0, InnerBlock.MAX_DATA, true)));
        assertEquals(0, inner.dataLength());
        assertEquals(inner, InnerBlock.read(ByteBuffer.wrap(encoded(inner))));
    }

    @Test
    void longestHeaderFitsItsBound() {
        Extent longest = new Extent(Integer.MAX_VALUE, Long.MAX_VALUE - InnerBlock.MAX_DATA, InnerBlock.MAX_DATA, true);
        InnerBlock inner = InnerBlock.uncompressed(Collections.nCopies(BlockPlan.MAX_EXTENTS, longest));
        assertTrue(inner.length() <= InnerBlock.maxLength(BlockPlan.MAX_EXTENTS));
        InnerBlock one = InnerBlock.uncompressed(List.of(
                new Extent(Integer.MAX_VALUE, Long.MAX_VALUE - InnerBlock.MAX_DATA, InnerBlock.MAX_DATA, false)));
        assertTrue(one.length() <= InnerBlock.maxLength(1));
        int largestCipherExpansion = 64;
        assertTrue(InnerBlock.MAX_DATA + InnerBlock.maxLength(BlockPlan.MAX_EXTENTS) + largestCipherExpansion
                <= BlockHeader.MAX_PAYLOAD);
    }

    @Test
    void fieldsThatDisagreeAreRefused() {
        refuse("inner version", 2, 0, 5, 5, 1, 0, 0, 10);
        refuse("compression", 1, 3, 5, 4, 1, 0, 0, 10);
        refuse("data length", 1, 0, 6, 5, 1, 0, 0, 10);
        refuse("stored length", 1, 0, 5, 4, 1, 0, 0, 10);
        refuse("compressed data as long as before", 1, 1, 5, 5, 1, 0, 0, 10);
        refuse("no extents", 1, 0, 0, 0, 0);
        refuse("too many extents", 1, 0, 0, 0, 4097);
        refuse("empty extent", 1, 0, 0, 0, 1, 0, 0, 0);
        refuse("empty hole", 1, 0, 0, 0, 1, 0, 0, 1);
        refuse("sum of the extents", 1, 0, 5, 5, 1, 0, 0, 12);
        refuse("hole beyond the largest block", 1, 0, 0, 0, 1, 0, 0, 2L * InnerBlock.MAX_DATA + 3);
        refuse("file number", 1, 0, 5, 5, 1, 1L << 31, 0, 10);
        refuse("offset", 1, 0, 5, 5, 1, 0, Long.MAX_VALUE, 10);
        refuse("data beyond the largest block", 1, 1, InnerBlock.MAX_DATA + 1L, 5, 1, 0, 0, 10);
    }

    @Test
    void missingOrAdditionalDataAreRefused() {
        InnerBlock inner = InnerBlock.uncompressed(List.of(new Extent(0, 0, 5, false)));
        for (int extra : new int[] {-5, -1, 1, 100}) {
            ByteBuffer bytes = ByteBuffer.allocate(inner.length() + 5 + extra);
            inner.write(bytes);
            assertThrows(BlockFormatException.class, () -> InnerBlock.read(bytes.rewind()));
        }
    }

    @Test
    void claimOfManyExtentsInFewBytesAllocatesNothingMuch() {
        refuse("extents that are not there", 1, 0, 0, 0, 4096, 0, 0);
    }

    @Test
    void mutatedHeadersNeverCauseMoreThanARefusal() {
        long seed = 11;
        Random random = new Random(seed);
        InnerBlock inner = new InnerBlock(2, 700, 20, extents(random));
        byte[] good = new byte[inner.length() + inner.storedLength()];
        inner.write(ByteBuffer.wrap(good));
        int read = 0;
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = good.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            ByteBuffer in = ByteBuffer.wrap(bytes, 0, bytes.length - (round % 7 == 0 ? random.nextInt(9) : 0));
            try {
                InnerBlock other = InnerBlock.read(in);
                assertEquals(other.storedLength(), in.remaining(), "seed " + seed + " round " + round);
                read++;
            } catch (BlockFormatException e) {
                assertTrue(
                        e.getMessage().contains("inner block") || e.getMessage().contains("compression"));
            }
        }
        assertTrue(read > 0, "some mutations change a file number or an offset only");
    }

    private static List<Extent> extents(Random random) {
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            extents.add(new Extent(random.nextInt(1000), random.nextInt(100_000), 100, false));
        }
        return extents;
    }

    /// Version and compression, then varints, then five bytes of data.
    private static void refuse(String why, int version, int compression, long... varints) {
        ByteBuffer bytes = ByteBuffer.allocate(200).put((byte) version).put((byte) compression);
        for (long varint : varints) {
            VarInt.write(varint, bytes);
        }
        int stored = (int) Math.min(5, varints[1]);
        bytes.position(bytes.position() + stored);
        assertThrows(BlockFormatException.class, () -> InnerBlock.read(bytes.flip()), why);
    }

    private static byte[] encoded(InnerBlock inner) {
        ByteBuffer bytes = ByteBuffer.allocate(inner.length());
        inner.write(bytes);
        return bytes.array();
    }
}
