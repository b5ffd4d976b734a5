package org.fastsend.it.bench;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.seal.FileDigest;
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

/// The checksums over blocks of 1 MiB, and the leaf of a file's digest: operations a second are MiB a second.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ChecksumBenchmark {
    @State(Scope.Benchmark)
    public static class Block {
        private final ByteBuffer data = BenchmarkBlocks.random();
    }

    @State(Scope.Benchmark)
    public static class Algorithm {
        @Param
        public ChecksumAlgorithm algorithm = ChecksumAlgorithm.CRC32C;
    }

    @Benchmark
    public ByteBuffer checksum(Block block, Algorithm chosen) {
        ByteBuffer sum = ByteBuffer.allocate(chosen.algorithm.length());
        chosen.algorithm.compute(block.data, sum);
        return sum;
    }

    @Benchmark
    public byte[] fileDigestLeaf(Block block) {
        return FileDigest.leaf(block.data);
    }
}
