package org.fastsend.it.bench;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.OpenedBlock;
import org.fastsend.core.seal.SealException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The first 20 MiB that a process ever seals, from deriving the keys and loading native code on: a sender that lives
/// for seconds pays this price each time. Every figure is from ten fresh processes.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(10)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class ColdSealBenchmark {
    private static final int BLOCKS = 20;

    @Param({"AES_256_GCM", "AES_128_GCM", "CHACHA20_POLY1305", "BLOWFISH_CBC_HMAC", "HMAC_ONLY"})
    public CipherSuite cipher = CipherSuite.AES_256_GCM;

    private final Buffers buffers = new Buffers(64 << 20);
    private final ByteBuffer data = BenchmarkBlocks.random();

    @Benchmark
    public int sealTwentyMebibytes() throws InterruptedException {
        BlockSealer sealer = BenchmarkBlocks.sealer(cipher, new Compression.None());
        int last = 0;
        for (int i = 0; i < BLOCKS; i++) {
            SealedBlock block = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers);
            last = block.number();
            buffers.give(block.bytes());
        }
        return last;
    }

    @Benchmark
    public int sealAndOpenTwentyMebibytes() throws BlockFormatException, SealException, InterruptedException {
        BlockSealer sealer = BenchmarkBlocks.sealer(cipher, new Compression.None());
        BlockOpener opener = BenchmarkBlocks.opener(cipher);
        int last = 0;
        for (int i = 0; i < BLOCKS; i++) {
            SealedBlock block = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers);
            OpenedBlock opened = opener.open(block, buffers);
            last = opened.number();
            buffers.give(block.bytes());
            buffers.give(opened.data());
        }
        return last;
    }
}
