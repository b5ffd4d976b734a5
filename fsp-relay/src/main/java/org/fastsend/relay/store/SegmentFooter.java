package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// The last bytes of a closed segment: u32 magic {@code FSPE}, u64 bytes before the footer, u32 CRC32C of both. It is
/// written once all before it is durable, so the blocks of a closed segment need no verification when the store
/// starts.
final class SegmentFooter {
    static final int LENGTH = 16;

    private static final int MAGIC = 0x46535045; // "FSPE"

    private SegmentFooter() {}

    static ByteBuffer encode(long length) {
        ByteBuffer out = ByteBuffer.allocate(LENGTH).putInt(MAGIC).putLong(length);
        return out.putInt(checksum(out)).flip();
    }

    static boolean closes(DiskFile file) throws IOException {
        long length = file.size() - LENGTH;
        if (length < 0) {
            return false;
        }
        ByteBuffer found = ByteBuffer.allocate(LENGTH);
        return file.read(found, length) == LENGTH && found.flip().equals(encode(length));
    }

    private static int checksum(ByteBuffer footer) {
        CRC32C sum = new CRC32C();
        sum.update(footer.slice(0, LENGTH - Integer.BYTES));
        return (int) sum.getValue();
    }
}
