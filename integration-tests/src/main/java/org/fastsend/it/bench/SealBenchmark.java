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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Sealing and opening blocks of 1 MiB in a process that has run for a while: operations a second are MiB a second.
/// Checksumming is part of sealing; opening includes its verification.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 1)
public class SealBenchmark {
    @Param({"AES_256_GCM", "AES_128_GCM", "CHACHA20_POLY1305", "BLOWFISH_CBC_HMAC", "HMAC_ONLY"})
    public CipherSuite cipher = CipherSuite.AES_256_GCM;

    private final Buffers buffers = new Buffers(64 << 20);
    private final ByteBuffer data = BenchmarkBlocks.random();
    private BlockSealer sealer = BenchmarkBlocks.sealer(cipher, new Compression.None());
    private BlockOpener opener = BenchmarkBlocks.opener(cipher);
    private ByteBuffer sealed = ByteBuffer.allocate(0);

    @Setup
    public void sealOne() throws InterruptedException {
        sealer = BenchmarkBlocks.sealer(cipher, new Compression.None());
        opener = BenchmarkBlocks.opener(cipher);
        sealed = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers).bytes();
    }

    @Benchmark
    public int seal() throws InterruptedException {
        SealedBlock block = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers);
        buffers.give(block.bytes());
        return block.number();
    }

    @Benchmark
    public int open() throws BlockFormatException, SealException, InterruptedException {
        SealedBlock block = SealedBlock.parse(sealed);
        if (!block.checksumHolds()) {
            throw new BlockFormatException("the benchmark's own block is broken");
        }
        OpenedBlock opened = opener.open(block, buffers);
        buffers.give(opened.data());
        return opened.extents().size();
    }
}
