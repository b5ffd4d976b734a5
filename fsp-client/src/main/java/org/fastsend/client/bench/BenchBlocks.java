package org.fastsend.client.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Random;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;

/// The blocks of a path test: as long and as hard to compress as sealed ones, numbered from 0, and sent again and
/// again.
final class BenchBlocks {
    static final TransferId TRANSFER = new TransferId(0x66737062656e6368L, 0);
    static final int PAYLOAD_BYTES = 1 << 20;

    private BenchBlocks() {}

    /// A block of noise.
    ///
    /// @param noise {@value #PAYLOAD_BYTES} bytes of it
    static SealedBlock of(int number, byte[] noise) {
        return closed(number, empty(number).put(noise));
    }

    /// Nobody needs to guess it, so only its seed is drawn: a megabyte of a secure generator takes a processor from the
    /// start-up that is to be measured. Source: Marsaglia, Xorshift RNGs, 2003.
    static byte[] noise(Random random) {
        ByteBuffer noise = ByteBuffer.allocate(PAYLOAD_BYTES);
        long word = random.nextLong() | 1;
        while (noise.hasRemaining()) {
            word ^= word << 13;
            word ^= word >>> 7;
            word ^= word << 17;
            noise.putLong(word);
        }
        return noise.array();
    }

    /// The block with what the file holds at its place, from the start again behind its end.
    static SealedBlock read(int number, long offset, FileChannel file) throws IOException {
        ByteBuffer bytes = empty(number);
        int start = bytes.position();
        long at = offset % Math.max(1, file.size());
        while (bytes.position() < start + PAYLOAD_BYTES) {
            ByteBuffer rest = bytes.duplicate().limit(start + PAYLOAD_BYTES);
            int count = file.read(rest, at);
            if (count <= 0 && at == 0) {
                throw new IOException("the file is empty");
            }
            at = count <= 0 ? 0 : at + count;
            bytes.position(rest.position());
        }
        return closed(number, bytes);
    }

    private static ByteBuffer empty(int number) {
        BlockHeader header = header(number);
        ByteBuffer bytes = ByteBuffer.allocate(header.sealedLength());
        header.write(bytes);
        return bytes;
    }

    private static SealedBlock closed(int number, ByteBuffer bytes) {
        ChecksumAlgorithm.CRC32C.compute(bytes.duplicate().flip(), bytes);
        return new SealedBlock(header(number), bytes.flip());
    }

    private static BlockHeader header(int number) {
        return new BlockHeader(TRANSFER, number, ChecksumAlgorithm.CRC32C, PAYLOAD_BYTES);
    }
}
