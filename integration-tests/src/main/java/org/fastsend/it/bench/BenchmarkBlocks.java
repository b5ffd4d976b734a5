package org.fastsend.it.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;

/// The blocks that the benchmarks seal: one extent of 1 MiB, as most blocks of a large file are.
final class BenchmarkBlocks {
    static final int BLOCK_BYTES = 1 << 20;
    static final List<Extent> ONE_EXTENT = List.of(new Extent(0, 0, BLOCK_BYTES, false));

    private static final TransferId TRANSFER = new TransferId(1, 2);
    private static final long SEED = 1;

    private BenchmarkBlocks() {}

    static BlockSealer sealer(CipherSuite suite, Compression compression) {
        return new BlockSealer(TRANSFER, key(), new SealOptions(suite, compression, ChecksumAlgorithm.CRC32C));
    }

    static BlockOpener opener(CipherSuite suite) {
        return new BlockOpener(TRANSFER, key(), suite);
    }

    /// Data that do not shrink, the same in every run.
    static ByteBuffer random() {
        byte[] bytes = new byte[BLOCK_BYTES];
        new Random(SEED).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    /// Lines as a simulation prints them, which shrink to a fraction.
    static ByteBuffer text() {
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder(BLOCK_BYTES + 100);
        for (int step = 0; text.length() < BLOCK_BYTES; step++) {
            text.append("step ")
                    .append(step)
                    .append(" energy ")
                    .append(random.nextGaussian())
                    .append(" converged\n");
        }
        return ByteBuffer.wrap(text.substring(0, BLOCK_BYTES).getBytes(StandardCharsets.US_ASCII));
    }

    private static TransferKey key() {
        return new TransferKey(new byte[TransferKey.LENGTH]);
    }
}
