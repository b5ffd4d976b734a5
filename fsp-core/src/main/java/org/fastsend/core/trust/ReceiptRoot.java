package org.fastsend.core.trust;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// The digest by which a receipt names the blocks that it is for (docs/wire.md, "Receipt"): SHA-256 over each held
/// number, ascending, as a u32 followed by the SHA-256 of the block's checksum field. Takes each block once, then
/// finishes once. Not thread-safe.
public final class ReceiptRoot {
    /// Bytes of a root.
    public static final int LENGTH = 32;

    private final MessageDigest blocks = sha256();
    private final MessageDigest checksums = sha256();
    private int last = -1;

    /// Takes the next block held.
    ///
    /// @param number more than the one before
    /// @param checksum the checksum that closes the sealed block
    public void add(int number, ByteBuffer checksum) {
        if (number <= last) {
            throw new IllegalArgumentException("block " + number + " after block " + last);
        }
        last = number;
        checksums.update(checksum.duplicate());
        blocks.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, number));
        blocks.update(checksums.digest());
    }

    /// The root of a receiver, which keeps files and no blocks: each checksum field counts as empty.
    ///
    /// @param numbers ascending
    public static byte[] ofReceiver(List<Integer> numbers) {
        ReceiptRoot root = new ReceiptRoot();
        numbers.forEach(number -> root.add(number, ByteBuffer.allocate(0)));
        return root.finish();
    }

    public byte[] finish() {
        return blocks.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
