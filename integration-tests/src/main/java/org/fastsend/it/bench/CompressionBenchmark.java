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

/// Sealing and opening blocks of 1 MiB with compression, on data that shrink and on data that do not (where the sample
/// decides): operations a second are MiB of uncompressed data a second.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class CompressionBenchmark {
    @Param({"none", "zstd:1", "zstd:3", "zlib:1", "zlib:6"})
    public String compression = "none";

    @Param({"text", "random"})
    public String content = "text";

    private final Buffers buffers = new Buffers(64 << 20);
    private final BlockOpener opener = BenchmarkBlocks.opener(CipherSuite.AES_256_GCM);
    private BlockSealer sealer = BenchmarkBlocks.sealer(CipherSuite.AES_256_GCM, new Compression.None());
    private ByteBuffer data = ByteBuffer.allocate(0);
    private ByteBuffer sealed = ByteBuffer.allocate(0);

    @Setup
    public void sealOne() throws InterruptedException {
        sealer = BenchmarkBlocks.sealer(CipherSuite.AES_256_GCM, Compression.parse(compression));
        data = content.equals("text") ? BenchmarkBlocks.text() : BenchmarkBlocks.random();
        sealed = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers).bytes();
    }

    @Benchmark
    public int seal() throws InterruptedException {
        SealedBlock block = sealer.seal(BenchmarkBlocks.ONE_EXTENT, data, buffers);
        buffers.give(block.bytes());
        return block.length();
    }

    @Benchmark
    public int open() throws BlockFormatException, SealException, InterruptedException {
        OpenedBlock opened = opener.open(SealedBlock.parse(sealed), buffers);
        buffers.give(opened.data());
        return opened.extents().size();
    }
}
