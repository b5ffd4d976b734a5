package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FileDigestTest {
    /// printf '\0hello' | sha256sum
    private static final String LEAF_OF_HELLO = "8a2a5c9b768827de5a9552c38a044c66959c68f6d2f21b5260af54d2f87db827";

    @Test
    void leafIsTheHashOfAZeroByteAndTheData() throws Exception {
        ByteBuffer data = ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII));
        assertEquals(LEAF_OF_HELLO, HexFormat.of().formatHex(FileDigest.leaf(data)));
        assertEquals(5, data.remaining());
        assertArrayEquals(sha256(new byte[] {0}), FileDigest.leaf(ByteBuffer.allocate(0)));
    }

    @Test
    void rootIsTheHashOfAOneByteTheSizeAndTheLeaves() throws Exception {
        byte[] first = FileDigest.leaf(ByteBuffer.allocate(3));
        byte[] second = FileDigest.leaf(ByteBuffer.allocate(2));
        FileDigest.Root root = new FileDigest.Root(5);
        root.add(first);
        root.add(second);
        assertArrayEquals(sha256(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 5}, first, second), root.finish());
    }

    @Test
    void emptyFileHasTheHashOfItsSizeAlone() throws Exception {
        assertArrayEquals(sha256(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0}), new FileDigest.Root(0).finish());
    }

    @Test
    void holeHasTheLeafOfItsZeros() {
        FileDigest.HoleLeaves holes = new FileDigest.HoleLeaves(1 << 20);
        for (int length : new int[] {1, 4096, 16 << 10, (16 << 10) + 1, 1 << 20}) {
            byte[] expected = FileDigest.leaf(ByteBuffer.allocate(length));
            assertArrayEquals(expected, FileDigest.holeLeaf(length));
            assertArrayEquals(expected, holes.leaf(length));
        }
    }

    @Test
    void rememberedHoleLeafCannotBeSpoilt() {
        FileDigest.HoleLeaves holes = new FileDigest.HoleLeaves(100);
        Arrays.fill(holes.leaf(100), (byte) 1);
        assertArrayEquals(FileDigest.holeLeaf(100), holes.leaf(100));
    }

    @Test
    void sizeAndOrderOfLeavesMatter() {
        byte[] first = FileDigest.holeLeaf(1);
        byte[] second = FileDigest.holeLeaf(2);
        assertFalse(Arrays.equals(root(3, first, second), root(3, second, first)));
        assertFalse(Arrays.equals(root(3, first, second), root(4, first, second)));
        assertFalse(Arrays.equals(root(3, first, second), root(3, first)));
    }

    @Test
    void whatIsNoLeafIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new FileDigest.Root(1).add(new byte[31]));
    }

    private static byte[] root(long size, byte[]... leaves) {
        FileDigest.Root root = new FileDigest.Root(size);
        for (byte[] leaf : leaves) {
            root.add(leaf);
        }
        return root.finish();
    }

    private static byte[] sha256(byte[]... parts) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }
}
