package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;

/// What the tests of sealing share: one transfer, its key, blocks of it.
final class SealedBlocks {
    static final TransferId TRANSFER = TransferId.parse("000102030405060708090a0b0c0d0e0f");
    static final TransferKey KEY =
            new TransferKey("a key of thirty-two known bytes!".getBytes(StandardCharsets.US_ASCII));

    private SealedBlocks() {}

    static BlockSealer sealer(CipherSuite suite) {
        return new BlockSealer(TRANSFER, KEY, new SealOptions(suite, new Compression.None(), ChecksumAlgorithm.CRC32C));
    }

    static BlockOpener opener(CipherSuite suite) {
        return new BlockOpener(TRANSFER, KEY, suite);
    }

    static List<Extent> extent(int length) {
        return List.of(new Extent(0, 0, length, false));
    }

    static ByteBuffer random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    /// The block as someone without the key may alter it: both checksums made right again, so that only the seal
    /// notices.
    static SealedBlock withRightChecksums(byte[] bytes) throws BlockFormatException {
        ByteBuffer block = ByteBuffer.wrap(bytes);
        ByteBuffer headerChecksum = ByteBuffer.allocate(4);
        ChecksumAlgorithm.CRC32C.compute(block.slice(0, BlockHeader.LENGTH - 4), headerChecksum);
        block.put(BlockHeader.LENGTH - 4, headerChecksum.array());
        BlockHeader header = BlockHeader.read(block.duplicate());
        int covered = BlockHeader.LENGTH + header.payloadLength();
        if (covered + header.checksum().length() != bytes.length) {
            throw new BlockFormatException("the altered lengths do not agree");
        }
        header.checksum().compute(block.slice(0, covered), block.duplicate().position(covered));
        return SealedBlock.parse(block);
    }

    static byte[] bytes(SealedBlock block) {
        byte[] bytes = new byte[block.length()];
        block.bytes().get(block.bytes().position(), bytes);
        return bytes;
    }

    static byte[] data(OpenedBlock opened, Buffers buffers) {
        byte[] bytes = new byte[opened.data().remaining()];
        opened.data().get(bytes);
        buffers.give(opened.data());
        return bytes;
    }
}
