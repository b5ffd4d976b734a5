package org.fastsend.relay.store;

import java.nio.ByteBuffer;
import java.util.Random;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.KeyHash;

/// Blocks and entries whose bytes follow from their number: what a relay sees of them is as good as random.
public final class Samples {
    public static final TransferId TRANSFER = TransferId.parse("0123456789abcdef0123456789abcdef");
    public static final KeyHash OWNER = new KeyHash("a1".repeat(32));
    public static final KeyHash STRANGER = new KeyHash("b2".repeat(32));
    public static final long NO_QUOTA = Long.MAX_VALUE;

    private Samples() {}

    public static SealedBlock block(int number) {
        return block(number, ChecksumAlgorithm.CRC32C, 200 + number % 7 * 311);
    }

    public static SealedBlock block(int number, ChecksumAlgorithm checksum, int payloadLength) {
        return block(TRANSFER, number, checksum, payloadLength, number);
    }

    public static SealedBlock block(
            TransferId transfer, int number, ChecksumAlgorithm checksum, int payloadLength, long seed) {
        BlockHeader header = new BlockHeader(transfer, number, checksum, payloadLength);
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        byte[] payload = new byte[payloadLength];
        new Random(seed).nextBytes(payload);
        bytes.put(payload);
        checksum.compute(bytes.duplicate().flip(), bytes);
        return new SealedBlock(header, bytes.flip());
    }

    public static FeedEntry entry(long sequence) {
        return entry(sequence, (int) (10 + sequence % 5 * 97));
    }

    public static FeedEntry entry(long sequence, int length) {
        byte[] bytes = new byte[length];
        new Random(sequence).nextBytes(bytes);
        return new FeedEntry(sequence, sequence % 2 == 0 ? FeedEntry.Kind.SEALED : FeedEntry.Kind.PLACEMENTS, bytes);
    }
}
