package org.fastsend.relay.lease;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.fastsend.core.trust.KeyHash;

/// The promise to keep a transfer, as it lies on the disk beside the blocks: u32 magic {@code FSPL}, u8 version 1, 32
/// bytes owner, u64 start, u64 end, u32 CRC32C of all before.
///
/// @param owner key of the member whose capability opened the transfer; nobody else's capability reaches it
/// @param startEpochSeconds when the transfer was opened here
/// @param endEpochSeconds from when on the transfer may be deleted
public record Lease(KeyHash owner, long startEpochSeconds, long endEpochSeconds) {
    public static final int LENGTH = 4 + 1 + KeyHash.LENGTH + 8 + 8 + 4;

    private static final int MAGIC = 0x4653504c; // "FSPL"
    private static final byte VERSION = 1;

    public boolean hasEnded(long nowEpochSeconds) {
        return endEpochSeconds <= nowEpochSeconds;
    }

    public ByteBuffer encode() {
        ByteBuffer out = ByteBuffer.allocate(LENGTH);
        out.putInt(MAGIC).put(VERSION).put(owner.bytes());
        out.putLong(startEpochSeconds).putLong(endEpochSeconds);
        return out.putInt(checksum(out.array())).flip();
    }

    /// Reads what {@link #encode} wrote; empty if these bytes are not a whole lease.
    public static Optional<Lease> decode(ByteBuffer from) {
        if (from.remaining() != LENGTH) {
            return Optional.empty();
        }
        byte[] bytes = new byte[LENGTH];
        from.duplicate().get(bytes);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean known = in.getInt() == MAGIC && in.get() == VERSION && in.getInt(LENGTH - 4) == checksum(bytes);
        if (!known) {
            return Optional.empty();
        }
        byte[] owner = new byte[KeyHash.LENGTH];
        in.get(owner);
        return Optional.of(new Lease(KeyHash.of(owner), in.getLong(), in.getLong()));
    }

    private static int checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, LENGTH - 4);
        return (int) sum.getValue();
    }
}
