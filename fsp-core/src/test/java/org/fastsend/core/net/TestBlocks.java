package org.fastsend.core.net;

import java.nio.ByteBuffer;
import java.util.Random;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;

/// Blocks as relays see them: a header, bytes that mean nothing, a checksum.
final class TestBlocks {
    static final TransferId TRANSFER = new TransferId(0x5eed, 42);

    private TestBlocks() {}

    static SealedBlock block(int number, int payloadBytes) {
        return block(TRANSFER, number, payloadBytes);
    }

    static SealedBlock block(TransferId transfer, int number, int payloadBytes) {
        BlockHeader header = new BlockHeader(transfer, number, ChecksumAlgorithm.CRC32C, payloadBytes);
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        byte[] payload = new byte[payloadBytes];
        new Random(number).nextBytes(payload);
        bytes.put(payload);
        ChecksumAlgorithm.CRC32C.compute(bytes.duplicate().flip(), bytes);
        return new SealedBlock(header, bytes.flip());
    }
}
