package org.fastsend.core.seal;

import java.nio.ByteBuffer;

/// The digest of a file as a tree over its extents, so that both ends compute it in stream, whatever the order of
/// arrival (docs/wire.md, "Digest of a file"): leaf = SHA-256(0x00, bytes of the extent), root = SHA-256(0x01, u64
/// size, leaves in order).
public final class FileDigest {
    /// Bytes of a leaf and of a root.
    public static final int LENGTH = Sha256.LENGTH;

    private static final byte[] LEAF = {0};
    private static final byte[] ROOT = {1};
    private static final int ZEROS_AT_ONCE = 16 << 10;

    private FileDigest() {}

    /// The leaf of an extent whose bytes are those from position to limit of a heap buffer; the position
    /// does not move.
    public static byte[] leaf(ByteBuffer data) {
        Sha256 digest = Sha256.begin();
        digest.update(LEAF, 0, LEAF.length);
        digest.update(data.array(), data.arrayOffset() + data.position(), data.remaining());
        return digest.finish();
    }

    /// The leaf of an extent of {@code length} zeros, computed anew: see {@link HoleLeaves}.
    public static byte[] holeLeaf(int length) {
        Sha256 digest = Sha256.begin();
        digest.update(LEAF, 0, LEAF.length);
        byte[] zeros = new byte[Math.min(length, ZEROS_AT_ONCE)];
        for (int left = length; left > 0; left -= zeros.length) {
            digest.update(zeros, 0, Math.min(left, zeros.length));
        }
        return digest.finish();
    }

    /// Leaves of holes that remember the one of the transfer's extent size, which a sparse file needs over
    /// and over.
    public static final class HoleLeaves {
        private final int extentBytes;
        private final byte[] whole;

        public HoleLeaves(int extentBytes) {
            this.extentBytes = extentBytes;
            this.whole = holeLeaf(extentBytes);
        }

        /// The leaf of a hole of that length; the caller's to keep.
        public byte[] leaf(int length) {
            return length == extentBytes ? whole.clone() : holeLeaf(length);
        }
    }

    /// Gathers a file's leaves in order of offset. Needs no memory for them. Not thread-safe.
    public static final class Root {
        private final Sha256 digest = Sha256.begin();

        /// @param sizeBytes size of the file as the manifest states it
        public Root(long sizeBytes) {
            digest.update(ROOT, 0, ROOT.length);
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(sizeBytes).array(), 0, Long.BYTES);
        }

        public void add(byte[] leaf) {
            if (leaf.length != LENGTH) {
                throw new IllegalArgumentException("a leaf has " + LENGTH + " bytes, not " + leaf.length);
            }
            digest.update(leaf, 0, LENGTH);
        }

        /// The file's digest; nothing may be added afterwards.
        public byte[] finish() {
            return digest.finish();
        }
    }
}
