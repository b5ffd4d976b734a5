package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The digest of a file as a tree over its extents, so that both ends compute it in stream, whatever the order of arrival
 * (docs/wire.md, "Digest of a file"): leaf = SHA-256(0x00, bytes of the extent), root = SHA-256(0x01, u64 size, leaves in order).
 */
public final class FileDigest {
    /** Bytes of a leaf and of a root. */
    public static final int LENGTH = 32;

    private static final byte LEAF = 0;
    private static final byte ROOT = 1;
    private static final int ZEROS_AT_ONCE = 16 << 10;

    private FileDigest() {}

    /** The leaf of an extent whose bytes are those from position to limit; the position does not move. */
    public static byte[] leaf(ByteBuffer data) {
        MessageDigest digest = sha256();
        digest.update(LEAF);
        digest.update(data.duplicate());
        return digest.digest();
    }

    /** The leaf of an extent of {@code length} zeros, computed anew: see {@link HoleLeaves}. */
    public static byte[] holeLeaf(int length) {
        MessageDigest digest = sha256();
        digest.update(LEAF);
        byte[] zeros = new byte[Math.min(length, ZEROS_AT_ONCE)];
        for (int left = length; left > 0; left -= zeros.length) {
            digest.update(zeros, 0, Math.min(left, zeros.length));
        }
        return digest.digest();
    }

    /** Leaves of holes that remember the one of the transfer's extent size, which a sparse file needs over and over. */
    public static final class HoleLeaves {
        private final int extentBytes;
        private final byte[] whole;

        public HoleLeaves(int extentBytes) {
            this.extentBytes = extentBytes;
            this.whole = holeLeaf(extentBytes);
        }

        /** The leaf of a hole of that length; the caller's to keep. */
        public byte[] leaf(int length) {
            return length == extentBytes ? whole.clone() : holeLeaf(length);
        }
    }

    /** Gathers a file's leaves in order of offset. Needs no memory for them. Not thread-safe. */
    public static final class Root {
        private final MessageDigest digest = sha256();

        /** @param sizeBytes size of the file as the manifest states it */
        public Root(long sizeBytes) {
            digest.update(ROOT);
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(sizeBytes).flip());
        }

        public void add(byte[] leaf) {
            if (leaf.length != LENGTH) {
                throw new IllegalArgumentException("a leaf has " + LENGTH + " bytes, not " + leaf.length);
            }
            digest.update(leaf);
        }

        /** The file's digest; nothing may be added afterwards. */
        public byte[] finish() {
            return digest.digest();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
